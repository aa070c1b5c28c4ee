import { type KeyboardEvent, useRef, useState } from 'react'
import type { ProofStepsAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { refresh, useResource } from '../data/resource.ts'
import { plural } from '../format.ts'
import { GoalView } from '../lean/goal-view.tsx'
import { LeanCode } from '../lean/lean-code.tsx'
import { keyed } from '../pieces/keyed.ts'
import { ProblemNote, Skeleton } from '../pieces/pieces.tsx'

/** The proof step by step. States that were stored when it was found are there at once; Lean replays the others. */
export function ProofSteps({ goalKey }: { readonly goalKey: string }) {
  const [wanted, setWanted] = useState(false)
  // They may be stored a moment after the proof is known.
  const stored = useResource(questions.proofSteps(goalKey, false), ['attempt', 'search'])
  const replayed = useResource(wanted && !stored.data ? questions.proofSteps(goalKey, true) : undefined)
  const data = stored.data ?? replayed.data
  if (data) return <Stepper steps={data} />
  if (stored.loading) return <Skeleton lines={2} />
  if (!wanted) {
    return (
      <button type="button" className="button steps-button" onClick={() => setWanted(true)}>
        Show the state after each step
      </button>
    )
  }
  if (replayed.problem) {
    return (
      <>
        <ProblemNote problem={replayed.problem} />
        <button
          type="button"
          className="button steps-button"
          onClick={() => refresh(questions.proofSteps(goalKey, true))}
        >
          Try again
        </button>
      </>
    )
  }
  return (
    <p className="loading" role="status">
      Lean replays the proof …
    </p>
  )
}

const KEYS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

function Stepper({ steps: { start, steps, detail } }: { readonly steps: ProofStepsAnswer }) {
  const last = steps.length
  const [at, setAt] = useState(last)
  const list = useRef<HTMLOListElement>(null)
  const go = (to: number) => {
    const next = Math.max(0, Math.min(last, to))
    setAt(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const by = KEYS[event.key] ?? (event.key === 'Home' ? -at : event.key === 'End' ? last - at : undefined)
    if (by === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(at + by)
  }
  const goalsAt = (index: number) => (index === 0 ? start : (steps[index - 1]?.goals ?? []))
  const rows = [{ tactic: null, goals: start }, ...steps]
  return (
    <div className="stepper">
      <ol className="steps" aria-label="Proof steps" ref={list} onKeyDown={press}>
        {keyed(rows, (row) => row.tactic ?? '').map(([key, { tactic, goals }], index) => (
          <li key={key}>
            <button
              type="button"
              className="step"
              aria-current={index === at ? 'step' : undefined}
              tabIndex={index === at ? 0 : -1}
              onClick={() => setAt(index)}
            >
              {tactic === null ? (
                <span className="muted">at the start</span>
              ) : (
                <LeanCode inline text={tactic} />
              )}
              <span className={goals.length === 0 ? 'step-done' : 'muted'}>
                {goals.length === 0 ? 'no goals left' : plural(goals.length, 'goal')}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <section className="step-state" aria-label="State at this step" aria-live="polite">
        <State
          goals={goalsAt(at)}
          before={at === 0 ? undefined : goalsAt(at - 1)}
          messages={steps[at - 1]?.messages ?? []}
        />
      </section>
      {detail !== null && <p className="muted">{detail}</p>}
    </div>
  )
}

/** The goal worked on is compared with the one before; a goal that was there already has nothing new. */
function State({
  goals,
  before,
  messages,
}: {
  readonly goals: readonly string[]
  readonly before: readonly string[] | undefined
  readonly messages: readonly string[]
}) {
  return (
    <>
      {goals.length === 0 && <p className="step-done">No goals left: the proof is complete here.</p>}
      {keyed(goals).map(([key, goal]) => (
        <GoalView key={key} text={goal} before={before?.includes(goal) ? goal : before?.[0]} />
      ))}
      {messages.map((message) => (
        <p key={message} className="muted step-message">
          {message}
        </p>
      ))}
    </>
  )
}
