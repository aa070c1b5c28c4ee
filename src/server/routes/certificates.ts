import type { OpenAPIHono } from '@hono/zod-openapi'
import { CERTIFICATE_POLICY, readReceipt } from '../../lean/index.ts'
import type { CertificateState } from '../certificates.ts'
import { ApiProblem } from '../problem.ts'
import type { ServerContext } from '../server-context.ts'

/** The page runs the script that it holds, and is kept apart from the dashboard: it has no origin to speak for. */
const READY_POLICY = `${CERTIFICATE_POLICY}; frame-ancestors 'none'; sandbox allow-scripts allow-downloads`
/** While the certificate is being made the page has no script. */
const WAIT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const STATUS = { ready: 200, making: 202, failed: 409 } as const

/** A page of its own for every receipt: what is proved, on what, and a button that checks it in the browser. */
export function addCertificates(app: OpenAPIHono, { connection, certificates }: ServerContext): void {
  app.get('/certificates/:receipt', async (context) => {
    const ledger = await connection.open()
    const body = await ledger.receipt(context.req.param('receipt'))
    if (body === undefined)
      throw new ApiProblem(404, 'unknown-receipt', 'There is no such receipt in the ledger.')
    const state = certificates.get(readReceipt(body))
    return context.body(pageOf(state), STATUS[state.kind], {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': state.kind === 'ready' ? READY_POLICY : WAIT_POLICY,
    })
  })
}

function pageOf(state: CertificateState): string {
  if (state.kind === 'ready') return state.html
  const isMaking = state.kind === 'making'
  const title = isMaking ? 'The certificate is being made' : 'There is no certificate'
  const text = isMaking
    ? `${state.message}: ${state.seconds} s so far. This page goes on by itself.`
    : `The proof was replayed and not confirmed: ${state.why}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${isMaking ? '<meta http-equiv="refresh" content="2">' : ''}
<title>${title}</title>
<style>:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
</head><body><main><h1>${title}</h1><p role="status">${escaped(text)}</p></main></body></html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
