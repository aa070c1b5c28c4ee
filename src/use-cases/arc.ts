import { Worker } from 'node:worker_threads'
import { parseTasks, type Trace } from '../arc/index.ts'
import { InputError, OrchError } from '../errors.ts'

type Rows = number[][]

export interface ArcAnswer {
  readonly status: Trace['status']
  readonly program: string | null
  readonly pairs_solved: number
  readonly train_pairs: number
  readonly facts: readonly string[]
  readonly attempts: readonly { readonly attempt_1: Rows | null; readonly attempt_2: Rows | null }[]
}

/** Solves one task in a thread of its own, which ends at once when nobody wants the answer any more. */
export async function solveArcTask(
  task: {
    readonly train: readonly { readonly input: Rows; readonly output: Rows }[]
    readonly test: readonly { readonly input: Rows }[]
  },
  options: { readonly nodes: number; readonly iterations: number; readonly signal: AbortSignal },
): Promise<ArcAnswer> {
  const { tasks, problems } = parseTasks(JSON.stringify(task), 'task.json')
  const [labelled] = tasks
  if (!labelled) throw new InputError('bad-task', problems[0]?.message ?? 'There is no task in the request.')
  const { nodes, iterations, signal } = options
  signal.throwIfAborted()
  const worker = new Worker(new URL('./arc-worker.ts', import.meta.url), {
    workerData: { task: labelled.task, nodes, iterations },
  })
  try {
    return summary(
      await new Promise<Trace>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new OrchError('arc-gone', 'The solver ended without an answer.')))
      }),
    )
  } finally {
    await worker.terminate()
  }
}

function summary({ status, best_id, iterations, train_pairs, facts, attempts }: Trace): ArcAnswer {
  const best = iterations
    .flatMap(({ candidates }) => candidates)
    .find(({ candidate_id }) => candidate_id === best_id)
  return {
    status,
    program: best?.program ?? null,
    pairs_solved: best?.pairs_solved ?? 0,
    train_pairs,
    facts: facts.map(({ sentence }) => sentence),
    attempts: attempts.map(({ attempt_1, attempt_2 }) => ({ attempt_1, attempt_2 })),
  }
}
