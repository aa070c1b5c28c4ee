/** The kinds of work there are: which queues they come from, and how they are done. */
import { type ArcWork, arcQueue } from '../arc/index.ts'
import { leanQueue } from '../search/index.ts'
import type { LeanWork } from './lean-work.ts'
import type { WorkKind } from './worker.ts'

export function leanKind(work: LeanWork, capability: string): WorkKind {
  return {
    name: 'lean',
    queue: (lane) => leanQueue(lane, capability),
    describe: (data) => {
      const { strategy, input } = data as { strategy?: string; input?: { statement?: string } }
      return `${strategy ?? '?'} on ${(input?.statement ?? '').slice(0, 120)}`
    },
    run: (data, signal) => work.run(data, signal),
  }
}

export function arcKind(work: ArcWork): WorkKind {
  return {
    name: 'arc',
    queue: arcQueue,
    describe: (data) => {
      const { task } = data as { task?: string }
      return `ARC task ${/"task_id":"([^"]*)"/.exec(task ?? '')?.[1] ?? '?'}`
    },
    run: (data, signal) => work.run(data, signal),
  }
}
