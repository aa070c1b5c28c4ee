/**
 * A proof made presentable before it is judged: steps that it does not need go, and long-winded ones give way to plain
 * ones. Whatever does not elaborate is not taken.
 */
import { suggestionsIn } from '../strategies/index.ts'
import type { CommandVerdict } from './elaborate-command.ts'
import type { Extracted } from './helper-lemmas.ts'
import type { FinePlaced, PlacedScript } from './verify-hole.ts'

export interface TidyTools {
  place(extracted: Extracted): PlacedScript
  attempt(placed: PlacedScript): Promise<CommandVerdict>
  /** Namespaces that are open where the proof stands. */
  readonly namespaces: readonly string[]
  readonly signal: AbortSignal
}

/** Each trial elaborates the declaration once: a proof is worth only so many, and so long. */
const MOST_TRIALS = 30
const MOST_MS = 8_000

export async function tidied(found: FinePlaced, tools: TidyTools): Promise<FinePlaced> {
  const started = performance.now()
  let best = found
  let trials = 0
  for (const { ways } of TIDY_RULES) {
    // What did not work once does not work later: only what is new is tried.
    const tried = new Set<string>()
    for (;;) {
      const next = ways(best.placed, tools.namespaces).find((way) => !tried.has(JSON.stringify(way)))
      if (!next || trials >= MOST_TRIALS || performance.now() - started > MOST_MS || tools.signal.aborted)
        break
      tried.add(JSON.stringify(next))
      trials += 1
      const placed = tools.place(next)
      const verdict = await tools.attempt(placed)
      if (verdict.kind === 'fine') best = { kind: 'fine', placed, verdict }
    }
  }
  if (performance.now() - started > MOST_MS) return best
  return await withRulesNamed(best, tools)
}

/** `simp`, `simp_all` and their rules, and what is done to the goals that they leave. */
const SIMPLIFIES = /^(\s*(?:· )?)(simp|simp_all)((?: \[[^\]]*\])?)( <;> .+)?$/
const MOST_COLUMNS = 100

/**
 * A `simp` that leaves something for others to do breaks when the library learns a new rule: such a one names its rules,
 * where they fit into the line. One that closes its goal stays as it is.
 */
async function withRulesNamed(found: FinePlaced, tools: TidyTools): Promise<FinePlaced> {
  let best = found
  const attempt = async (lines: readonly string[]) => {
    const placed = tools.place({ script: lines.join('\n'), lemmas: best.placed.lemmas })
    return { placed, verdict: await tools.attempt(placed) }
  }
  for (const at of best.placed.script.split('\n').keys()) {
    const lines = best.placed.script.split('\n')
    const [, front, name, rules = '', rest = ''] = SIMPLIFIES.exec(lines[at] ?? '') ?? []
    if (front === undefined || tools.signal.aborted || (lines.length === 1 && rest === '')) continue
    const closing = lines.with(at, `${front}(${name}${rules}; done)${rest}`)
    if ((await attempt(closing)).verdict.kind === 'fine') continue
    const asking = await attempt(lines.with(at, `${front}${name}?${rules}${rest}`))
    if (asking.verdict.kind !== 'fine') continue
    const said = suggestionsIn(asking.verdict.messages.map((text) => ({ text })))
    const named = said.find((one) => one.startsWith(`${name} only`) && !one.includes('\n'))
    const line = `${front}${named}${rest}`
    if (named === undefined || line.length > MOST_COLUMNS) continue
    const { placed, verdict } = await attempt(lines.with(at, line))
    if (verdict.kind === 'fine') best = { kind: 'fine', placed, verdict }
  }
  return best
}

interface TidyRule {
  readonly name: string
  /** Proofs that would be tidier, the best one first. */
  ways(proof: Extracted, namespaces: readonly string[]): Extracted[]
}

const BRINGS_INTO_VIEW = /^\s*(?:have \S+ := @\S+|have law\d+ .*|(?:rename_i|clear|generalize|conv|try) .*)$/
/** One line that searches or computes. */
const PROCEDURE = /^(?:omega|grind|simp|simp_all|decide)\b[^\n]*$/
const ALTERNATIVES = '(first | '
const BEFORE_LIST = /\b(?:grind|simp_all|simp only|simp)(?: \([^()]*\))? \[/g

/** Every rule, in order; `place-script.test.ts` has an example of what each is good for. */
export const TIDY_RULES: readonly TidyRule[] = [
  {
    name: 'a procedure where something plain will do',
    ways: ({ script, lemmas }) =>
      PROCEDURE.test(script) ? ['rfl', 'assumption'].map((plain) => ({ script: plain, lemmas })) : [],
  },
  {
    name: 'lines that only bring something into view',
    ways: (proof) => eachLine(proof, (line) => (BRINGS_INTO_VIEW.test(line) ? [undefined] : [])),
  },
  {
    name: 'helper lemmas that nothing mentions',
    ways: ({ script, lemmas }) =>
      lemmas
        .filter(
          ({ name }) =>
            !mentions(script, name) && !lemmas.some((one) => one.name !== name && mentions(one.text, name)),
        )
        .map((unused) => ({ script, lemmas: lemmas.filter((lemma) => lemma !== unused) })),
  },
  {
    name: 'assumptions that are not asked for',
    ways: (proof) =>
      eachLine(proof, (line) =>
        / <;> assumption$/.test(line) ? [line.replace(/ <;> assumption$/, '')] : [],
      ),
  },
  {
    name: 'intros before what introduces by itself',
    ways: (proof) =>
      eachLine(proof, (line) => (/^\s*intros; /.test(line) ? [line.replace('intros; ', '')] : [])),
  },
  {
    name: 'one of several alternatives',
    ways: (proof) =>
      eachLine(proof, (line) => {
        const from = line.indexOf(ALTERNATIVES)
        if (from < 0 || !line.endsWith(')')) return []
        return line
          .slice(from + ALTERNATIVES.length, -1)
          .split(' | ')
          .filter((way) => way !== '')
          .map((way) => line.slice(0, from) + bare(line, way))
      }),
  },
  {
    name: 'lists of rules that are not needed',
    ways: (proof) =>
      eachLine(proof, (line) =>
        [...line.matchAll(BEFORE_LIST)].flatMap((found) => {
          const opened = found.index + found[0].length
          const closed = line.indexOf(']', opened)
          if (closed < 0) return []
          const [before, after] = [line.slice(0, opened - 2), line.slice(closed + 1)]
          const names = line
            .slice(opened, closed)
            .split(',')
            .map((name) => name.trim())
          return [before + after, ...shorter(names).map((some) => `${before} [${some.join(', ')}]${after}`)]
        }),
      ),
  },
  {
    name: 'the same step for every case',
    ways: ({ script, lemmas }) => {
      const [first = '', second = '', ...rest] = script.split('\n')
      const isSame = second !== '' && !/^\s/.test(second) && rest.every((line) => line === second)
      return isSame && !/^(?:have|rename_i|intro)\b/.test(first)
        ? [{ script: `${first} <;> ${second}`, lemmas }]
        : []
    },
  },
  {
    name: 'names as they are known where they stand',
    ways: ({ script, lemmas }, namespaces) =>
      namespaces.flatMap((namespace) => {
        const short = (text: string) =>
          text.replace(new RegExp(`(?<![\\w.])${namespace.replace(/[^\w]/g, '\\$&')}\\.(?=\\w)`, 'g'), '')
        const changed = {
          script: short(script),
          lemmas: lemmas.map(({ name, text }) => ({ name, text: short(text) })),
        }
        return JSON.stringify(changed) === JSON.stringify({ script, lemmas }) ? [] : [changed]
      }),
  },
]

/** Halves of a long list first, since most of its rules are not needed; then all but one. */
function shorter(names: readonly string[]): readonly string[][] {
  const middle = Math.ceil(names.length / 2)
  const halves = names.length < 4 ? [] : [names.slice(0, middle), names.slice(middle)]
  return [...halves, ...names.map((_, at) => names.toSpliced(at, 1)).filter((some) => some.length > 0)]
}

function mentions(text: string, name: string): boolean {
  return text.includes(name)
}

/** An alternative in the place of its brackets: behind another tactic it keeps them if it has several steps. */
function bare(line: string, way: string): string {
  const inner = /^\((.*); done\)$/.exec(way)?.[1] ?? way
  return /;/.test(inner) || (/<;>/.test(line) && inner !== way) ? `(${inner})` : inner
}

/** Proofs with one line changed, or left out where `change` gives nothing for it. */
function eachLine(
  { script, lemmas }: Extracted,
  change: (line: string) => readonly (string | undefined)[],
): Extracted[] {
  const changed = (text: string): string[] => {
    const lines = text.split('\n')
    return lines.flatMap((line, at) =>
      change(line).flatMap((next) => {
        if (next === undefined && lines.length === 1) return []
        return [(next === undefined ? lines.toSpliced(at, 1) : lines.with(at, next)).join('\n')]
      }),
    )
  }
  return [
    ...changed(script).map((next) => ({ script: next, lemmas })),
    ...lemmas.flatMap(({ name, text }, at) =>
      changed(text).map((next) => ({ script, lemmas: lemmas.toSpliced(at, 1, { name, text: next }) })),
    ),
  ]
}
