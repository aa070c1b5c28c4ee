import { type FormEvent, useState } from 'react'
import {
  answer,
  api,
  asProblem,
  type PlaygroundTriedAnswer,
  type ProblemError,
  schemas,
} from '../data/api.ts'
import { GoalView } from '../lean/goal-view.tsx'
import { LeanCode } from '../lean/lean-code.tsx'
import { Badge, Panel, ProblemNote, Skeleton } from '../pieces/pieces.tsx'
import { navigate } from '../router.tsx'
import type { ReadHole } from './places.ts'

type Tried = PlaygroundTriedAnswer['items'][number]

interface HoleProps {
  readonly text: string
  readonly hole: ReadHole
  readonly index: number
  readonly count: number
  /** Whether the cursor shows something else. */
  readonly isElsewhere: boolean
  readonly onUse: (tried: { readonly tactic: string; readonly left: number }) => void
}

/** What can be done at a hole: run tactics, ask for some, make a goal of it. */
export function HoleTools({ text, hole, index, count, isElsewhere, onUse }: HoleProps) {
  const [tactics, setTactics] = useState('')
  const [asked, setAsked] = useState<'run' | 'suggest' | 'submit'>()
  const [tried, setTried] = useState<{ readonly text: string; readonly items: readonly Tried[] }>()
  const [problem, setProblem] = useState<ProblemError>()

  const begin = (what: 'run' | 'suggest' | 'submit', work: () => Promise<void>) => {
    setAsked(what)
    setProblem(undefined)
    work()
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setAsked(undefined))
  }
  const tryOut = (what: 'run' | 'suggest', given?: readonly string[]) =>
    begin(what, async () => {
      setTried(undefined)
      const json = { text, hole: index, ...(given && { tactics: [...given] }) }
      const { items } = await answer(api.playground.try.$post({ json }), schemas.playgroundTried)
      setTried({ text, items })
    })
  const run = (event: FormEvent) => {
    event.preventDefault()
    const given = tactics.split('\n').filter((line) => line.trim() !== '')
    if (given.length > 0) tryOut('run', given)
  }
  const submit = (goal: NonNullable<ReadHole['goal']>) =>
    begin('submit', async () => {
      const json = {
        goal: goal.goal,
        // An example has no name that anybody gave it.
        ...(hole.declaration !== null && !hole.declaration.startsWith('_') && { id: hole.declaration }),
        ...(goal.preamble !== '' && { preamble: goal.preamble }),
        ...(goal.imports.length > 0 && { imports: goal.imports }),
      }
      const { goal_hash } = await answer(api.goals.$post({ json }), schemas.goal)
      navigate(`/goals/${goal_hash}`)
    })
  const name = hole.declaration === null ? 'the statement' : hole.declaration
  const { goal } = hole

  return (
    <Panel
      title={count > 1 ? `Hole ${index + 1} of ${count}` : 'What is to be proved'}
      aside={<span className="mono">{name}</span>}
      className="hole-tools"
    >
      {isElsewhere && hole.goals.map((one) => <GoalView key={one} text={one} />)}
      <form onSubmit={run}>
        <label>
          Tactics, each on a line, tried one by one
          <textarea
            rows={2}
            spellCheck={false}
            placeholder={'intro n\nsimp'}
            value={tactics}
            onChange={(event) => setTactics(event.target.value)}
          />
        </label>
        <div className="try-buttons">
          <button type="submit" className="button" disabled={asked !== undefined || tactics.trim() === ''}>
            Run
          </button>
          <button
            type="button"
            className="button"
            disabled={asked !== undefined}
            onClick={() => tryOut('suggest')}
          >
            Suggest
          </button>
          {goal && (
            <button
              type="button"
              className="button primary"
              disabled={asked !== undefined}
              onClick={() => submit(goal)}
            >
              Turn into a goal
            </button>
          )}
        </div>
      </form>
      <div role="status">
        {asked === 'suggest' && <p className="muted">The engine’s tactics are tried, for up to 20 s …</p>}
        {asked === 'run' && <p className="muted">Lean tries them …</p>}
        {asked === 'submit' && <p className="muted">Lean reads the goal …</p>}
        {tried?.items.length === 0 && (
          <p className="muted">None of the engine’s tactics changes anything here. Its searches may still.</p>
        )}
      </div>
      {asked !== undefined && asked !== 'submit' && <Skeleton lines={2} />}
      {problem && <ProblemNote problem={problem} />}
      {tried && tried.items.length > 0 && (
        <ul className="tried" aria-label="What was tried">
          {tried.items.map((one) => (
            <TriedTactic
              key={one.tactic}
              tried={one}
              before={hole.goals}
              isOld={tried.text !== text}
              onUse={onUse}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function TriedTactic(props: {
  readonly tried: Tried
  readonly before: readonly string[]
  readonly isOld: boolean
  readonly onUse: HoleProps['onUse']
}) {
  const { tactic, outcome, goals, detail } = props.tried
  const isGood = outcome === 'closes' || outcome === 'leads on'
  return (
    <li>
      <div className="tried-head">
        <Badge state={outcome} />
        <LeanCode inline text={tactic} />
        {isGood && (
          <button
            type="button"
            className="button small"
            disabled={props.isOld}
            aria-label={`Use ${tactic}`}
            onClick={() => props.onUse({ tactic, left: goals.length })}
          >
            Use
          </button>
        )}
      </div>
      {detail !== null && <p className="tried-detail">{detail}</p>}
      {goals.map((goal) => (
        <GoalView key={goal} text={goal} before={props.before[0]} />
      ))}
    </li>
  )
}
