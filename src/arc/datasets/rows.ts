import { join } from 'node:path'
import { InputError } from '../../errors.ts'
import { jsonLines, writeWhole } from '../../files/index.ts'
import { sha256 } from '../checkpoint/index.ts'
import { COMPARATOR_VERSION, round } from '../compare/index.ts'
import { CRITIC_VERSION } from '../critic/index.ts'
import { layersOf, parseProgram, type Step } from '../dsl/index.ts'
import { readInput } from '../io/index.ts'
import {
  type BlameRow,
  candidatesOf,
  checkedRows,
  type DirectivePreference,
  parseRow,
  type RankingPair,
  readRows,
  SCHEMAS,
  type ScoredCandidate,
  type Trace,
  type Transition,
} from '../trace/index.ts'

/** Scores are rounded to six places; anything nearer is a tie. */
const TIE = 1e-9

const scored = ({ candidate_id, program, feature_vec, critic_vec, verifier_score }: ScoredCandidate) => ({
  candidate_id,
  program,
  feature_vec,
  critic_vec,
  verifier_score,
})

/** What every row of a dataset says first. */
const originOf = ({ task_id, comparator_version }: Trace, iter_idx: number) => ({
  task_id,
  iter_idx,
  comparator_version,
})

/** Every two of what was scored, the better one first; what is no further apart than a threshold is dropped. */
function* ordered<T extends { readonly verifier_score: number }>(
  some: readonly T[],
  others: readonly T[],
  threshold: number,
) {
  for (const a of some) {
    for (const b of others) {
      const [better, worse] = a.verifier_score >= b.verifier_score ? [a, b] : [b, a]
      const delta = better.verifier_score - worse.verifier_score
      if (delta > Math.max(TIE, threshold)) yield { better, worse, delta: round(delta) }
    }
  }
}

/** Labelled pairs of two lists of candidates of one task and iteration, the better one first, ties dropped. */
export function* rankingPairsOf(
  task_id: string,
  iter_idx: number,
  some: readonly ScoredCandidate[],
  others: readonly ScoredCandidate[],
): Generator<RankingPair> {
  const origin = { task_id, iter_idx, comparator_version: COMPARATOR_VERSION, critic_version: CRITIC_VERSION }
  for (const { better, worse, delta } of ordered(some, others, TIE))
    yield { ...origin, better: scored(better), worse: scored(worse), delta }
}

/** All labelled pairs of a trace: within one iteration only. */
export function* rankingPairs(trace: Trace): Generator<RankingPair> {
  for (const { iter_idx, candidates } of trace.iterations) {
    for (const [i, candidate] of candidates.entries())
      yield* rankingPairsOf(trace.task_id, iter_idx, [candidate], candidates.slice(i + 1))
  }
}

/** One row per analysed candidate: its places with their sensitivities, and the blamed one. Tied blame is dropped. */
export function* blameRows(trace: Trace): Generator<BlameRow> {
  for (const { iter_idx, csa, candidates } of trace.iterations) {
    for (const report of csa) {
      const candidate = candidates.find(({ candidate_id }) => candidate_id === report.candidate_id)
      const [first, second] = report.loci.map((locus) => locus.best_delta).sort((a, b) => b - a)
      const tied = first === undefined || (second !== undefined && first - second <= TIE)
      if (candidate === undefined || report.blame === null || tied) continue
      yield {
        ...originOf(trace, iter_idx),
        candidate_id: report.candidate_id,
        program: candidate.program,
        feature_vec: candidate.feature_vec,
        base_score: report.base_score,
        blame_locus: report.blame,
        loci: report.loci,
      }
    }
  }
}

export interface PreferenceOptions {
  readonly seeds: number
  readonly edits: number
  readonly deltaThreshold: number
}

/** Which of two edits of the same seed, in the same iteration, did more good. */
export function* directivePreferences(
  trace: Trace,
  options: PreferenceOptions,
): Generator<DirectivePreference> {
  const all = candidatesOf(trace)
  for (const { iter_idx, seeds, tried } of trace.iterations) {
    for (const seedId of seeds.slice(0, options.seeds)) {
      const seed = all.get(seedId)
      if (seed === undefined) continue
      const own = tried.filter((edit) => edit.parent_id === seedId)
      const edits = [...own.filter((e) => e.kept_as !== null), ...own.filter((e) => e.kept_as === null)]
      const considered = edits.slice(0, options.edits).map(({ directive, verifier_score }) => ({
        directive,
        verifier_score,
        delta: round(verifier_score - seed.verifier_score),
      }))
      const about = {
        ...originOf(trace, iter_idx),
        seed_id: seedId,
        seed_program: seed.program,
        feature_vec: seed.feature_vec,
        seed_score: seed.verifier_score,
      }
      for (const [i, edit] of considered.entries())
        for (const pair of ordered([edit], considered.slice(i + 1), options.deltaThreshold))
          yield { ...about, ...pair }
    }
  }
}

/** Every candidate as a step from what was there before it. */
export function* transitions(trace: Trace): Generator<Transition> {
  const all = candidatesOf(trace)
  const fact_keys = trace.facts.map((fact) => fact.key)
  for (const candidate of all.values()) {
    const parent = all.get(candidate.parent_id)
    const score_before = parent?.verifier_score ?? 0
    yield {
      ...originOf(trace, candidate.iter_idx),
      source: candidate.source,
      fact_keys,
      before: parent?.program ?? null,
      directive: candidate.directive,
      after: candidate.program,
      operators: operatorsOf(candidate.program),
      score_before,
      score_after: candidate.verifier_score,
      delta: round(candidate.verifier_score - score_before),
      solved: candidate.pairs_solved === trace.train_pairs,
    }
  }
}

/** The operators a program uses, by name, in order, as often as they stand there. */
export function operatorsOf(text: string): string[] {
  const parsed = parseProgram(text)
  if (parsed.kind === 'rejected') return []
  const steps = parsed.program.stages.flatMap((stage): readonly Step[] => {
    const isSized = stage.kind === 'stack' || stage.kind === 'cells'
    const size = isSized && stage.size.kind === 'of' ? stage.size.steps : []
    return [...size, ...layersOf(stage).flatMap((layer) => layer.steps)]
  })
  return steps.map(({ op, argument }) => (argument === '' ? op : `${op} ${argument}`))
}

export const DATASETS = {
  ranking: 'critic_ranking_pairs.jsonl',
  blame: 'critic_blame_locus.jsonl',
  prefs: 'critic_directive_prefs.jsonl',
} as const

export type Dataset = keyof typeof DATASETS

export interface BuildOptions extends PreferenceOptions {
  readonly failedOnly: boolean
  readonly maxTasks: number | undefined
}

/** The saved traces of a folder in the order of its index, each checked against its hash and its schema. */
function* savedTraces(
  folder: string,
  options: Pick<BuildOptions, 'failedOnly' | 'maxTasks'>,
): Generator<Trace> {
  const hint = 'Save traces there first: "orch arc run ... --critic-batch-run --out-dir <folder>".'
  const rows = readRows(SCHEMAS.index_row, join(folder, 'index.jsonl'), 'trace index', hint)
  const wanted = rows.filter((row) => !options.failedOnly || row.status !== 'solved')
  for (const row of wanted.slice(0, options.maxTasks)) {
    const file = join(folder, row.file)
    const text = readInput(file, 'trace')
    if (sha256(text) !== row.sha256) {
      throw new InputError(
        'arc_trace_changed',
        `${file}, line 1, field sha256: the trace is not the one its index names.`,
        {
          hint: 'Run the batch again with --critic-batch-run.',
        },
      )
    }
    yield parseRow(SCHEMAS.trace, text, file, 1)
  }
}

/** Every saved trace of a folder. */
export function readTraces(folder: string): Trace[] {
  return [...savedTraces(folder, { failedOnly: false, maxTasks: undefined })]
}

/** What a dataset came out as. `empty` says why there is no row, and what to do about it. */
export interface BuiltDataset {
  readonly rows: number
  readonly tasks: number
  readonly empty?: string
}

/** Builds one dataset from saved traces, without running a task. */
export function buildDataset(folder: string, dataset: Dataset, options: BuildOptions): BuiltDataset {
  const seen = { rows: 0, tasks: 0, candidates: 0, compared: 0, analysed: 0, edited: 0 }
  const lines = function* (): Generator<string> {
    for (const trace of savedTraces(folder, options)) {
      seen.tasks++
      for (const { candidates, csa, tried } of trace.iterations) {
        seen.candidates += candidates.length
        seen.compared += Number(candidates.length > 1)
        seen.analysed += csa.length
        seen.edited += tried.length
      }
      for (const line of LINES[dataset](trace, options)) {
        seen.rows++
        yield line
      }
    }
  }
  writeWhole([{ path: join(folder, DATASETS[dataset]), text: lines() }])
  const { rows, tasks } = seen
  return rows > 0 ? { rows, tasks } : { rows, tasks, empty: whyEmpty(dataset, seen, options) }
}

const LINES: Readonly<Record<Dataset, (trace: Trace, options: BuildOptions) => Iterable<string>>> = {
  ranking: (trace) => jsonLines(checkedRows(SCHEMAS.critic_ranking_pair, rankingPairs(trace))),
  blame: (trace) => jsonLines(checkedRows(SCHEMAS.critic_blame_locus, blameRows(trace))),
  prefs: (trace, options) =>
    jsonLines(checkedRows(SCHEMAS.critic_directive_pref, directivePreferences(trace, options))),
}

function whyEmpty(
  dataset: Dataset,
  seen: Readonly<Record<'tasks' | 'candidates' | 'compared' | 'analysed' | 'edited', number>>,
  { failedOnly }: BuildOptions,
): string {
  if (seen.tasks === 0)
    return failedOnly
      ? 'Every task of the batch was solved: leave out --failed-only.'
      : 'The folder holds no trace.'
  if (seen.candidates === 0) return 'No task has a candidate: give the run more --nodes.'
  if (dataset === 'ranking')
    return seen.compared === 0
      ? 'No iteration has two candidates to compare: run with --candidate-k 8.'
      : 'All candidates of an iteration score alike; ties are dropped.'
  if (dataset === 'blame')
    return seen.analysed === 0
      ? 'No candidate was analysed: what explains every pair has nothing to blame. Take more tasks, or --candidate-k 8.'
      : 'In every analysed candidate two places are blamed alike; ties are dropped.'
  return seen.edited === 0
    ? 'No candidate was edited: run with --loop-iters 3 --edit-k 8 on tasks that are not solved at once.'
    : 'No two edits of a seed differ by more than --delta-threshold.'
}
