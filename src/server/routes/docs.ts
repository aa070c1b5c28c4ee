import type { OpenAPIHono } from '@hono/zod-openapi'
import { html, raw } from 'hono/html'
import * as routes from '../../api/routes/index.ts'
import { API_EXAMPLES, curlLine } from './api-examples.ts'

const TITLE = 'Orch API'

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: object
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 0.9rem/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block: 0.5rem; } small { font-weight: normal; }
section { margin-block: 2rem; } summary { cursor: pointer; } h3 { margin-bottom: 0.25rem; }
`

/** The API described by itself: for programs, and for people without a single script. */
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
  app.get('/api/docs', (context) =>
    context.html(page(document().paths ?? {}, version, new URL(context.req.url).origin)),
  )
}

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>

/** Every operation with the name that its route has in the program, and a request as it can be sent. */
function named(document: Document): Document {
  for (const [id, { method, path }] of Object.entries(routes)) {
    const operation = document.paths?.[path]?.[method]
    if (!operation) continue
    operation.operationId = id
    const { body, query } = API_EXAMPLES[id] ?? {}
    const content =
      operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {}
    const json = content['application/json']
    if (json && body) json.example = body
    for (const parameter of operation.parameters ?? [])
      if ('name' in parameter && query?.[parameter.name] !== undefined)
        parameter.example = query[parameter.name]
  }
  return document
}

function page(paths: object, version: string, origin: string) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'Other')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${TITLE}</title><link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>${TITLE} ${version}</h1>
<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a>. Lists give <code>items</code> and
<code>next</code>; hand <code>next</code> back as <code>cursor</code>. Errors are
<code>application/problem+json</code>. Live events: <code>GET /api/events</code>. Prometheus:
<code>GET /metrics</code>.</p>
${[...groups].map(([tag, items]) => html`<section><h2>${tag}</h2>${items.map((item) => operationPart(item, origin))}</section>`)}
</main>
</body>
</html>`
}

function operationPart(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  origin: string,
) {
  const { operationId = '', summary = '', parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  const answer = Object.values(responses).find(({ content }) => content?.['application/json'])
  const schema = answer?.content?.['application/json']?.schema
  const example = API_EXAMPLES[operationId]
  return html`<article id="${operationId}">
<h3><code>${method} ${path}</code> <small>${operationId}</small></h3>
<p>${summary}</p>
<pre>${curlLine(origin, method, path, example)}</pre>
${method === 'GET' && !path.includes('{') ? tryPart(path, parameters, example?.query ?? {}) : raw('')}
${parameters.length > 0 ? html`<ul>${parameters.map(parameterPart)}</ul>` : raw('')}
${body ? schemaPart('Body', body) : raw('')}
${schema ? schemaPart('Answer', schema) : raw('')}
</article>`
}

/** A form is enough to try what only reads; nothing here needs a script. */
function tryPart(
  path: string,
  parameters: NonNullable<Operation['parameters']>,
  example: Readonly<Record<string, string>>,
) {
  const field = (name: string) =>
    html`<label>${name} <input name="${name}" value="${example[name] ?? ''}"></label> `
  return html`<form method="get" action="${path}">${parameters.map(({ name }) => field(name))}
<button>Try it</button></form>`
}

function parameterPart({
  name,
  in: where,
  required,
  schema,
}: {
  name: string
  in: string
  required?: boolean
  schema?: object
}) {
  return html`<li><code>${name}</code> (${where}${required ? ', required' : ''}) <code>${JSON.stringify(
    schema ?? {},
  )}</code></li>`
}

function schemaPart(title: string, schema: object) {
  return html`<details><summary>${title}</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`
}
