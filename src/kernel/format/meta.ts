/** The first row: who wrote the file. Orch adds which theorem it is about and what is stated without proof. */
import { Declined } from '../verdict.ts'
import type { JsonObject, KernelJson } from './json.ts'
import { FormatError, fields, list, object, textField } from './row.ts'

export type NameParts = readonly (string | number)[]

export interface FileMeta {
  readonly exporter: { readonly name: string; readonly version: string }
  readonly lean: { readonly githash: string; readonly version: string }
  readonly format: { readonly version: string }
  readonly theorem?: NameParts | undefined
  readonly assumptions: readonly NameParts[]
}

export const FORMAT_VERSION = '3.1.0'

export function readMeta(row: JsonObject): FileMeta {
  const meta = object(fields(row, 'the first row', ['meta']).meta, 'meta')
  const hasOwn = Object.hasOwn(meta, 'orch')
  const known = fields(meta, 'meta', ['exporter', 'lean', 'format', ...(hasOwn ? ['orch'] : [])])
  const exporter = fields(known.exporter, 'exporter', ['name', 'version'])
  const lean = fields(known.lean, 'lean', ['githash', 'version'])
  const version = textField(fields(known.format, 'format', ['version']).version, 'version')
  if (!/^3\.1(?:\.|$)/.test(version)) throw new Declined(`format version ${version} is not 3.1`)
  const orch = hasOwn ? fields(known.orch, 'orch', ['theorem', 'assumptions']) : undefined
  return {
    exporter: { name: textField(exporter.name, 'name'), version: textField(exporter.version, 'version') },
    lean: { githash: textField(lean.githash, 'githash'), version: textField(lean.version, 'version') },
    format: { version },
    ...(orch && { theorem: nameParts(orch.theorem) }),
    assumptions: orch ? list(orch.assumptions, 'assumptions').map(nameParts) : [],
  }
}

function nameParts(value: KernelJson | undefined): NameParts {
  return list(value, 'a name').map((part) => {
    if (typeof part === 'string' || (typeof part === 'number' && Number.isSafeInteger(part) && part >= 0))
      return part
    throw new FormatError('a name is a list of texts and numbers')
  })
}
