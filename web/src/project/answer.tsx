import { ProblemNote } from '../pieces/pieces.tsx'
import { useSaid } from './actions.ts'

/** What the server answered to the last button, beside that button. */
export function AnswerPanel({ about }: { readonly about: string }) {
  const said = useSaid(about)
  if (said?.problem) return <ProblemNote problem={said.problem} />
  return said?.text === undefined ? null : (
    <p className="note" role="status">
      {said.text}
    </p>
  )
}
