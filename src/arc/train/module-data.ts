import { createHash } from 'node:crypto'
import { deterministicCritic, editsAt, randomFor } from '../critic/index.ts'
import { operatorsOf, rankingPairsOf } from '../datasets/index.ts'
import { describe, factKey, factSentence } from '../describe/index.ts'
import { lociOf, parseProgram } from '../dsl/index.ts'
import type { GeneratedTask } from '../generate/index.ts'
import { draftOf, scoreDraft } from '../loop/index.ts'
import type { RankingPair } from '../trace/index.ts'

/** Supervised rows for each module, from tasks whose program is known. */
export interface ModuleData {
  readonly describer: readonly { task_id: string; facts: { key: string; sentence: string }[] }[]
  readonly ruler: readonly { task_id: string; fact_keys: string[]; program: string; operators: string[] }[]
  readonly critic: readonly RankingPair[]
}

/** Wrong neighbours of the right program that a critic row compares with it. */
const NEIGHBOURS = 4
const LIMITS = { vary: 2, replace: 2, insert: 0 }

/** Which tasks are for validation: by the id alone, so that a task stays on its side whatever else is generated. */
export function isForValidation(taskId: string, share: number): boolean {
  return createHash('sha256').update(taskId).digest().readUInt32BE() / 2 ** 32 < share
}

export function moduleData(tasks: readonly GeneratedTask[], seed: number): ModuleData {
  return {
    describer: tasks.map(({ labelled: { task } }) => ({
      task_id: task.id,
      facts: describe(task).map((fact) => ({ key: factKey(fact), sentence: factSentence(fact) })),
    })),
    ruler: tasks.map(({ labelled: { task }, program }) => ({
      task_id: task.id,
      fact_keys: describe(task).map(factKey),
      program,
      operators: operatorsOf(program),
    })),
    critic: tasks.flatMap((made) => criticRows(made, seed)),
  }
}

/** The right program beside programs that differ from it in one place. */
function criticRows({ labelled: { task }, program: text }: GeneratedTask, seed: number): RankingPair[] {
  const parsed = parseProgram(text)
  if (parsed.kind === 'rejected') return []
  const random = randomFor(seed, task.id)
  const neighbours = lociOf(parsed.program)
    .flatMap((locus) => editsAt(parsed.program, locus, LIMITS, random))
    .slice(0, NEIGHBOURS)
  const keys = describe(task).map(factKey)
  const candidates = [parsed.program, ...neighbours.map(({ program }) => program)].map((program, at) =>
    scoreDraft(
      task,
      draftOf(task, program, 'teacher', 'generated'),
      { candidate_id: `c${at}`, iter_idx: 0, parent_id: null, directive: null },
      keys,
      deterministicCritic,
    ),
  )
  return [...rankingPairsOf(task.id, 0, candidates.slice(0, 1), candidates.slice(1))]
}
