/**
 * A batch on the shared engine: every task is a problem, and the pipeline on a worker thread is the one arm that
 * attacks it. The exact verifier judges here, apart from the thread that made the claim.
 */
import { createHash } from 'node:crypto'
import type { Attempt } from '../../attempt.ts'
import {
  type Arm,
  type ArmResult,
  createRandom,
  createScheduler,
  createUcb,
  type Problem,
  type SolutionVerdict,
  type Throttle,
} from '../../engine/index.ts'
import { parseProgram } from '../dsl/index.ts'
import { printTask, type Task } from '../io/index.ts'
import { candidatesOf, type Trace } from '../trace/index.ts'
import { type ArcReceipt, makeArcReceipt, verifyProgram } from '../verify/index.ts'
import type { RemoteTasks } from './remote.ts'
import { Threads, type WorkerAnswer, type WorkerOptions, type WorkerTask } from './threads.ts'

/** What a run shares with the rest of the product. Without it a batch runs unthrottled and leaves no rows. */
export interface BatchEngine {
  readonly record: (attempt: Attempt) => Promise<void>
  /** Called before anybody hears of a solved task. */
  readonly keepReceipt: (goalKey: string, receipt: ArcReceipt) => Promise<void>
  readonly throttle?: Throttle
  readonly maxLight: number
  readonly maxHeavy: number
  /** Tasks at least this difficult go to the heavy lane. */
  readonly heavyFrom: number
  readonly runId: string
}

interface TaskProblem extends Problem {
  readonly item: WorkerTask
}

/** The pipeline counts operator applications, never seconds: the engine's clock must not cut it short. */
const BUDGET = { seconds: 86_400 }
/** A thread that dies may have been unlucky once. */
const ERROR_RETRIES = 1
const MOST_CELLS = 900
const HEAVY_FROM = 0.6

export interface Schedule {
  readonly items: readonly WorkerTask[]
  readonly workers: number
  readonly worker: WorkerOptions
  readonly engine: BatchEngine | undefined
  /** Workers of other processes that take the tasks; without them there are threads here. */
  readonly remote?: RemoteTasks | undefined
  /** Called once per task, in the order in which they finish; says whether to go on. */
  readonly onAnswer: (answer: WorkerAnswer) => boolean
  /** Ends it early; tasks that are under way are left as if they had never begun. */
  readonly signal?: AbortSignal | undefined
}

export async function runSchedule(schedule: Schedule): Promise<void> {
  const { items, workers, worker, engine, remote, onAnswer, signal: stop } = schedule
  await using threads = new Threads(workers, worker)
  const answers = new Map<string, WorkerAnswer>()
  const sources = new Map<string, string>()
  const { settings } = worker
  const { heavyFrom = HEAVY_FROM, throttle, runId } = engine ?? {}
  const arm: Arm<TaskProblem, Trace> = {
    name: 'arc',
    version: `${settings.nodes} nodes, ${settings.loopIters} iterations`,
    run: async ({ key, item, difficulty }, { signal }) => {
      const lane = difficulty < heavyFrom ? 'light' : 'heavy'
      const { answer, ...spent } = remote
        ? await remote.ask(item, worker, lane, signal)
        : await threads.ask(item, signal)
      answers.set(key, answer)
      const best = answer.kind === 'trace' ? candidatesOf(answer.trace).get(answer.trace.best_id) : undefined
      if (best) sources.set(key, best.source)
      return resultOf(answer, best?.program, spent)
    },
  }
  const scheduler = createScheduler<TaskProblem, Trace>({
    arms: [arm],
    policy: createUcb(),
    random: createRandom(settings.seed),
    slate: 1,
    // The job queue has repeated a broken attempt already.
    errorRetries: remote ? 0 : ERROR_RETRIES,
    budget: () => BUDGET,
    verify: (problem, { evidence }) => judge(problem, evidence, engine),
    record: async (attempt) =>
      engine?.record({ ...attempt, strategy: `arc-${sources.get(attempt.goalKey) ?? 'teacher'}` }),
    maxLight: remote ? () => remote.most('light') : Math.min(workers, engine?.maxLight ?? workers),
    maxHeavy: remote ? () => remote.most('heavy') : Math.min(workers, engine?.maxHeavy ?? workers),
    heavyFrom,
    ...(throttle && !remote && { throttle }),
    ...(runId !== undefined && { runId }),
  })
  const finish = (answer: WorkerAnswer): void => {
    if (!onAnswer(answer)) void scheduler.stop().catch(() => {})
  }
  const refusals = new Map<string, string>()
  scheduler.on('refused', ({ problem, reason }) => refusals.set(problem.key, reason))
  scheduler.on('ended', ({ problem: { key, item }, attempt }) => {
    const refused = refusals.get(key)
    if (refused !== undefined) finish({ kind: 'failed', index: item.index, message: refused })
    else if (attempt.outcome === 'proved' || attempt.outcome === 'failed')
      finish(answers.get(key) ?? lost(item))
  })
  scheduler.on('exhausted', ({ problem: { item }, failures }) => {
    const broken = failures.find(({ outcome }) => outcome === 'error')
    if (broken) finish({ ...lost(item), ...(broken.error !== undefined && { message: broken.error }) })
  })
  for (const problem of problemsOf(items)) scheduler.enqueue(problem)
  await scheduler.run(stop ? { signal: stop } : {})
}

interface Cost {
  readonly seconds: number
  readonly worker?: string
}

function resultOf(
  answer: WorkerAnswer,
  program: string | undefined,
  { seconds, worker }: Cost,
): ArmResult<Trace> {
  const spent = {
    cpuSeconds: seconds,
    ...(worker !== undefined && { worker, timeSeconds: seconds }),
    tactics: program === undefined ? [] : [program],
  }
  if (answer.kind === 'failed') return { kind: 'failed', error: answer.message, ...spent }
  if (answer.trace.status !== 'solved') return { kind: 'failed', ...spent }
  return { kind: 'proved', evidence: answer.trace, ...spent }
}

/** Solved means that the program reproduces every train pair. */
async function judge(
  { key, text, item: { task } }: TaskProblem,
  trace: Trace,
  engine: BatchEngine | undefined,
): Promise<SolutionVerdict> {
  const program = candidatesOf(trace).get(trace.best_id)?.program ?? ''
  const parsed = parseProgram(program)
  if (parsed.kind !== 'program' || !verifyProgram(parsed.program, task.train).solved)
    return { kind: 'rejected', reason: 'The program does not reproduce the train pairs.' }
  const receipt = makeArcReceipt(task, program, text)
  await engine?.keepReceipt(key, receipt)
  return { kind: 'accepted', receipt: receipt.id }
}

function lost(item: WorkerTask): Extract<WorkerAnswer, { kind: 'failed' }> {
  return { kind: 'failed', index: item.index, message: 'The worker thread gave no answer.' }
}

/** Tasks with the same grids under two names are two problems: both want an answer. */
function problemsOf(items: readonly WorkerTask[]): TaskProblem[] {
  const seen = new Set<string>()
  return items.map((item) => {
    const shown = printTask({ task: { ...item.task, id: '' }, answers: [] })
    const grids = `arc:${createHash('sha256').update(shown).digest('hex')}`
    const key = seen.has(grids) ? `${grids}:${item.index}` : grids
    seen.add(key)
    return { key, text: `ARC task ${item.task.id}`, difficulty: difficultyOf(item.task), priority: 0.5, item }
  })
}

/** The share of the largest possible grid: what a task costs grows with its cells. */
function difficultyOf({ train, tests }: Task): number {
  const grids = [...train.flatMap(({ input, output }) => [input, output]), ...tests]
  return Math.max(...grids.map(({ width, height }) => width * height)) / MOST_CELLS
}
