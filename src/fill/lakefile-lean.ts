/**
 * A lakefile in Lean, as far as it can be read without running it: `package`, `lean_lib` and `lean_exe` whose fields
 * are literals. What is computed is named in a note.
 */
import type { LakefileText, LakeSettings } from './lakefile.ts'
import { type LeanOption, optionsFromArguments } from './lean-options.ts'

interface Token {
  readonly kind: 'string' | 'name' | 'word' | 'mark'
  readonly text: string
  readonly startsLine: boolean
}

const PIECES =
  /(?<blank>\s+|--[^\n]*)|"(?<string>(?:[^"\\]|\\.)*)"|`(?<name>[\p{L}_][\p{L}\p{N}_'.]*)|(?<word>«[^»\n]*»|[\p{L}_][\p{L}\p{N}_'.!?]*|\d+)|(?<mark>:=|#\[|\+\+|[^\s])/uy

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('/-', at)) {
      at = endOfComment(text, at)
      continue
    }
    PIECES.lastIndex = at
    const groups = PIECES.exec(text)?.groups ?? {}
    const startsLine = at === 0 || text[at - 1] === '\n'
    for (const kind of ['string', 'name', 'word', 'mark'] as const) {
      const found = groups[kind]
      if (found !== undefined) tokens.push({ kind, text: found.replace(/[«»]/g, ''), startsLine })
    }
    at = Math.max(PIECES.lastIndex, at + 1)
  }
  return tokens
}

function endOfComment(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('/-', at)) depth += 1
    else if (text.startsWith('-/', at)) depth -= 1
    else continue
    at += 1
    if (depth === 0) return at + 1
  }
  return text.length
}

const DECLARES = new Set(['package', 'lean_lib', 'lean_exe'])

export function readLeanLakefile(text: string): LakefileText {
  const tokens = tokensOf(text)
  const notes: string[] = []
  const declared: (LakeSettings & { readonly kind: string })[] = []
  for (const [at, token] of tokens.entries()) {
    // Behind an attribute a declaration need not begin its line.
    const isFirst = token.startsLine || tokens[at - 1]?.text === ']'
    if (!isFirst || token.kind !== 'word' || !DECLARES.has(token.text)) continue
    const name = tokens[at + 1]?.text ?? ''
    const next = tokens.findIndex((one, place) => place > at + 1 && one.startsLine)
    const fields = fieldsOf(tokens.slice(at + 2, next < 0 ? tokens.length : next))
    const { settings, computed } = settingsOf(fields)
    declared.push({ kind: token.text, ...settings, roots: settings.roots ?? [name] })
    for (const field of computed) notes.push(computedNote(token.text, name, field))
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

/** The tokens behind each `field :=`, up to the next field. */
function fieldsOf(tokens: readonly Token[]): Map<string, readonly Token[]> {
  const fields = new Map<string, readonly Token[]>()
  let depth = 0
  const starts: number[] = []
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'mark' && '[(⟨#['.includes(text)) depth += 1
    if (kind === 'mark' && '])⟩'.includes(text)) depth -= 1
    if (text === ':=' && depth === 0 && tokens[at - 1]?.kind === 'word') starts.push(at)
  }
  for (const [place, at] of starts.entries()) {
    const end = starts[place + 1]
    const value = tokens.slice(at + 1, end === undefined ? tokens.length : end - 1)
    const name = tokens[at - 1]?.text ?? ''
    fields.set(
      name,
      value.filter(({ text }, last) => !(last === value.length - 1 && /^[,}]$/.test(text))),
    )
  }
  return fields
}

interface Settings {
  readonly srcDir?: string | undefined
  readonly options: readonly LeanOption[]
  readonly roots?: readonly string[] | undefined
}

function settingsOf(fields: ReadonlyMap<string, readonly Token[]>): {
  settings: Settings
  computed: string[]
} {
  const computed: string[] = []
  const read = <T>(field: string, reader: (tokens: readonly Token[]) => T | undefined): T | undefined => {
    const tokens = fields.get(field)
    const value = tokens && reader(tokens)
    if (tokens && value === undefined) computed.push(field)
    return value
  }
  const listed = read('leanOptions', optionList) ?? []
  const given = [...(read('moreLeanArgs', strings) ?? []), ...(read('weakLeanArgs', strings) ?? [])]
  const settings = {
    srcDir: read('srcDir', ([only, more]) => (only?.kind === 'string' && !more ? only.text : undefined)),
    options: [...listed, ...optionsFromArguments('lakefile.lean', given)],
    roots: read('roots', names),
  }
  return { settings, computed }
}

/** The parts of a literal list, or undefined if it is something else. */
function partsOf(tokens: readonly Token[]): Token[][] | undefined {
  if (tokens[0]?.text !== '#[' || tokens.at(-1)?.text !== ']') return undefined
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(1, -1)) {
    if (token.kind === 'mark' && '⟨{(['.includes(token.text)) depth += 1
    if (token.kind === 'mark' && '⟩})]'.includes(token.text)) depth -= 1
    if (depth < 0) return undefined
    if (depth === 0 && token.text === ',') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

function listOf<T>(
  tokens: readonly Token[],
  read: (part: readonly Token[]) => T | undefined,
): T[] | undefined {
  const found = partsOf(tokens)?.map(read)
  return found?.every((one) => one !== undefined) ? (found as T[]) : undefined
}

const strings = (tokens: readonly Token[]) =>
  listOf(tokens, ([only, more]) => (only?.kind === 'string' && !more ? only.text : undefined))

const names = (tokens: readonly Token[]) =>
  listOf(tokens, ([only, more]) => (only?.kind === 'name' && !more ? only.text : undefined))

/** ⟨`autoImplicit, false⟩ or { name := `autoImplicit, value := false }. */
const optionList = (tokens: readonly Token[]) =>
  listOf(tokens, (part): LeanOption | undefined => {
    const words = part.filter(({ kind, text }) => kind !== 'mark' && text !== 'name' && text !== 'value')
    const [name, value, more] = words
    if (name?.kind !== 'name' || !value || more) return undefined
    if (value.kind === 'string') return { name: name.text, value: value.text }
    if (value.text === 'true' || value.text === 'false')
      return { name: name.text, value: value.text === 'true' }
    return /^\d+$/.test(value.text) ? { name: name.text, value: Number(value.text) } : undefined
  })
