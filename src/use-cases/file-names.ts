/** The names of a Lean file: what it declares and where, who uses what, and how a name that was begun may go on. */

import { shownName } from '../fill/index.ts'
import { blankComments } from '../goal/index.ts'
import type { DojoGoal } from '../lean/index.ts'
import type { NameList } from '../premises/index.ts'
import type { ViewedFile } from './file-view.ts'

export interface OutlineEntry {
  readonly name: string
  readonly kind: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly end_line: number
  /** What stands before its value. */
  readonly signature: string
  readonly doc: string | null
  readonly has_sorry: boolean
}

const KEYWORD =
  /(?:^|\s)(theorem|lemma|def|abbrev|instance|structure|class inductive|class|inductive|axiom|opaque)\s+([^\s:({[⦃]+)?/u
const MOST_SIGNATURE = 400

/** The declarations of a file in their order, by the names that Lean gives them. */
export function outlineOf({ module, reading }: ViewedFile): OutlineEntry[] {
  const { body, commands, declarations } = reading
  return commands.flatMap(({ from, to, start, end, kind }, at): OutlineEntry[] => {
    if (!kind.endsWith('.declaration') && !kind.endsWith('.lemma')) return []
    const text = body.slice(from, to)
    const plain = blankComments(text, { strings: true })
    const [found, keyword = '', written = ''] = KEYWORD.exec(plain) ?? []
    if (found === undefined) return []
    const own = declarations.filter(({ command, isInternal }) => command === at && !isInternal)
    const name =
      fullName(
        written,
        own.map((one) => shownName(one.name)),
      ) ?? written
    const place = plain.length - plain.trimStart().length
    const skipped = text.slice(0, place).split('\n')
    return [
      {
        name: name === '' ? '(instance)' : name,
        kind: keyword,
        path: module.path,
        line: start.line + skipped.length - 1,
        column: skipped.length > 1 ? [...(skipped.at(-1) ?? '')].length : start.column,
        end_line: end.line,
        signature: signatureOf(text.slice(place), plain.slice(place)),
        doc: /^\s*\/--([\s\S]*?)-\//.exec(text)?.[1]?.trim() ?? null,
        has_sorry: own.some(({ hasSorry }) => hasSorry),
      },
    ]
  })
}

/** With its namespace: Lean lists what it made of a type, and not the type. */
function fullName(written: string, names: readonly string[]): string | undefined {
  const owner = (name: string) => name.replace(/\.(?:casesOn|recOn|rec|mk)$/, '')
  const all = [...names, ...names.map(owner)]
  return all.find((name) => name === written) ?? all.find((name) => name.endsWith(`.${written}`))
}

function signatureOf(text: string, plain: string): string {
  const ends = [plain.search(/:=/), plain.search(/\bwhere\b/), plain.search(/\n *\|/)].filter(
    (end) => end > 0,
  )
  return text.slice(0, Math.min(...ends, MOST_SIGNATURE)).trim()
}

export interface Reference {
  readonly path: string
  readonly line: number
  readonly column: number
  /** The declaration that it stands in. */
  readonly declaration: string | null
  readonly is_declaration: boolean
  readonly text: string
}

const NAME_LETTER = /[\p{L}\p{N}_'!?₀-₉]/u

/** Where a declaration is named: in its own command, and in those that Lean says use it. */
export function referencesTo(name: string, files: readonly ViewedFile[]): Reference[] {
  const last = name.slice(name.lastIndexOf('.') + 1)
  return files.flatMap(({ module, reading }) => {
    const { body, commands, declarations } = reading
    const plain = blankComments(body, { strings: true })
    return commands.flatMap(({ from, to, start }, at): Reference[] => {
      const here = declarations.filter(({ command }) => command === at)
      const isOwn = here.some((one) => isOf(shownName(one.name), name))
      if (!isOwn && !here.some(({ uses }) => uses.some((used) => isOf(shownName(used), name)))) return []
      const owner = here.find(({ isInternal }) => !isInternal)
      return occurrences(plain.slice(from, to), last).map((place, number) => {
        const before = body.slice(from, from + place).split('\n')
        const line = start.line + before.length - 1
        const column = [...(before.at(-1) ?? '')].length + (before.length === 1 ? start.column : 0)
        return {
          path: module.path,
          line,
          column,
          declaration: owner ? shownName(owner.name) : null,
          is_declaration: isOwn && number === 0,
          text: (body.split('\n')[line - 1] ?? '').trim(),
        }
      })
    })
  })
}

/** What Lean makes of a type or a function counts as it. */
const isOf = (found: string, name: string): boolean => found === name || found.startsWith(`${name}.`)

function occurrences(text: string, word: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWhole = !NAME_LETTER.test(text[at - 1] ?? ' ') && !NAME_LETTER.test(text[at + word.length] ?? ' ')
    if (isWhole) found.push(at)
  }
  return found
}

export interface NameCandidate {
  readonly name: string
  readonly kind: 'hypothesis' | 'project' | 'library'
  readonly type: string | null
}

/** How the name before a place may go on: hypotheses there, the project's declarations, the library. */
export function completionsAt(
  typed: string,
  {
    goals,
    outline,
    library,
    receiverType,
  }: {
    goals: readonly DojoGoal[]
    outline: readonly OutlineEntry[]
    library: NameList | undefined
    /** The type of what stands before the first dot, where Lean knows it: in a signature there are no goals. */
    receiverType?: string | undefined
  },
): NameCandidate[] {
  const hypotheses = (goals[0]?.hypotheses ?? []).filter(({ isAccessible }) => isAccessible)
  const [receiver = '', ...parts] = typed.split('.')
  const type =
    parts.length > 0 ? (hypotheses.find(({ name }) => name === receiver)?.type ?? receiverType) : undefined
  // `xs.len` is `List.len` where xs is a list.
  const head = type === undefined ? undefined : /^[^\s()]+/u.exec(type)?.[0]
  const wanted = head === undefined ? typed : [head, ...parts].join('.')
  const local = hypotheses.flatMap(({ name, type }): NameCandidate[] =>
    name.startsWith(typed) ? [{ name, kind: 'hypothesis', type }] : [],
  )
  const own = outline.flatMap(({ name, signature }): NameCandidate[] =>
    name.startsWith(wanted) || name.endsWith(`.${wanted}`) || lastPart(name).startsWith(wanted)
      ? [{ name, kind: 'project', type: signature }]
      : [],
  )
  const far = library?.from(wanted, 1_000) ?? []
  const found = far.length > 0 || typed === '' ? far : (library?.endingFrom(wanted, 1_000) ?? [])
  return [...local, ...own, ...found.map((name): NameCandidate => ({ name, kind: 'library', type: null }))]
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
