import type { BatchOptions, Metrics } from '../arc/index.ts'
import type { RunFlags } from './arc-run.ts'

/** What one batch run opens from its flags and its environment, and how it ends. */
export interface ArcSession extends AsyncDisposable {
  readonly options: Omit<BatchOptions, 'log' | 'onProgress'>
  end(metrics: Metrics): Promise<void>
}

export async function openArcSession(
  flags: RunFlags,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ArcSession> {
  return {
    options: batchOptions(flags, env),
    end: async () => {},
    [Symbol.asyncDispose]: async () => {},
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
