import { z } from 'zod'
import { type Checkpoint, LANGUAGE_HASH, loadCheckpoint, parseWeights } from '../checkpoint/index.ts'
import { CRITIC_FITS, type Critic, criticOf } from '../critic/index.ts'
import { describe, type Fact, factKey } from '../describe/index.ts'
import type { Task } from '../io/index.ts'
import { createWriter, type ProgramWriter } from '../llm/index.ts'
import {
  announcedPrior,
  learntPrior,
  type OperatorPrior,
  priorWeightsSchema,
  symbolicPrior,
} from '../teacher/index.ts'
import type { CheckpointPaths } from './settings.ts'

/** The modules of one run, opened from their checkpoints. */
export interface Parts {
  readonly describe: (task: Pick<Task, 'train'>) => readonly Fact[]
  readonly teacher: OperatorPrior
  readonly student: OperatorPrior | undefined
  /** Models that write programs. */
  readonly writers: readonly ProgramWriter[]
  readonly critic: Critic
  /** Content hash per module: what a result depends on. */
  readonly hashes: Readonly<Record<string, string>>
}

/**
 * Which facts are worth passing on (how often one that held on all pairs but one held on that one too), and which
 * verbs they announce to the teacher.
 */
const describerWeightsSchema = z.strictObject({
  reliability: z.record(z.string(), z.number()),
  threshold: z.number(),
  announces: z.record(z.string(), z.record(z.string(), z.number())),
})

export const RULER_FITS = { language: LANGUAGE_HASH } as const
export const DESCRIBER_FITS = { facts: 'arc-facts-1', language: LANGUAGE_HASH } as const

function describerOf(checkpoint: Checkpoint): Parts['describe'] {
  if (checkpoint.backend !== 'learned') return describe
  const { reliability, threshold } = parseWeights(describerWeightsSchema, checkpoint)
  return (task) => describe(task).filter((fact) => (reliability[factKey(fact)] ?? 1) >= threshold)
}

/** The teacher's prior, told by a trained describer what its facts announce. */
function teacherOf(describer: Checkpoint, ruler: Checkpoint): OperatorPrior {
  const prior = priorOf(ruler) ?? symbolicPrior
  if (describer.backend !== 'learned') return prior
  return announcedPrior(prior, parseWeights(describerWeightsSchema, describer).announces)
}

export function priorOf(checkpoint: Checkpoint): OperatorPrior | undefined {
  return checkpoint.backend === 'learned'
    ? learntPrior(parseWeights(priorWeightsSchema, checkpoint))
    : undefined
}

/** Opens every checkpoint of a run; a missing or mismatched one is refused before any task is touched. */
export function openParts(paths: CheckpointPaths): Parts {
  const describer = loadCheckpoint(paths.describer, 'describer', DESCRIBER_FITS)
  const ruler = loadCheckpoint(paths.ruler, 'ruler', RULER_FITS)
  const student = paths.student === undefined ? undefined : loadCheckpoint(paths.student, 'ruler', RULER_FITS)
  const critic = paths.critic === undefined ? undefined : loadCheckpoint(paths.critic, 'critic', CRITIC_FITS)
  return {
    describe: describerOf(describer),
    teacher: teacherOf(describer, ruler),
    student: student === undefined ? undefined : priorOf(student),
    writers: [ruler, student].flatMap((c) => (c?.backend === 'llm' ? [createWriter(c)] : [])),
    critic: criticOf(critic),
    hashes: {
      describer: describer.hash,
      ruler: ruler.hash,
      ...(student && { enhanced_ruler: student.hash }),
      ...(critic && { critic: critic.hash }),
    },
  }
}
