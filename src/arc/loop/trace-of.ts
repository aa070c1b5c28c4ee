import { COMPARATOR_VERSION } from '../compare/index.ts'
import { CRITIC_VERSION } from '../critic/index.ts'
import { type Fact, factKey, factSentence } from '../describe/index.ts'
import type { Task } from '../io/index.ts'
import type { MemoryBundle } from '../memory/index.ts'
import type { Trace } from '../trace/index.ts'
import type { Parts } from './open-models.ts'
import type { LoopSettings } from './settings.ts'

type Outcome = Pick<Trace, 'iterations' | 'status' | 'best_id' | 'attempts' | 'stopped_by_time' | 'nodes'>

/** Everything that is known of a finished task, as one row. It holds no test output. */
export function traceOf({
  task,
  settings,
  parts,
  memory: { ruler, critic },
  facts,
  ...outcome
}: Outcome & {
  readonly task: Task
  readonly settings: LoopSettings
  readonly parts: Parts
  readonly memory: MemoryBundle
  readonly facts: readonly Fact[]
}): Trace {
  return {
    schema: 'arc-trace-1',
    task_id: task.id,
    seed: settings.seed,
    comparator_version: COMPARATOR_VERSION,
    critic_version: CRITIC_VERSION,
    settings: {
      nodes: settings.nodes,
      loop_iters: settings.loopIters,
      candidate_k: settings.candidateK,
      edit_k: settings.editK,
      edit_top_m: settings.editTopM,
    },
    checkpoints: { ...parts.hashes },
    train_pairs: task.train.length,
    facts: facts.map((fact) => ({
      key: factKey(fact),
      sentence: factSentence(fact),
      evidence: fact.evidence.map(({ pair, seen }) => ({ pair, seen })),
    })),
    memory: {
      summary: critic.summary,
      solved_examples: ruler.solved_examples.length,
      repair_cases: ruler.repair_cases.length,
      bytes: Buffer.byteLength(JSON.stringify({ ruler, critic })),
    },
    ...outcome,
  }
}
