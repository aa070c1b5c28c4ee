import { useState } from 'react'
import { LineChart } from '../charts/line-chart.tsx'
import type { ArcTaskDetail } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { plural } from '../format.ts'
import { Badge, CopyButton, Empty, PageHead, Panel, Show } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'
import { ArcGrid } from './arc-grid.tsx'
import { Candidates } from './candidates.tsx'
import { ProgramText } from './program.tsx'
import { WhyNot } from './why-not.tsx'

export function ArcTaskPage({ params }: { readonly params: readonly string[] }) {
  const [runId = '', taskId = ''] = params
  const task = useResource(questions.arcTask(runId, taskId), ['pulse', 'run-ended'])
  return (
    <>
      <PageHead title={`Task ${taskId}`}>
        {task.data && <Badge state={task.data.status} />}
        <Link href={`/arc?run=${encodeURIComponent(runId)}`}>all tasks of this run</Link>
      </PageHead>
      <Show of={task}>
        {(data) => (
          <div className="goal-columns">
            <div className="stack">
              {data.error !== null && <p className="problem">{data.error}</p>}
              <Pairs task={data} />
              <WhyNot task={data} />
              <Attempts task={data} />
              <Rounds task={data} />
            </div>
            <div className="stack">
              <Winner task={data} />
              <Facts task={data} />
            </div>
          </div>
        )}
      </Show>
    </>
  )
}

function Pairs({ task }: { readonly task: ArcTaskDetail }) {
  return (
    <Panel title="Pairs" aside={plural(task.train.length, 'train pair')}>
      {task.train.length === 0 ? (
        <Empty title="The task's file is gone, so its pairs cannot be shown." />
      ) : (
        <div className="pairs">
          {task.train.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pair is its number
            <div key={index} className="pair">
              <ArcGrid cells={pair.input} label={`Input of pair ${index + 1}`} />
              <span aria-hidden="true">→</span>
              <ArcGrid cells={pair.output} label={`Output of pair ${index + 1}`} />
            </div>
          ))}
        </div>
      )}
    </Panel>
  )
}

function Attempts({ task }: { readonly task: ArcTaskDetail }) {
  return (
    <Panel title="Attempts" aside="cells that differ from the expected output are crossed">
      <div className="stack">
        {task.test.map((test, index) => {
          const attempt = task.attempts[index]
          const shown = [
            { name: 'Input', cells: test.input, expected: undefined },
            { name: 'Expected', cells: test.output, expected: undefined },
            { name: 'Attempt 1', cells: attempt?.attempt_1 ?? null, expected: test.output },
            { name: 'Attempt 2', cells: attempt?.attempt_2 ?? null, expected: test.output },
          ]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a test is its number
            <div key={index} className="pairs">
              {shown.map(({ name, cells, expected }) => (
                <figure key={name}>
                  <figcaption className="muted">{name}</figcaption>
                  {cells ? (
                    <ArcGrid
                      cells={cells}
                      label={`${name} of test ${index + 1}`}
                      size={140}
                      {...(expected && { expected })}
                    />
                  ) : (
                    <span className="no-grid muted">{name === 'Expected' ? 'not known' : 'none'}</span>
                  )}
                </figure>
              ))}
            </div>
          )
        })}
        {task.test.length === 0 && <Empty title="There is no test input to show." />}
      </div>
    </Panel>
  )
}

function Winner({ task }: { readonly task: ArcTaskDetail }) {
  return (
    <Panel
      title="Best program"
      aside={task.program !== null && <CopyButton text={task.program} what="the program" />}
    >
      {task.program === null ? (
        <Empty title="No program was found." />
      ) : (
        <>
          <ProgramText text={task.program} />
          <p>
            <Link href={playAddress(task)}>play with it</Link>
          </p>
          <p className="muted">
            {`From ${task.source ?? 'the search'}; ${task.pairs_solved} of ${task.train_pairs} pairs, score ${task.verifier_score.toFixed(3)}.`}
          </p>
        </>
      )}
    </Panel>
  )
}

function Rounds({ task }: { readonly task: ArcTaskDetail }) {
  const [chosen, setChosen] = useState<number>()
  const last = task.rounds.at(-1)
  const round = task.rounds.find((entry) => entry.iter_idx === chosen) ?? last
  if (!round) {
    return (
      <Panel title="Candidates per iteration">
        <Empty title="This run kept no trace.">
          <p>
            Traces of the last ten runs are kept; <code>--trace-jsonl trace.jsonl</code> keeps them for good.
          </p>
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel
      title="Candidates per iteration"
      aside={
        <label className="field">
          Iteration
          <select value={round.iter_idx} onChange={(event) => setChosen(Number(event.target.value))}>
            {task.rounds.map((entry) => (
              <option key={entry.iter_idx} value={entry.iter_idx}>
                {`${entry.iter_idx + 1}: ${plural(entry.candidates.length, 'candidate')}`}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {task.rounds.length > 1 && (
        <LineChart
          label="Best score per iteration"
          height={110}
          yMax={1}
          series={[
            {
              name: 'Best score',
              colour: 'var(--series-1)',
              points: task.rounds.map((entry) => [entry.iter_idx + 1, entry.best_score] as const),
            },
          ]}
          formatX={(value) => `iteration ${Math.round(value)}`}
          formatY={(value) => value.toFixed(3)}
        />
      )}
      <Candidates round={round} task={task} />
    </Panel>
  )
}

function Facts({ task }: { readonly task: ArcTaskDetail }) {
  return (
    <Panel title="Facts" aside={plural(task.facts.length, 'fact')}>
      {task.facts.length === 0 ? (
        <Empty title="Nothing was noticed about this task." />
      ) : (
        <ul className="plain-list">
          {task.facts.map((fact) => (
            <li key={fact.key}>
              {fact.sentence}
              {fact.evidence.length > 0 && (
                <details>
                  <summary>{plural(fact.evidence.length, 'pair')} as evidence</summary>
                  {fact.evidence.map((seen) => (
                    <p key={seen.pair} className="muted">
                      {`pair ${seen.pair + 1}: ${seen.seen}`}
                    </p>
                  ))}
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function playAddress({ program, test }: ArcTaskDetail): string {
  const grid = test[0]?.input.map((row) => row.join('')).join('/') ?? ''
  return `/arc/play?program=${encodeURIComponent(program ?? '')}&grid=${grid}`
}
