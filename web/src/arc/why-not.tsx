import type { ArcTaskDetail } from '../data/api.ts'
import { keyed } from '../pieces/keyed.ts'
import { Panel } from '../pieces/pieces.tsx'
import { ArcGrid } from './arc-grid.tsx'

/** Why a task is not solved: what its best program makes of each train pair, wrong cells crossed. */
export function WhyNot({ task }: { readonly task: ArcTaskDetail }) {
  if (task.why_not === null) return null
  const pairs = task.best_on_train.map((result, index) => ({
    ...result,
    index,
    wanted: task.train[index]?.output,
  }))
  return (
    <Panel title="Why it is not solved">
      <p>{task.why_not}</p>
      <div className="pairs">
        {keyed(pairs, ({ index }) => String(index)).map(([key, { output, wanted, index }]) => (
          <figure key={key}>
            <figcaption className="muted">pair {index + 1}</figcaption>
            {output ? (
              <ArcGrid
                cells={output}
                label={`Best program on pair ${index + 1}`}
                size={140}
                {...(wanted && { expected: wanted })}
              />
            ) : (
              <span className="no-grid muted">nothing</span>
            )}
          </figure>
        ))}
      </div>
    </Panel>
  )
}
