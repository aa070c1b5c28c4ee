/** What is offered while one types: signs behind a backslash, tactics, hypotheses, names of the text and of the library. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { answer, api, schemas } from '../data/api.ts'
import { KEYWORDS, TACTICS } from '../lean/tokens.ts'
import { namesFrom, type Signs } from './lean-abbreviations.ts'

export interface EditorHints {
  /** Names of the hypotheses where the cursor is. */
  readonly hypotheses: () => readonly string[]
}

const MOST_SIGNS = 30
/** A library has thousands of names with any one letter. */
const LEAST_TYPED = 2

export function leanCompletions(sources: EditorHints, signs: () => Signs) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const sign = context.matchBefore(/\\[^\s\\]*/)
    if (sign) return signsFor(sign.text.slice(1), sign.from, signs())
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_'!?₀-₉.]*/u)
    if (!word || (word.text.length < LEAST_TYPED && !context.explicit)) return null
    const near = nearNames(word.text, {
      before: context.state.doc
        .lineAt(word.from)
        .text.slice(0, word.from - context.state.doc.lineAt(word.from).from),
      text: context.state.doc.toString(),
      hypotheses: sources.hypotheses(),
    })
    const gone = new AbortController()
    context.addEventListener('abort', () => gone.abort(), { onDocChange: true })
    // Without the server there is still what the page knows by itself.
    const far = await libraryNames(word.text, gone.signal).catch(() => [])
    if (context.aborted) return null
    const known = new Set(near.map(({ label }) => label))
    const options = [...near, ...far.filter(({ label }) => !known.has(label))]
    return options.length === 0 ? null : { from: word.from, options, filter: false }
  }
}

function signsFor(typed: string, from: number, signs: Signs): CompletionResult {
  const options = namesFrom(typed, signs)
    .slice(0, MOST_SIGNS)
    .map((name): Completion => {
      const sign = signs.get(name) ?? ''
      return { label: `\\${name}`, detail: sign, apply: sign }
    })
  return { from, options, filter: false }
}

/** Where a tactic may stand: at the beginning of a line, and behind what strings tactics together. */
const AT_TACTIC = /(?:^|\bby|=>|<;>|;|·|\btry|\brepeat|\bfirst|\ball_goals|\bany_goals)\s*$/

/** Names that the page knows by itself, the nearest first. */
export function nearNames(
  typed: string,
  here: { readonly before: string; readonly text: string; readonly hypotheses: readonly string[] },
): readonly Completion[] {
  const declared = Array.from(
    here.text.matchAll(/\b(?:theorem|lemma|def|abbrev|inductive|structure|class)\s+([^\s:({[]+)/gu),
    ([, name = '']) => name,
  )
  const groups: readonly (readonly [string, Iterable<string>])[] = [
    ['hypothesis', here.hypotheses],
    ...(AT_TACTIC.test(here.before) ? ([['tactic', TACTICS]] as const) : []),
    ['here', declared],
    ['keyword', KEYWORDS],
  ]
  const found = groups.flatMap(([detail, names]) =>
    [...names].filter((name) => name.startsWith(typed) && name !== typed).map((label) => ({ label, detail })),
  )
  return [...new Map(found.map((one) => [one.label, one])).values()]
}

async function libraryNames(beginning: string, signal: AbortSignal): Promise<readonly Completion[]> {
  const asked = api.playground.names.$get({ query: { beginning } }, { init: { signal } })
  const { items } = await answer(asked, schemas.leanNames)
  return items.map(({ name }) => ({ label: name, detail: 'library' }))
}
