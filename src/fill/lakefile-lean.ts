/**
 * A lakefile in Lean, as far as it can be read without running it: `package`, `lean_lib` and `lean_exe` whose fields
 * are literals. What is computed is named in a note.
 */
import { leanTokens } from '../goal/index.ts'
import type { LakefileText, LakeSettings } from './lakefile.ts'
import { type LeanOption, optionsFromArguments } from './lean-options.ts'

const DECLARES = new Set(['package', 'lean_lib', 'lean_exe'])
/** What begins another command behind a declaration. */
const COMMANDS = new Set([
  ...DECLARES,
  ...['require', 'target', 'script', 'post_update', 'extern_lib', 'module_data', 'input_file', 'input_dir'],
  ...[
    'def',
    'abbrev',
    'theorem',
    'instance',
    'meta',
    'open',
    'import',
    'namespace',
    'section',
    'end',
    '@',
    'set_option',
  ],
])

export function readLeanLakefile(text: string): LakefileText {
  const tokens = leanTokens(text).map((token) => token.text.replace(/[«»]/g, ''))
  const notes: string[] = []
  const declared: (LakeSettings & { readonly kind: string })[] = []
  for (const [at, kind] of tokens.entries()) {
    if (!DECLARES.has(kind)) continue
    const name = tokens[at + 1] ?? ''
    const next = tokens.findIndex((one, place) => place > at + 1 && COMMANDS.has(one))
    const { settings, computed } = settingsOf(fieldsOf(tokens.slice(at + 2, next < 0 ? tokens.length : next)))
    declared.push({ kind, ...settings, roots: settings.roots ?? [name] })
    for (const field of computed) notes.push(computedNote(kind, name, field))
  }
  const own = declared.find(({ kind }) => kind === 'package') ?? { options: [], roots: [] }
  return { own: { ...own, roots: [] }, libraries: declared.filter(({ kind }) => kind !== 'package'), notes }
}

function computedNote(kind: string, name: string, field: string): string {
  return (
    `lakefile.lean computes ${field} of ${kind} ${name}. Nothing of it is run here, so what it says there is not known; ` +
    'write it as a list of literals, or use lakefile.toml.'
  )
}

const OPENS = new Set(['[', '(', '⟨', '{'])
const CLOSES = new Set([']', ')', '⟩', '}'])
const NAME = /^[\p{L}_]/u

/** The tokens behind each `field :=`, up to the next field. A brace around all of them does not count. */
function fieldsOf(given: readonly string[]): Map<string, readonly string[]> {
  const tokens = given[0] === '{' ? given.slice(1, -1) : given
  const starts: number[] = []
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (OPENS.has(token)) depth += 1
    if (CLOSES.has(token)) depth -= 1
    if (token === ':=' && depth === 0 && NAME.test(tokens[at - 1] ?? '')) starts.push(at)
  }
  return new Map(
    starts.map((at, place) => {
      const next = starts[place + 1]
      const value = tokens.slice(at + 1, next === undefined ? tokens.length : next - 1)
      return [tokens[at - 1] ?? '', value.at(-1) === ',' ? value.slice(0, -1) : value]
    }),
  )
}

interface Settings {
  readonly srcDir?: string | undefined
  readonly options: readonly LeanOption[]
  readonly roots?: readonly string[] | undefined
}

function settingsOf(fields: ReadonlyMap<string, readonly string[]>): {
  readonly settings: Settings
  /** Fields whose values are no literals. */
  readonly computed: readonly string[]
} {
  const computed: string[] = []
  const read = <T>(field: string, reader: (tokens: readonly string[]) => T | undefined): T | undefined => {
    const tokens = fields.get(field)
    const value = tokens && reader(tokens)
    if (tokens && value === undefined) computed.push(field)
    return value
  }
  const listed = read('leanOptions', (tokens) => listOf(tokens, optionOf)) ?? []
  const given = ['moreLeanArgs', 'weakLeanArgs'].flatMap(
    (field) => read(field, (tokens) => listOf(tokens, stringOf)) ?? [],
  )
  const settings = {
    srcDir: read('srcDir', stringOf),
    options: [...listed, ...optionsFromArguments('lakefile.lean', given)],
    roots: read('roots', (tokens) => listOf(tokens, nameOf)),
  }
  return { settings, computed }
}

/** The parts of a literal list `#[…]`, or undefined if it, or one of them, is something else. */
function listOf<T>(
  tokens: readonly string[],
  read: (part: readonly string[]) => T | undefined,
): T[] | undefined {
  if (tokens[0] !== '#' || tokens[1] !== '[' || tokens.at(-1) !== ']') return undefined
  const parts: string[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(2, -1)) {
    if (OPENS.has(token)) depth += 1
    if (CLOSES.has(token)) depth -= 1
    if (depth < 0) return undefined
    if (depth === 0 && token === ',') parts.push([])
    else parts.at(-1)?.push(token)
  }
  const found: T[] = []
  for (const part of parts.filter(({ length }) => length > 0)) {
    const one = read(part)
    if (one === undefined) return undefined
    found.push(one)
  }
  return found
}

function stringOf([only, more]: readonly string[]): string | undefined {
  const isPlain = only?.startsWith('"') && !only.includes('\\') && more === undefined
  return isPlain ? only?.slice(1, -1) : undefined
}

function nameOf([tick, name, more]: readonly string[]): string | undefined {
  return tick === '`' && more === undefined ? name : undefined
}

/** ⟨`autoImplicit, false⟩ or { name := `autoImplicit, value := false }. */
function optionOf(part: readonly string[]): LeanOption | undefined {
  const inner = part.slice(1, -1).filter((token) => ![':=', 'name', 'value'].includes(token))
  const [tick, name, comma, value, more] = inner
  if (tick !== '`' || name === undefined || comma !== ',' || value === undefined || more) return undefined
  if (value === 'true' || value === 'false') return { name, value: value === 'true' }
  if (/^\d+$/.test(value)) return { name, value: Number(value) }
  const text = stringOf([value])
  return text === undefined ? undefined : { name, value: text }
}
