/** The outcome of each goal of a set as a table in a file. */
import { writeFileSync } from 'node:fs'
import type { Outcome } from '../../src/attempt.ts'

export interface GoalRow {
  readonly id: string
  readonly goal: string
  readonly truth: boolean
  readonly outcome: Outcome
  readonly strategy: string | null
  readonly cpuSeconds: number
  readonly lemmas: readonly string[]
}

/** What a proof states on its way, however deep inside: `have lem1 : …` and `suffices apart : …`. */
export function lemmasIn(script: string): string[] {
  return [
    ...script.matchAll(/\b(?:have lem\d+|suffices apart) : ([^\n]+?)(?: := by| from apart [^\n]+)$/gm),
  ].map(([, statement]) => statement ?? '')
}

const isSettled = ({ truth, outcome }: GoalRow): boolean => outcome === (truth ? 'proved' : 'refuted')
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export function writeTable(
  file: string,
  {
    set,
    strategies,
    of,
  }: { readonly set: string; readonly strategies: readonly string[]; readonly of: number },
  rows: readonly GoalRow[],
): void {
  const kinds = [true, false].flatMap((truth) => {
    const all = rows.filter((row) => row.truth === truth)
    if (all.length === 0) return []
    return [
      `${all.filter(isSettled).length} of ${all.length} ${truth ? 'true ones proved' : 'false ones refuted'}`,
    ]
  })
  const wrong = rows.filter(({ truth, outcome }) => outcome === (truth ? 'refuted' : 'proved'))
  const seconds = rows.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  const lines = rows.map(({ id, goal, outcome, strategy, cpuSeconds, lemmas }) => {
    const by = strategy === null ? '' : ` by ${strategy}`
    const used = lemmas.map((lemma) => `\`${cell(lemma)}\``).join(', ')
    return `| ${id} | \`${cell(goal)}\` | ${outcome}${by} | ${cpuSeconds.toFixed(1)} | ${used} |`
  })
  const text = `# ${set}

${strategies.join(', ')} on ${rows.length} of ${of} goals: ${kinds.join(', ')}, ${wrong.length} wrong,
${seconds.toFixed(0)} CPU seconds in all.

| goal | statement | outcome | CPU s | lemmas in the proof |
|---|---|---|---|---|
${lines.join('\n')}
`
  writeFileSync(file, text)
}
