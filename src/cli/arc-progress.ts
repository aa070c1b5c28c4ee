import type { BatchProgress } from '../arc/index.ts'
import { clock } from './meter.ts'
import { openProgress, type ProgressOptions } from './progress.ts'

export interface BatchBar extends Disposable {
  update(progress: BatchProgress): void
}

/** The state of a batch: a bar with the solved so far in a terminal, a line now and then elsewhere. */
export function batchBar(options: ProgressOptions = {}): BatchBar {
  const progress = openProgress(options)
  const started = Date.now()
  let before: number | undefined
  return {
    update: ({ done, total, solved }) => {
      // What a run before this one did takes no time and says nothing about the rest.
      before ??= Math.max(0, done - 1)
      const seconds = (Date.now() - started) / 1000
      const left = done > before ? `, about ${clock((seconds / (done - before)) * (total - done))} left` : ''
      progress.show({
        message: `${done}/${total} tasks, ${solved} solved${left}`,
        fraction: total > 0 ? done / total : 1,
        stage: 'tasks',
      })
    },
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  }
}

export interface CountBar extends Disposable {
  update(done: number, total: number): void
}

/** How far training or an evaluation is. */
export function countBar(what: string, options: ProgressOptions = {}): CountBar {
  const progress = openProgress(options)
  return {
    update: (done, total) =>
      progress.show({
        message: `${what} ${done}/${total}`,
        fraction: total > 0 ? done / total : 1,
        stage: what,
      }),
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  }
}
