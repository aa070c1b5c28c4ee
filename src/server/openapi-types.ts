/** TypeScript for whoever asks the API from a program of their own: every operation with what it takes and answers. */

export interface ApiSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly items?: ApiSchema
  readonly prefixItems?: readonly ApiSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly ApiSchema[]
  readonly oneOf?: readonly ApiSchema[]
  readonly allOf?: readonly ApiSchema[]
  readonly additionalProperties?: ApiSchema | boolean
  readonly $ref?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: ApiSchema; readonly example?: unknown }>>
}

export interface ApiOperation extends Content {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: ApiSchema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export type ApiPaths = Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>

/** One interface; each operation is a member of it by its `operationId`. */
export function clientTypes(
  paths: ApiPaths,
  schemas: Readonly<Record<string, ApiSchema>>,
  version: string,
): string {
  const named = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => member(path, method, operation)),
  )
  return [
    `/** The API of Orch ${version}, made of its own description: GET /api/types.ts */\n`,
    ...named,
    `export interface OrchApi {\n${operations.join('')}}\n`,
  ].join('\n')
}

function member(path: string, method: string, operation: ApiOperation): string {
  const { operationId = `${method} ${path}`, summary = '', parameters = [], requestBody } = operation
  const [answer] = Object.values(operation.responses).flatMap((one) => jsonOf(one) ?? [])
  const parts = [
    `method: '${method.toUpperCase()}'`,
    `path: ${quoted(path)}`,
    ...['path', 'query'].flatMap((where) => {
      const fields = parameters.filter((one) => one.in === where)
      if (fields.length === 0) return []
      const inside = fields.map((one) => field(one.name, one.schema ?? {}, one.required === true))
      return [`${where === 'path' ? 'params' : 'query'}: { ${inside.join('; ')} }`]
    }),
    ...(requestBody ? [`body: ${typeOf(jsonOf(requestBody) ?? {})}`] : []),
    `answer: ${typeOf(answer ?? {})}`,
  ]
  return `  /** ${summary.replaceAll('*/', '* /')} */\n  ${key(operationId)}: {\n${parts.map((part) => `    ${part}\n`).join('')}  }\n`
}

const jsonOf = ({ content }: Content): ApiSchema | undefined => content?.['application/json']?.schema

/** A type for people to read: a line for each field. */
export const shownType = (schema: ApiSchema): string => typeOf(schema, '\n')

/** Without a line break everything is on one line; with one, fields stand on lines of their own, indented as it is. */
function typeOf(schema: ApiSchema, line = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return [...new Set(union.map((one) => typeOf(one, line)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one, line)})`).join(' & ')
  const names = [schema.type ?? 'unknown'].flat()
  return names.map((name) => plainType(name, schema, line)).join(' | ')
}

function plainType(name: string, schema: ApiSchema, line: string): string {
  if (name === 'integer' || name === 'number') return 'number'
  if (name === 'string' || name === 'boolean' || name === 'null') return name
  if (name === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typeOf(one, line)).join(', ')}]`
    return `Array<${typeOf(schema.items ?? {}, line)}>`
  }
  return name === 'object' ? objectType(schema, line) : 'unknown'
}

function objectType(schema: ApiSchema, line: string): string {
  const { properties, required = [], additionalProperties: others } = schema
  const inside = line && `${line}  `
  const fields = Object.entries(properties ?? {}).map(([name, one]) =>
    field(name, one, required.includes(name), inside),
  )
  if (fields.length === 0)
    return `Record<string, ${typeof others === 'object' ? typeOf(others, line) : 'unknown'}>`
  return line ? `{${inside}${fields.join(inside)}${line}}` : `{ ${fields.join('; ')} }`
}

const field = (name: string, schema: ApiSchema, isNeeded: boolean, line = ''): string =>
  `${key(name)}${isNeeded ? '' : '?'}: ${typeOf(schema, line)}`

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name))
const quoted = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
