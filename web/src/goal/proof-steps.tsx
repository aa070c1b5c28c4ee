import { useState } from 'react'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { plural } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { ProblemNote } from '../pieces/pieces.tsx'

/** The proof step by step: each tactic with the goals that Lean still had after it. Lean replays it on demand. */
export function ProofSteps({ goalKey }: { readonly goalKey: string }) {
  const [wanted, setWanted] = useState(false)
  const steps = useResource(wanted ? questions.proofSteps(goalKey) : undefined)
  if (!wanted) {
    return (
      <button type="button" className="button steps-button" onClick={() => setWanted(true)}>
        Show the state after each step
      </button>
    )
  }
  if (steps.problem) return <ProblemNote problem={steps.problem} />
  if (!steps.data) {
    return (
      <p className="loading" role="status">
        Lean replays the proof …
      </p>
    )
  }
  const { data } = steps
  return (
    <>
      <ol className="steps" aria-label="Proof steps">
        <li>
          <div className="step-tactic muted">at the start</div>
          <Goals goals={data.start} />
        </li>
        {data.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position
          <li key={index}>
            <div className="step-tactic">
              <LeanCode text={step.tactic} />
            </div>
            <Goals goals={step.goals} />
            {step.messages.map((message) => (
              <p key={message} className="muted step-message">
                {message}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {data.detail !== null && <p className="muted">{data.detail}</p>}
    </>
  )
}

function Goals({ goals }: { readonly goals: readonly string[] }) {
  if (goals.length === 0) return <p className="step-done">no goals left</p>
  return (
    <div className="step-goals">
      <span className="muted">{plural(goals.length, 'goal')}</span>
      {goals.map((goal, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two goals may read the same
        <LeanCode key={index} text={goal} />
      ))}
    </div>
  )
}
