import { Presets, SingleBar } from 'cli-progress'
import type { BatchProgress } from '../arc/index.ts'

/** How far training or an evaluation is: a bar in a terminal, nothing elsewhere. */
export function countBar(what: string): { update: (done: number, total: number) => void; stop: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} }
  const bar = new SingleBar(
    {
      format: `orch arc: ${what} {bar} {value}/{total}, {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  )
  let started = false
  return {
    update: (done, total) => {
      if (!started) bar.start(total, done)
      started = true
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}

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
