import { goalLines } from './goal-state.ts'
import { LeanCode } from './lean-code.tsx'

const WORDS = { new: 'new', changed: 'changed', same: '' } as const

/** One goal, hypothesis by hypothesis; what the step before did not have is marked. */
export function GoalView({ text, before }: { readonly text: string; readonly before?: string | undefined }) {
  return (
    <ul className="goal-view">
      {goalLines(text, before).map((line) => (
        <li key={line.text} className={`goal-line ${line.kind} ${line.change}`}>
          <LeanCode inline text={line.text} />
          {line.change !== 'same' && <span className="goal-mark">{WORDS[line.change]}</span>}
        </li>
      ))}
    </ul>
  )
}
