import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { html, raw } from 'hono/html'
import * as z from 'zod'
import * as routes from '../../api/routes/index.ts'
import { SECURITY_HEADERS } from '../guard.ts'
import { type ApiOperation, type ApiPaths, type ApiSchema, clientTypes, shownType } from '../openapi-types.ts'
import { API_EXAMPLES, type ApiExample, curlLine } from './api-examples.ts'

const TITLE = 'Orch API'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --accent: light-dark(#0b6e69, #5fd0c5);
  --line: light-dark(#dcdfe5, #2c313c); --surface: light-dark(#fff, #181b22); }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; background: light-dark(#f4f5f7, #0e1014);
  color: light-dark(#15171c, #e8eaf0); }
a { color: var(--accent); }
code, pre, output, textarea { font: 0.9rem/1.4 ui-monospace, monospace; }
pre, output { white-space: pre-wrap; overflow-wrap: anywhere; }
pre, output, input, textarea, article, nav { border: 1px solid var(--line); border-radius: 6px; }
pre, output { padding: 0.75rem; background: light-dark(#eceef2, #0a0c10); }
nav, article { background: var(--surface); padding: 1rem 1.25rem; margin-block: 1rem; }
nav ul { columns: 17rem; column-gap: 2.5rem; margin: 0; padding: 0; list-style: none; }
nav li { break-inside: avoid; margin-bottom: 0.4rem; } nav a { display: block; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem 0.75rem; margin-block: 0.75rem; }
label { display: grid; } label.body, output { flex-basis: 100%; }
input, textarea { padding: 0.3rem 0.5rem; background: transparent; color: inherit; border-color: light-dark(#8a939e, #66717f); }
button { padding: 0.35rem 0.9rem; border: 0; border-radius: 6px; background: var(--accent);
  color: light-dark(#fff, #06201e); font: inherit; cursor: pointer; }
output:empty { display: none; } output { max-height: 24rem; overflow: auto; }
section { margin-block: 2rem; } summary { cursor: pointer; } h3 { margin: 0 0 0.25rem; } h3 + p { margin-top: 0; }
small { font-weight: normal; } h3, li { overflow-wrap: anywhere; }
`

/** Without the script, a form that only reads asks as any form does. */
const POLICY = (SECURITY_HEADERS['content-security-policy'] ?? '').replace(
  "form-action 'none'",
  "form-action 'self'",
)

/** The API described by itself: for programs, and for people. */
export function addDocs(app: OpenAPIHono, version: string): void {
  let made: ReturnType<typeof make> | undefined
  const document = () => {
    made ??= make()
    return made
  }
  const make = () =>
    named(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: TITLE,
          version,
          description: 'Verifier-guided search: goals, attempts, runs, tickets, receipts and ARC tasks.',
        },
        servers: [{ url: '/', description: 'this server' }],
      }),
    )
  app.get('/api/openapi.json', (context) => context.json(document(), 200, { 'cache-control': 'no-cache' }))
  app.get('/api/docs.css', (context) =>
    context.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  )
  app.get('/api/types.ts', (context) => {
    const { paths, components } = document()
    const schemas = (components?.schemas ?? {}) as Parameters<typeof clientTypes>[1]
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' }
    return context.body(clientTypes((paths ?? {}) as ApiPaths, schemas, version), 200, headers)
  })
  app.get('/api/docs', (context) =>
    context.html(page((document().paths ?? {}) as ApiPaths, version, new URL(context.req.url).origin), 200, {
      'content-security-policy': POLICY,
    }),
  )
}

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>

/** What each operation answered on real runs, kept by `npm run api-answers`. */
function recordedAnswers(): Readonly<Record<string, unknown>> {
  const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'api-answers.json')
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Every operation with the name that its route has in the program, a request as it can be sent and what it answers. */
function named(document: Document): Document {
  const answers = recordedAnswers()
  for (const [id, { method, path }] of Object.entries(routes)) {
    const operation = document.paths?.[path]?.[method]
    if (!operation) continue
    operation.operationId = id
    const { body, query } = API_EXAMPLES[id] ?? {}
    const content =
      operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {}
    const json = content['application/json']
    if (json && body) json.example = body
    for (const response of Object.values(operation.responses ?? {})) {
      const answer = 'content' in response ? response.content?.['application/json'] : undefined
      if (answer && id in answers) answer.example = answers[id]
    }
    for (const parameter of operation.parameters ?? [])
      if ('name' in parameter && query?.[parameter.name] !== undefined)
        parameter.example = query[parameter.name]
  }
  return document
}

function page(paths: ApiPaths, version: string, origin: string) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'Other')]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${TITLE}</title><link rel="stylesheet" href="/api/docs.css">
<script type="module" src="/api-docs.js"></script>
</head>
<body>
<main>
<h1>${TITLE} ${version}</h1>
<p><a href="/">The dashboard</a> shows the same to people. For programs: <a href="/api/openapi.json">/api/openapi.json</a>, and as types for TypeScript
<a href="/api/types.ts">/api/types.ts</a>. Lists give <code>items</code> and
<code>next</code>; hand <code>next</code> back as <code>cursor</code>. Errors are
<code>application/problem+json</code>. Live events: <code>GET /api/events</code>. Prometheus:
<code>GET /metrics</code>.</p>
<nav aria-label="Operations"><ul>${operations.map(({ operation }) => contents(operation))}</ul></nav>
${groups.map(([tag, items]) => html`<section><h2>${tag}</h2>${items.map((item) => operationPart(item, origin))}</section>`)}
</main>
</body>
</html>`
}

function operationPart(
  { path, method, operation }: { path: string; method: string; operation: ApiOperation },
  origin: string,
) {
  const { operationId = '', summary = '', parameters = [], requestBody, responses } = operation
  const body = requestBody?.content?.['application/json']?.schema
  const answer = Object.values(responses).find(({ content }) => content?.['application/json'])
  const { schema, example: answered } = answer?.content?.['application/json'] ?? {}
  const example = API_EXAMPLES[operationId]
  return html`<article id="${operationId}">
<h3><code>${method} ${path}</code> <small>${operationId}</small></h3>
<p>${summary}</p>
<pre>${curlLine(origin, method, path, example)}</pre>
${tryPart({ path, method, operation }, example ?? {})}
${parameters.length > 0 ? html`<ul>${parameters.map(parameterPart)}</ul>` : raw('')}
${body ? schemaPart('Body', body) : raw('')}
${schema ? schemaPart('Answer', schema) : raw('')}
${answered === undefined ? raw('') : foldedPart('Example of an answer', JSON.stringify(answered, null, 2))}
</article>`
}

const contents = ({ operationId, summary }: ApiOperation) =>
  html`<li><a href="#${operationId}">${operationId}</a> ${summary}</li>`

/** Every operation can be tried where it stands; what only reads also without a script. */
function tryPart(
  { path, method, operation }: { path: string; method: string; operation: ApiOperation },
  { path: inPath = {}, query = {}, body }: ApiExample,
) {
  const values: Readonly<Record<string, string>> = { ...inPath, ...query }
  const field = (name: string) =>
    html`<label>${name} <input name="${name}" value="${values[name] ?? ''}"></label> `
  const isPlain = method === 'GET' && !path.includes('{')
  return html`<form method="get" action="${isPlain ? path : '#'}" data-method="${method}" data-path="${path}">
${(operation.parameters ?? []).map(({ name }) => field(name))}
${operation.requestBody ? bodyField(body ?? {}) : raw('')}
<button>Try it</button>
<output tabindex="0" aria-label="Answer"></output></form>`
}

function bodyField(body: object) {
  const text = JSON.stringify(body, null, 2)
  const rows = Math.min(12, text.split('\n').length)
  return html`<label class="body">body <textarea name="body" rows="${rows}" spellcheck="false">${text}</textarea></label>`
}

function parameterPart({
  name,
  in: where,
  required,
  schema,
}: NonNullable<ApiOperation['parameters']>[number]) {
  return html`<li><code>${name}</code> (${where}${required ? ', required' : ''}) <code>${shownType(
    schema ?? {},
  )}</code>${limits(schema ?? {})}</li>`
}

/** What a value must keep to beside its type. */
function limits({ minimum, maximum, maxLength, default: unlessGiven }: ApiSchema): string {
  return [
    ...(minimum !== undefined && maximum !== undefined ? [`, ${minimum} to ${maximum}`] : []),
    ...(maxLength === undefined ? [] : [`, at most ${maxLength} letters`]),
    ...(unlessGiven === undefined ? [] : [`, ${unlessGiven} if left out`]),
  ].join('')
}

const schemaPart = (title: string, schema: ApiSchema) => foldedPart(title, shownType(schema))

function foldedPart(title: string, text: string) {
  return html`<details><summary>${title}</summary><pre>${text}</pre></details>`
}
