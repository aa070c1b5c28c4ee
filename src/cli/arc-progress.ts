import { Presets, SingleBar } from 'cli-progress'
import type { BatchProgress } from '../arc/index.ts'

/** The state of a batch: a bar with the solved so far in a terminal, nothing elsewhere. */
export function batchBar(): { update: (progress: BatchProgress) => void; stop: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} }
  const format = 'orch arc: {bar} {value}/{total} tasks, {solved} solved, {eta_formatted} left'
  const bar = new SingleBar(
    { format, stream: process.stderr, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  )
  let started = false
  return {
    update: ({ done, total, solved }) => {
      if (!started) bar.start(total, done, { solved })
      started = true
      bar.update(done, { solved })
    },
    stop: () => bar.stop(),
  }
}
