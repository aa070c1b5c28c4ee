/** What a night came to, in words. */
import { z } from 'zod'

/** The parts of `orch fill --json` that are told on. */
export const FillJson = z.looseObject({
  outcomes: z.array(
    z.looseObject({
      path: z.string(),
      line: z.number(),
      declaration: z.string().nullable(),
      outcome: z.enum(['proved', 'refuted', 'failed', 'open', 'skipped']),
      strategy: z.string().nullable(),
      given: z.array(z.string()),
      receipt: z.string().nullable(),
      counterexample: z.string().nullable(),
      why: z.string().nullable(),
      time_seconds: z.number(),
    }),
  ),
  diff: z.string(),
  failures: z.array(z.object({ path: z.string(), failure: z.string() })),
})
export type FillJson = z.infer<typeof FillJson>

export interface Night {
  readonly filled: FillJson
  /** What became of the blueprint's markers. */
  readonly markers: string
  readonly seconds: number
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

export function title({ filled: { outcomes } }: Night): string {
  const proved = outcomes.filter(({ outcome }) => outcome === 'proved')
  const names = [...new Set(proved.flatMap(({ declaration }) => declaration ?? []))]
  if (names.length === 0) return 'Bring the blueprint up to date'
  return names.length <= 2 ? `Prove ${names.join(' and ')}` : `Fill ${count(proved.length, 'hole')}`
}

export function report({ filled, markers, seconds }: Night): string {
  const { outcomes, failures } = filled
  const proved = outcomes.filter(({ outcome }) => outcome === 'proved').length
  const lines = [
    '## Orch',
    '',
    `${proved} of ${count(outcomes.length, 'hole')} proved within ${seconds} s; every proof was checked by the Lean kernel and has its receipt.`,
    '',
  ]
  if (outcomes.length > 0) lines.push('| hole | declaration | outcome | |', '|---|---|---|---|')
  for (const one of outcomes) {
    const cells = [`${one.path}:${one.line}`, one.declaration ?? '', one.outcome, detail(one)]
    lines.push(`| ${cells.map(cell).join(' | ')} |`)
  }
  for (const { path, failure } of failures)
    lines.push('', `Lean could not read ${cell(path)}: ${cell(failure)}`)
  if (markers !== '')
    lines.push('', '### Blueprint', '', '```', markers.trimEnd().replaceAll('```', "'''"), '```')
  return `${lines.join('\n')}\n`
}

function detail(one: FillJson['outcomes'][number]): string {
  if (one.outcome === 'refuted') return `false for ${one.counterexample ?? 'a counterexample'}`
  if (one.outcome !== 'proved') return one.why ?? ''
  const given = one.given.length === 0 ? '' : `, complete given ${one.given.join(', ')}`
  return `${one.strategy ?? ''}, ${one.time_seconds.toFixed(1)} s${given}`
}

/** Names and messages are other people's text: in a table they may neither end a cell nor be taken for markup. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>|~#@!]/g, '\\$&')
}
