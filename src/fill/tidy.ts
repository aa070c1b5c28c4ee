/**
 * A proof made presentable before it is judged: steps that it does not need go, and long-winded ones give way to plain
 * ones. Whatever does not elaborate is not taken.
 */
import { suggestionsIn } from '../strategies/index.ts'
import type { CommandVerdict } from './elaborate-command.ts'
import type { Extracted } from './helper-lemmas.ts'
import { TIDY_RULES } from './tidy-rules.ts'
import type { FinePlaced, PlacedScript } from './verify-hole.ts'

export interface TidyTools {
  place(extracted: Extracted): PlacedScript
  attempt(placed: PlacedScript): Promise<CommandVerdict>
  /** Namespaces that are open where the proof stands. */
  readonly namespaces: readonly string[]
  readonly signal: AbortSignal
}

/** Each trial elaborates the declaration once: a proof is worth only so many, and so long. */
const MOST_TRIALS = 40
const MOST_MS = 15_000

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
