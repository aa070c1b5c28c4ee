/** TypeScript for whoever asks the API from a program of their own: every operation with what it takes and answers. */

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly $ref?: string
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

export interface ApiOperation extends Content {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: JsonSchema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export type ApiPaths = Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>

/** One interface; each operation is a member of it by its `operationId`. */
export function clientTypes(
  paths: ApiPaths,
  schemas: Readonly<Record<string, JsonSchema>>,
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

const jsonOf = ({ content }: Content): JsonSchema | undefined => content?.['application/json']?.schema

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return [...new Set(union.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  const names = [schema.type ?? 'unknown'].flat()
  return names.map((name) => plainType(name, schema)).join(' | ')
}

function plainType(name: string, schema: JsonSchema): string {
  if (name === 'integer' || name === 'number') return 'number'
  if (name === 'string' || name === 'boolean' || name === 'null') return name
  if (name === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
    return `Array<${typeOf(schema.items ?? {})}>`
  }
  return name === 'object' ? objectType(schema) : 'unknown'
}

function objectType({ properties, required = [], additionalProperties: others }: JsonSchema): string {
  const fields = Object.entries(properties ?? {}).map(([name, one]) =>
    field(name, one, required.includes(name)),
  )
  if (fields.length === 0) return `Record<string, ${typeof others === 'object' ? typeOf(others) : 'unknown'}>`
  return `{ ${fields.join('; ')} }`
}

const field = (name: string, schema: JsonSchema, isNeeded: boolean): string =>
  `${key(name)}${isNeeded ? '' : '?'}: ${typeOf(schema)}`

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name))
const quoted = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
