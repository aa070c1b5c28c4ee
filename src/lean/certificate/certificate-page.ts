/** A certificate as one static page: what is proved, on what, and a button that checks it in the reader's browser. */
import { gzipSync } from 'node:zlib'
import { browserBundle } from './browser-bundle.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './certificate-page-parts.ts'
import type { CertificateFacts } from './write-certificate.ts'

export interface PageInput {
  readonly facts: CertificateFacts
  /** The statement as Lean prints it. */
  readonly statement: string
  /** The certificate itself. */
  readonly ndjson: Uint8Array
}

/** Nothing may be fetched: the page says so to the browser, too. */
export const CERTIFICATE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export function certificatePage({ facts, statement, ndjson }: PageInput): string {
  const { theorem, type, declarations, axioms, assumptions, lean } = facts
  const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CERTIFICATE_POLICY}">
<title>Certificate of ${escaped(theorem)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>Certificate of <code>${escaped(theorem)}</code></h1>
<h2>Theorem</h2>
<pre>${escaped(statement)}</pre>
<details><summary>As the kernel sees it</summary><pre id="type">${escaped(type)}</pre></details>
<h2>Check</h2>
<p>This page holds the proof with everything it stands on, ${count(declarations, 'declaration', 'declarations')} of Lean ${escaped(lean)},
and a kernel that checks them. Nothing is fetched and nothing is sent.</p>
<p><button id="check" type="button">Check it in this browser</button>
<button id="stop" type="button" disabled>Stop</button>
<button id="save" type="button">Save the certificate (NDJSON)</button></p>
<progress id="bar" max="${declarations}" value="0" aria-label="declarations checked"></progress>
<p id="verdict" role="status">Not checked yet.</p>
<h2>Axioms</h2>
<div id="axioms">
${list(
  axioms.map((name) => `<code>${escaped(name)}</code>`),
  'None.',
)}
</div>
<h2>Assumptions</h2>
<p>The library that this certificate was made from ships ${count(assumptions.length, 'of these theorems or functions', 'of these theorems and functions')}
without their bodies. They are believed as stated, and axioms used inside of them are not listed above.</p>
<details id="assumptions"><summary>${count(assumptions.length, 'assumption', 'assumptions')}</summary>
${list(
  assumptions.map(
    ({ name, type: stated }) => `<code>${escaped(name)}</code> : <span>${escaped(stated)}</span>`,
  ),
  'None.',
)}
</details>
</main>
<script type="text/plain" id="kernel">${inScript(browserBundle())}</script>
<script type="text/plain" id="certificate">${gzipSync(ndjson, { level: 9 }).toString('base64')}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

function list(items: readonly string[], none: string): string {
  return items.length === 0
    ? `<p>${none}</p>`
    : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

function escaped(text: string): string {
  const marks: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (mark) => marks[mark] as string)
}

/** A script's text must not end the element that holds it. */
function inScript(text: string): string {
  if (/<\/script|<!--/i.test(text)) throw new Error('the kernel cannot be put into a page')
  return text
}
