import { OrchError } from '../../errors.ts'
import type { Log } from '../../log/index.ts'
import { sha256 } from '../checkpoint/index.ts'
import { COMPARATOR_VERSION } from '../compare/index.ts'
import { CRITIC_VERSION } from '../critic/index.ts'
import { factKey } from '../describe/index.ts'
import { loadTasks, printTask, type Task } from '../io/index.ts'
import { type CheckpointPaths, type LoopSettings, openParts, type Parts } from '../loop/index.ts'
import {
  learnTrace,
  type MemoryBundle,
  MemoryStore,
  NO_MEMORY,
  type RetrievalSizes,
  retrieveForCritic,
  retrieveForRuler,
} from '../memory/index.ts'
import type { Metrics, TaskRow, Trace } from '../trace/index.ts'
import { FinishedTasks } from './finished.ts'
import type { RemoteTasks } from './remote.ts'
import { metricsOf, type OutputPaths, type TaskResult, taskRow, writeOutputs } from './rows.ts'
import { type BatchEngine, runSchedule } from './schedule.ts'
import type { WorkerAnswer } from './threads.ts'

export interface BatchOptions {
  readonly batchFile: string
  readonly outputs: OutputPaths
  readonly checkpoints: CheckpointPaths
  readonly settings: LoopSettings
  readonly workers: number
  readonly maxTasks: number | undefined
  readonly failFast: boolean
  readonly memory:
    | { readonly folder: string; readonly namespace: string; readonly sizes: RetrievalSizes }
    | undefined
  readonly log: Log
  readonly onProgress?: (progress: BatchProgress) => void
  /** The run's ledger, throttle and lanes. */
  readonly engine?: BatchEngine
  /** Workers of other processes that take the tasks. */
  readonly remote?: RemoteTasks | undefined
  /**
   * Tells the user, when the outputs are in place. What a run that is killed goes on from is kept until this is done:
   * the same command then says it again.
   */
  readonly tell?: (result: BatchResult) => Promise<void>
  /** Stops the batch; what is finished is kept, and the same batch goes on from there. */
  readonly signal?: AbortSignal | undefined
  /** Called when a task's result is on disk. */
  readonly onResult?: (task: Task, result: TaskResult) => void
}

export interface BatchProgress {
  readonly done: number
  readonly total: number
  readonly solved: number
}

export interface BatchResult {
  readonly rows: readonly TaskRow[]
  readonly metrics: Metrics
  /** Tasks taken over from an earlier run that did not end. */
  readonly resumed: number
}

/** Runs a batch of tasks and writes its outputs in the batch's order. */
export async function runBatch(options: BatchOptions): Promise<BatchResult> {
  const { log, settings, failFast } = options
  const batch = loadTasks(options.batchFile)
  for (const problem of batch.problems) log.write('error', 'task cannot be used', { error: problem.message })
  const [problem] = batch.problems
  if (failFast && problem !== undefined) {
    throw new OrchError('arc_bad_task', problem.message, {
      hint: 'Without --fail-fast such tasks are skipped and counted.',
    })
  }
  const parts = openParts(options.checkpoints)
  const tasks = batch.tasks.slice(0, options.maxTasks).map(({ task }) => task)
  const { memory } = options
  const store = memory === undefined ? undefined : new MemoryStore(memory.folder, memory.namespace)
  try {
    const runKey = keyOf(tasks, settings, parts, store)
    const finished = new FinishedTasks(options.outputs.tasks, runKey)
    const resumed = finished.results.size
    if (resumed > 0) log.write('info', 'resuming', { finished: resumed, of: tasks.length })
    try {
      await runRest(options, tasks, parts, store, finished)
    } catch (error) {
      finished.close()
      throw error
    }
    const results = tasks.flatMap((_, index) => finished.results.get(index) ?? [])
    const rows = results.map((result) => taskRow(result, settings.seed))
    const traces = results.flatMap((result): Trace[] => (result.kind === 'trace' ? [result.trace] : []))
    const metrics = metricsOf(rows, traces, {
      skipped: batch.problems.length,
      seed: settings.seed,
      checkpoints: parts.hashes,
    })
    writeOutputs(options.outputs, rows, traces, metrics)
    const result = { rows, metrics, resumed }
    await options.tell?.(result)
    // What it learns makes the same command another run: it comes when everything is told.
    if (store !== undefined) for (const trace of traces) learnTrace(store, trace, runKey)
    finished.remove()
    return result
  } finally {
    store?.close()
  }
}

/** What the results depend on. The number of workers is not part of it, and neither are test outputs. */
function keyOf(
  tasks: readonly Task[],
  settings: LoopSettings,
  parts: Parts,
  store: MemoryStore | undefined,
): string {
  const shown = tasks.map((task) => printTask({ task, answers: [] }))
  const memory = store === undefined ? null : [store.namespace, store.revision()]
  return sha256(JSON.stringify([COMPARATOR_VERSION, CRITIC_VERSION, settings, parts.hashes, memory, shown]))
}

/**
 * What memory knows that may help a task. It is asked before any task of the run ends and taught after all have, so
 * that neither order nor concurrency can change a result.
 */
function bundleFor(
  task: Task,
  parts: Parts,
  store: MemoryStore | undefined,
  sizes: RetrievalSizes | undefined,
): MemoryBundle {
  if (store === undefined || sizes === undefined) return NO_MEMORY
  const keys = parts.describe(task).map(factKey)
  return {
    ruler: retrieveForRuler(store, task.id, keys, sizes),
    critic: retrieveForCritic(store, keys, sizes),
  }
}

async function runRest(
  options: BatchOptions,
  tasks: readonly Task[],
  parts: Parts,
  store: MemoryStore | undefined,
  finished: FinishedTasks,
): Promise<void> {
  const rest = tasks.flatMap((task, index) =>
    finished.results.has(index)
      ? []
      : [{ index, task, memory: bundleFor(task, parts, store, options.memory?.sizes) }],
  )
  const report = (): void => {
    const solved = [...finished.results.values()].filter(
      (r) => r.kind === 'trace' && r.trace.status === 'solved',
    ).length
    options.onProgress?.({ done: finished.results.size, total: tasks.length, solved })
  }
  report()
  let stopped: string | undefined
  const onAnswer = (answer: WorkerAnswer): boolean => {
    const task = tasks[answer.index]
    if (task === undefined) return true
    const result: TaskResult =
      answer.kind === 'trace'
        ? { kind: 'trace', trace: answer.trace }
        : { kind: 'error', task_id: task.id, message: answer.message, tests: task.tests.length }
    if (result.kind === 'error') {
      options.log.write('error', 'task failed', { task_id: task.id, error: result.message })
      if (options.failFast) {
        stopped = `Task ${task.id} failed: ${result.message}`
        return false
      }
    }
    finished.add(answer.index, result)
    options.onResult?.(task, result)
    options.log.write('info', 'task finished', {
      task_id: task.id,
      status: result.kind === 'trace' ? result.trace.status : 'error',
    })
    report()
    return true
  }
  const worker = { checkpoints: options.checkpoints, settings: options.settings }
  const { workers, engine, remote, signal } = options
  await runSchedule({ items: rest, workers, worker, engine, remote, onAnswer, signal })
  if (signal?.aborted && finished.results.size < tasks.length)
    throw new OrchError(
      'arc_stopped',
      `Stopped after ${finished.results.size} of ${tasks.length} tasks, as somebody asked.`,
      { hint: 'They are kept; the same command goes on from there.' },
    )
  if (stopped !== undefined)
    throw new OrchError('arc_task_failed', stopped, {
      hint: 'The finished tasks are kept; the same command goes on from there.',
    })
}
