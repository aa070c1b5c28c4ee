import type { GoalDetail } from '../data/api.ts'

type GoalFacts = Pick<GoalDetail, 'goal' | 'preamble' | 'imports' | 'context' | 'script' | 'status'>

/** A goal as a small file: what it builds on, and the theorem with its proof, or a hole in its place. */
export function textOfGoal({ goal, preamble, imports, context, script, status }: GoalFacts): string {
  const head = imports.map((name) => `import ${name}`).join('\n')
  // The script of a goal that was refuted proves the negation.
  const proof = (status === 'proved' ? script : null) ?? 'sorry'
  const lines = proof.split('\n').map((line) => `  ${line}`)
  const binders = context.map((one) => ` (${one})`).join('')
  const isNamed = /^(?:theorem|lemma|example)\b/.test(goal.trimStart())
  const statement = isNamed ? goal.trim() : `theorem goal${binders} :\n    ${goal.trim()}`
  return [head, preamble.trim(), `${statement} := by\n${lines.join('\n')}`]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}
