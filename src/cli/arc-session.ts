import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { type BatchOptions, type Metrics, printTask, type Task, type TaskResult } from '../arc/index.ts'
import type { Attempt } from '../attempt.ts'
import { loadConfig } from '../config/index.ts'
import { createMachine, systemClock, Throttle } from '../engine/index.ts'
import { openLedger } from '../ledger/index.ts'
import type { RunFlags } from './arc-run.ts'

/** What one batch run opens from its flags and its environment, and how it ends. */
export interface ArcSession extends AsyncDisposable {
  readonly options: Omit<BatchOptions, 'log' | 'onProgress'>
  end(metrics: Metrics): Promise<void>
}

/** Opens the ledger and, where a CPU target was set, the throttle. Every task leaves one row in the ledger. */
export async function openArcSession(
  flags: RunFlags,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ArcSession> {
  const { config, origins } = loadConfig({ env })
  const ledger = await openLedger({ databaseUrl: config.databaseUrl, home: config.home })
  const runId = randomUUID()
  // With the process and its folder, so that others can tell whether it lives and find its files.
  const whereabouts = { pid: process.pid, host: hostname(), folder: process.cwd() }
  await ledger.startRun({ runId, command: 'arc run', config: { ...flags, ...whereabouts }, seed: flags.seed })
  const gate = origins.cpuTarget === 'default' ? undefined : openGate(config.cpuTarget, config.memoryTarget)
  const recorded: Promise<void>[] = []
  const options = {
    ...batchOptions(flags, env),
    ...(gate && { gate: gate.pass }),
    onResult: (task: Task, result: TaskResult, seconds: number) => {
      gate?.leave()
      recorded.push(ledger.record(attemptOf(task, result, seconds, flags, runId)))
    },
  }
  return {
    options,
    end: async (metrics) => {
      await Promise.all(recorded)
      await ledger.endRun(runId, metrics)
    },
    [Symbol.asyncDispose]: async () => {
      gate?.close()
      await Promise.allSettled(recorded)
      await ledger.close()
    },
  }
}

/** Solved means that the exact verifier accepted a program on all train pairs. */
function attemptOf(task: Task, result: TaskResult, seconds: number, flags: RunFlags, runId: string): Attempt {
  const shown = printTask({ task, answers: [] })
  const solved = result.kind === 'trace' && result.trace.status === 'solved'
  const best =
    result.kind === 'trace'
      ? result.trace.iterations
          .flatMap((it) => it.candidates)
          .find((c) => c.candidate_id === result.trace.best_id)
      : undefined
  return {
    goalKey: `arc:${createHash('sha256').update(shown).digest('hex')}`,
    goalText: `ARC task ${task.id}`,
    strategy: `arc-${best?.source ?? 'teacher'}`,
    strategyVersion: `${flags.nodes} nodes, ${flags.iters ?? flags.loopIters} iterations`,
    outcome: result.kind === 'error' ? 'error' : solved ? 'proved' : 'failed',
    tactics: best === undefined ? [] : [best.program],
    timeSeconds: seconds,
    cpuSeconds: seconds,
    budget: { seconds: 0 },
    startedAt: Date.now() - Math.round(seconds * 1000),
    runId,
    ...(result.kind === 'error' && { error: result.message }),
  }
}

/** Holds tasks back while the machine is busier than the user wants it to be. */
function openGate(cpuTarget: number, memoryTarget: number) {
  const throttle = new Throttle({ machine: createMachine(), clock: systemClock, cpuTarget, memoryTarget })
  let running = 0
  const timer = setInterval(() => throttle.sample(running), Throttle.sampleMs)
  timer.unref()
  return {
    pass: async (): Promise<void> => {
      while (!throttle.admits(running)) await setTimeout(Throttle.sampleMs)
      throttle.started()
      running += 1
    },
    leave: (): void => {
      running -= 1
    },
    close: (): void => clearInterval(timer),
  }
}

function batchOptions(flags: RunFlags, env: NodeJS.ProcessEnv): ArcSession['options'] {
  const traced = flags.traceJsonl !== undefined || flags.criticBatchRun === true
  const folder = env.ARC_V3_MEMORY_DIR
  return {
    batchFile: flags.batchFile,
    outputs: {
      tasks: flags.outJsonl,
      ...(flags.metricsJson !== undefined && { metrics: flags.metricsJson }),
      ...(flags.traceJsonl !== undefined && { trace: flags.traceJsonl }),
      ...(flags.criticBufferJsonl !== undefined && { criticBuffer: flags.criticBufferJsonl }),
      ...(flags.rulerStudentBufferJsonl !== undefined && { studentBuffer: flags.rulerStudentBufferJsonl }),
      ...(flags.outDir !== undefined && { traceFolder: flags.outDir }),
    },
    checkpoints: {
      describer: flags.describerCheckpoint,
      ruler: flags.rulerCheckpoint,
      ...(flags.enhancedRulerCheckpoint !== undefined && { student: flags.enhancedRulerCheckpoint }),
      ...(flags.criticCheckpoint !== undefined && { critic: flags.criticCheckpoint }),
    },
    settings: {
      seed: flags.seed,
      nodes: flags.nodes,
      loopIters: flags.iters ?? flags.loopIters,
      candidateK: flags.KDrafts ?? flags.candidateK,
      editK: flags.editK,
      editTopM: flags.editTopM,
      analyse: traced || flags.outDir !== undefined,
    },
    workers: flags.workers,
    maxTasks: flags.maxTasks,
    failFast: flags.failFast === true,
    memory:
      folder === undefined || folder === ''
        ? undefined
        : {
            folder,
            namespace: flags.trainNamespace ?? (env.ARC_V3_MEMORY_NAMESPACE || 'default'),
            sizes: {
              summary: flags.memoryK,
              episodes: flags.memoryKEpisodes,
              cases: flags.memoryKCases,
              solvedExamples: flags.memoryKSolvedExamples,
              repairCases: flags.memoryKRepairCases,
              maxBytes: flags.memoryMaxBytes,
            },
          },
  }
}
