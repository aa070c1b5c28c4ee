import { randomUUID } from 'node:crypto'
import {
  type BatchEngine,
  type BatchOptions,
  type BatchProgress,
  canDistribute,
  type Metrics,
  remoteTasks,
  TraceKeeper,
} from '../arc/index.ts'
import type { Attempt } from '../attempt.ts'
import { type Config, loadConfig } from '../config/index.ts'
import { createMachine, systemClock, Throttle } from '../engine/index.ts'
import { buildHash, ORCH_VERSION } from '../jobs/index.ts'
import { type ArcAttempt, openLedger } from '../ledger/index.ts'
import { ArcLink } from './arc-link.ts'
import type { RunFlags } from './arc-run.ts'
import { openWorkers } from './fleet.ts'

/** What one batch run opens from its flags and its environment, and how it ends. */
export interface ArcSession extends AsyncDisposable {
  readonly options: Omit<BatchOptions, 'log' | 'onProgress'>
  /** Tells those who watch how far it is. */
  readonly update: (progress: BatchProgress) => void
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
  // With its folder, so that others can find its files.
  const settings = { ...flags, folder: process.cwd() }
  await ledger.startRun({ runId, command: 'arc run', config: settings, seed: flags.seed })
  const { memoryTarget, maxLight, maxHeavy } = config
  // A batch uses the whole machine unless the user has said how much of it.
  const isTold = origins.cpuTarget !== 'default'
  const throttle = new Throttle({
    machine: createMachine(),
    clock: systemClock,
    cpuTarget: isTold ? config.cpuTarget : 1,
    memoryTarget: isTold ? memoryTarget : 1,
  })
  const link = await ArcLink.open({ ledger, runId, throttle, workers: flags.workers })
  const engine: BatchEngine = {
    record: (attempt) => ledger.recordArc(toArcAttempt(attempt)),
    keepReceipt: (goalKey, receipt) => ledger.saveReceipt({ id: receipt.id, goalKey, body: receipt }),
    runId,
    maxLight,
    maxHeavy,
    heavyFrom: config.escalateThreshold,
    throttle,
  }
  const batch = batchOptions(flags, config)
  const { databaseUrl } = config
  const workers = canDistribute(batch.checkpoints)
    ? await openWorkers(
        { ledger, databaseUrl },
        ({ versions: { orch, build, work } }) =>
          orch === ORCH_VERSION && build === buildHash() && work.includes('arc'),
        flags,
      )
    : undefined
  const remote = workers && remoteTasks({ ...workers, runId, priority: flags.urgency ?? 0.5 })
  // Traces that the flags ask for are written where they say; without such flags the dashboard's copy is kept in
  // ORCH_HOME.
  const isTraced = flags.traceJsonl !== undefined || flags.outDir !== undefined
  const keeper = isTraced ? undefined : new TraceKeeper(config.home, runId)
  const onResult: BatchOptions['onResult'] = (_task, result) => {
    if (result.kind === 'trace') keeper?.add(result.trace)
  }
  const options = { ...batch, engine, remote, signal: link.signal, onResult }
  let isEnded = false
  return {
    options,
    update: link.update,
    end: async (metrics) => {
      isEnded = true
      await ledger.endRun(runId, metrics)
    },
    [Symbol.asyncDispose]: async () => {
      if (!isEnded && link.signal.aborted) await ledger.endRun(runId, { interrupted: true })
      await link[Symbol.asyncDispose]()
      await workers?.[Symbol.asyncDispose]()
      await ledger.close()
    },
  }
}

/** The engine's words for an attempt, in those of the table of ARC tasks. */
function toArcAttempt({ goalKey, goalText, strategyVersion, tactics, ...rest }: Attempt): ArcAttempt {
  const { strategy, outcome, timeSeconds, cpuSeconds, startedAt, runId, receipt, error, worker } = rest
  return {
    taskHash: goalKey,
    task: goalText,
    settings: strategyVersion,
    program: tactics[0] ?? '',
    ...{ strategy, outcome, timeSeconds, cpuSeconds, startedAt, runId, receipt, error, worker },
  }
}

function batchOptions(flags: RunFlags, config: Config): ArcSession['options'] {
  const traced = flags.traceJsonl !== undefined || flags.criticBatchRun === true
  const folder = config.arcMemoryDir
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
      ...(flags.timeBudget !== undefined && { timeBudget: flags.timeBudget }),
      analyse: traced || flags.outDir !== undefined,
    },
    workers: flags.workers,
    maxTasks: flags.maxTasks,
    failFast: flags.failFast === true,
    memory:
      folder === undefined
        ? undefined
        : {
            folder,
            namespace: flags.trainNamespace ?? config.arcMemoryNamespace,
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
