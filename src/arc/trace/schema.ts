import { z } from 'zod'
import { rowsSchema as grid } from '../io/index.ts'

/** Every row that the pipeline writes, as a schema: rows are checked against it before they reach a file. */
const score = z.number().min(0).max(1)
const index = z.int().min(0)

const SOURCES = ['teacher', 'student', 'llm', 'memory', 'edit'] as const

export const directiveSchema = z.strictObject({
  locus: z.string(),
  edit: z.enum(['drop', 'vary', 'replace', 'insert', 'append', 'condition', 'segment', 'repeat', 'look']),
  /** The step, stage, key or division that is put there; null when something is dropped. */
  step: z.string().nullable(),
  /** The step or the division that stood there; null where there was none. */
  was: z.string().nullable(),
  origin: z.enum(['csa', 'memory', 'model', 'ruler']),
})

const candidateSchema = z.strictObject({
  candidate_id: z.string(),
  iter_idx: index,
  source: z.enum(SOURCES),
  parent_id: z.string().nullable(),
  directive: directiveSchema.nullable(),
  program: z.string(),
  why: z.string(),
  solved: z.array(z.boolean()),
  pairs_solved: index,
  cost: z.number(),
  /** Candidates of the same draft that predict the same test outputs, this one included. */
  support: z.int().min(1),
  nodes: index,
  outputs: z.array(grid.nullable()),
  feature_vec: z.array(z.number()),
  verifier_score: score,
  critic_vec: z.array(z.number()),
  critic_score: z.number(),
  violated: z.array(z.string()),
})

const locusReportSchema = z.strictObject({
  locus: z.string(),
  probes: index,
  /** Change of the verifier score when the place is dropped; null when it cannot be. */
  drop_delta: z.number().nullable(),
  best_delta: z.number(),
  best_edit: directiveSchema.nullable(),
  /** Mean absolute change over all probes. */
  sensitivity: z.number(),
})

const csaSchema = z.strictObject({
  candidate_id: z.string(),
  base_score: score,
  loci: z.array(locusReportSchema),
  blame: z.string().nullable(),
})

const candidateSetSchema = z.strictObject({
  candidates: index,
  distinct_outputs: index,
  largest_group: index,
  /** Train pairs that at least one candidate reproduces. */
  pairs_covered: index,
  /** Train pairs that no candidate reproduces. */
  pairs_open: index,
  score_spread: z.number(),
})

const triedSchema = z.strictObject({
  parent_id: z.string(),
  directive: directiveSchema,
  verifier_score: score,
  kept_as: z.string().nullable(),
})

const iterationSchema = z.strictObject({
  iter_idx: index,
  seeds: z.array(z.string()),
  candidates: z.array(candidateSchema),
  tried: z.array(triedSchema),
  rejected: z.array(z.strictObject({ source: z.enum(SOURCES), text: z.string(), reason: z.string() })),
  csa: z.array(csaSchema),
  candidate_set: candidateSetSchema,
  best_id: z.string().nullable(),
  best_score: score,
  /** Whether the best score rose above that of the iteration before. */
  improved: z.boolean(),
  solved: z.boolean(),
})

const attemptSchema = z.strictObject({
  attempt_1: grid.nullable(),
  attempt_2: grid.nullable(),
  program_1: z.string().nullable(),
  program_2: z.string().nullable(),
  /** How likely each attempt is right by what is known of its program. */
  confidence_1: score,
  confidence_2: score,
})

export const traceSchema = z.strictObject({
  schema: z.literal('arc-trace-1'),
  task_id: z.string(),
  seed: z.int(),
  comparator_version: z.string(),
  critic_version: z.string(),
  settings: z.strictObject({
    nodes: index,
    loop_iters: z.int().min(1),
    candidate_k: z.int().min(1),
    edit_k: index,
    edit_top_m: z.int().min(1),
  }),
  checkpoints: z.record(z.string(), z.string()),
  train_pairs: z.int().min(1),
  facts: z.array(
    z.strictObject({
      key: z.string(),
      sentence: z.string(),
      evidence: z.array(z.strictObject({ pair: index, seen: z.string() })),
    }),
  ),
  memory: z.strictObject({
    summary: z.array(z.string()),
    solved_examples: index,
    repair_cases: index,
    bytes: index,
  }),
  iterations: z.array(iterationSchema),
  status: z.enum(['solved', 'unsolved']),
  best_id: z.string().nullable(),
  /** Whether the safety stop (`--time-budget`) kept something from being begun: then the result depends on the machine. */
  stopped_by_time: z.boolean(),
  /** Operator applications, of searches and of the edits that were tried; 0 in traces of before it was counted. */
  nodes: index.default(0),
  attempts: z.array(attemptSchema),
  /** The programs behind the attempts as they were counted; none in traces of before they were kept. */
  answers: z
    .array(z.strictObject({ program: z.string(), cost: z.number(), support: z.int().min(1) }))
    .default([]),
})

export const taskRowSchema = z.strictObject({
  task_id: z.string(),
  status: z.enum(['solved', 'unsolved', 'error']),
  error: z.string().nullable(),
  seed: z.int(),
  comparator_version: z.string(),
  iterations: index,
  candidates: index,
  program: z.string().nullable(),
  source: z.enum(SOURCES).nullable(),
  pairs_solved: index,
  train_pairs: index,
  verifier_score: score,
  critic_score: z.number(),
  feature_vec: z.array(z.number()),
  attempts: z.array(attemptSchema),
})

const scoredSchema = z.strictObject({
  candidate_id: z.string(),
  program: z.string(),
  feature_vec: z.array(z.number()),
  critic_vec: z.array(z.number()),
  verifier_score: score,
})

/** What every row of a dataset says first. */
const origin = { task_id: z.string(), iter_idx: index, comparator_version: z.string() }

/** A labelled pair of one task and one iteration: `critic_ranking_pairs.jsonl` and the critic buffer. */
export const rankingPairSchema = z.strictObject({
  ...origin,
  critic_version: z.string(),
  better: scoredSchema,
  worse: scoredSchema,
  delta: z.number().positive(),
})

export const blameRowSchema = z.strictObject({
  ...origin,
  candidate_id: z.string(),
  program: z.string(),
  feature_vec: z.array(z.number()),
  base_score: score,
  blame_locus: z.string(),
  loci: z.array(locusReportSchema),
})

const editedSchema = z.strictObject({ directive: directiveSchema, verifier_score: score, delta: z.number() })

export const preferenceSchema = z.strictObject({
  ...origin,
  seed_id: z.string(),
  seed_program: z.string(),
  feature_vec: z.array(z.number()),
  seed_score: score,
  better: editedSchema,
  worse: editedSchema,
  delta: z.number().positive(),
})

/** What a ruler could learn from: a program before and after, or a draft from nothing. */
export const transitionSchema = z.strictObject({
  ...origin,
  source: z.enum(SOURCES),
  fact_keys: z.array(z.string()),
  before: z.string().nullable(),
  directive: directiveSchema.nullable(),
  after: z.string(),
  operators: z.array(z.string()),
  score_before: score,
  score_after: score,
  delta: z.number(),
  solved: z.boolean(),
})

export const indexRowSchema = z.strictObject({
  task_id: z.string(),
  file: z.string(),
  status: z.enum(['solved', 'unsolved']),
  iterations: index,
  sha256: z.string(),
})

export const metricsSchema = z.strictObject({
  tasks: index,
  solved: index,
  unsolved: index,
  errors: index,
  skipped: index,
  /** Tasks that the safety stop cut short. */
  stopped_by_time: index,
  nodes: index,
  mean_verifier_score: score,
  mean_iterations: z.number(),
  candidates: index,
  edits: index,
  improving_edits: index,
  /** Per iteration: the tasks that had it, those whose best score rose, and those that became solved. */
  iterations: z.array(z.strictObject({ iter_idx: index, tasks: index, improved: index, solved: index })),
  rejected: index,
  solved_by: z.record(z.string(), index),
  comparator_version: z.string(),
  critic_version: z.string(),
  seed: z.int(),
  checkpoints: z.record(z.string(), z.string()),
})

export type Directive = z.infer<typeof directiveSchema>
export type ScoredCandidate = z.infer<typeof candidateSchema>
export type LocusReport = z.infer<typeof locusReportSchema>
export type CsaReport = z.infer<typeof csaSchema>
export type CandidateSetReport = z.infer<typeof candidateSetSchema>
export type Iteration = z.infer<typeof iterationSchema>
export type TestAttempts = z.infer<typeof attemptSchema>
export type Trace = z.infer<typeof traceSchema>
export type TaskRow = z.infer<typeof taskRowSchema>
export type RankingPair = z.infer<typeof rankingPairSchema>
export type BlameRow = z.infer<typeof blameRowSchema>
export type DirectivePreference = z.infer<typeof preferenceSchema>
export type Transition = z.infer<typeof transitionSchema>
export type Metrics = z.infer<typeof metricsSchema>

/** The published schemas, by the file name they get in `docs/arc/schemas`. */
export const SCHEMAS = {
  task_row: taskRowSchema,
  trace: traceSchema,
  index_row: indexRowSchema,
  metrics: metricsSchema,
  critic_ranking_pair: rankingPairSchema,
  critic_blame_locus: blameRowSchema,
  critic_directive_pref: preferenceSchema,
  ruler_student_transition: transitionSchema,
} as const

/** Every published schema as JSON Schema text, by file name. */
export function publishedSchemas(): { name: string; text: string }[] {
  return Object.entries(SCHEMAS).map(([name, schema]) => ({
    name: `${name}.schema.json`,
    text: `${JSON.stringify({ title: name, ...z.toJSONSchema(schema) }, null, 2)}\n`,
  }))
}
