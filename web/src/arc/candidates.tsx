import { Bars } from '../charts/bars.tsx'
import type { ArcCandidate, ArcTaskDetail } from '../data/api.ts'
import { ArcGrid } from './arc-grid.tsx'
import { ProgramText } from './program.tsx'

type Round = ArcTaskDetail['rounds'][number]

/** What one iteration tried, best first; a candidate opens to its outputs, its program and the critic's blame. */
export function Candidates({ round, task }: { readonly round: Round; readonly task: ArcTaskDetail }) {
  const sorted = round.candidates.toSorted((a, b) => b.verifier_score - a.verifier_score)
  const blamed = sorted.findIndex((candidate) => candidate.blame !== null)
  return (
    <ul className="candidates">
      {sorted.map((candidate, index) => (
        <li key={candidate.candidate_id}>
          <details open={index === 0 || index === blamed}>
            <summary>
              <span className="candidate-score">{candidate.verifier_score.toFixed(3)}</span>{' '}
              {candidate.candidate_id === round.best_id && <span className="badge good">best</span>}{' '}
              {`${candidate.pairs_solved} of ${candidate.solved.length} pairs, from ${candidate.source}, critic ${candidate.critic_score.toFixed(3)}`}
            </summary>
            <Candidate candidate={candidate} task={task} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function Candidate({ candidate, task }: { readonly candidate: ArcCandidate; readonly task: ArcTaskDetail }) {
  return (
    <div className="candidate">
      <ProgramText text={candidate.program} blame={candidate.blame} />
      {candidate.why !== '' && <p className="muted">Proposed as: {candidate.why}</p>}
      <div className="pairs">
        {candidate.outputs.map((output, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an output is the number of its test
          <figure key={index}>
            <figcaption className="muted">{`test ${index + 1}`}</figcaption>
            {output ? (
              <ArcGrid
                cells={output}
                label={`Output for ${`test ${index + 1}`}`}
                {...expectation(index, task)}
                size={120}
              />
            ) : (
              <span className="no-grid muted">none</span>
            )}
          </figure>
        ))}
      </div>
      {candidate.violated.length > 0 && (
        <p className="muted">
          Against the facts: <code>{candidate.violated.join(', ')}</code>
        </p>
      )}
      {candidate.loci.length > 0 && (
        <div className="stack">
          <h3>What each place of the program does to the score</h3>
          <Bars
            label="Sensitivity per place"
            longLabels
            bars={candidate.loci.map((locus) => ({
              key: locus.locus,
              label: locus.locus,
              value: locus.sensitivity,
              text: `${locus.sensitivity.toFixed(3)}, best edit ${signed(locus.best_delta)}`,
              colour: locus.locus === candidate.blame ? 'var(--bad)' : 'var(--accent)',
            }))}
          />
        </div>
      )}
    </div>
  )
}

function expectation(index: number, task: ArcTaskDetail) {
  const expected = task.test[index]?.output
  return expected ? { expected } : {}
}

const signed = (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(3)}`
