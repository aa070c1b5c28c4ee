/** Export files for tests: written from declarations, and then changed row by row. */
import { PRELUDE } from './cases/pair.ts'
import { Kernel } from './declare/kernel.ts'
import { FileChecker, type FileReport } from './format/check-file.ts'
import { FileWriter } from './format/writer.ts'
import { parseDeclarations } from './test-language.ts'

/** A row as JSON. What a test takes out of it is known to be there: the file was written a moment ago. */
export interface Row {
  [key: string]: Row
}

export function exportRows(text: string): Row[] {
  return exportLines(text).map((line) => JSON.parse(line))
}

export function exportLines(text: string): string[] {
  const kernel = new Kernel()
  for (const declaration of parseDeclarations(kernel.context, `${PRELUDE}${text}`)) {
    const outcome = kernel.add(declaration)
    if (outcome.kind !== 'accepted') throw new Error(`the file would not be good: ${JSON.stringify(outcome)}`)
  }
  const lines: string[] = []
  const writer = new FileWriter(kernel.context, (line) => lines.push(line))
  writer.meta({
    exporter: { name: 'test', version: '1' },
    lean: { githash: '', version: '4.28.0' },
    assumptions: [],
  })
  for (const constant of kernel.context.env.constants()) {
    if (constant.kind === 'constructor' || constant.kind === 'recursor') continue
    if (constant.kind === 'inductive' && constant.all[0] !== constant.name) continue
    writer.constant(constant)
  }
  return lines
}

export function checkRows(rows: readonly Row[]): FileReport {
  return checkText(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

export function checkText(
  text: string | Uint8Array,
  options: ConstructorParameters<typeof FileChecker>[0] = {},
): FileReport {
  const checker = new FileChecker(options)
  checker.push(typeof text === 'string' ? new TextEncoder().encode(text) : text)
  return checker.finish()
}

interface NameRow {
  readonly in?: number
  readonly str?: { readonly pre: number; readonly str: string }
  readonly num?: { readonly pre: number; readonly i: number }
}

/** The numbers of names in a file, by their dotted text. */
export function nameIndex(rows: readonly Row[]): Map<string, number> {
  const texts = new Map<number, string>([[0, '']])
  const index = new Map<string, number>()
  for (const row of rows) {
    const { in: at, str, num } = row as unknown as NameRow
    if (at === undefined) continue
    const prefix = texts.get((str ?? num)?.pre ?? 0) ?? ''
    const part = String(str?.str ?? num?.i)
    const text = prefix === '' ? part : `${prefix}.${part}`
    texts.set(at, text)
    index.set(text, at)
  }
  return index
}
