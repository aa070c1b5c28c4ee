import type { SearchTreeAnswer } from '../../api/index.ts'
import type { SearchRecord } from '../../search/index.ts'

interface Recorded {
  readonly strategy: string
  readonly runId: string | undefined
  readonly updatedAt: string
  readonly tree: SearchRecord
}

/** A tree of states as the API tells it. */
export function treeAnswer({ strategy, runId, updatedAt, tree }: Recorded, live: boolean): SearchTreeAnswer {
  return {
    strategy,
    run_id: runId ?? null,
    updated_at: updatedAt,
    live,
    left_out: tree.leftOut,
    nodes: tree.nodes.map(({ cpuSeconds, goals, failed, ...node }) => ({
      ...node,
      cpu_seconds: cpuSeconds,
      goals: [...goals],
      failed: failed.map((one) => ({
        tactic: one.tactic,
        outcome: one.outcome,
        cpu_seconds: one.cpuSeconds,
      })),
    })),
  }
}
