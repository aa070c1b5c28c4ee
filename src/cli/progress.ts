import { Presets, SingleBar } from 'cli-progress'
import type { OnProgress } from '../lean/index.ts'
import { note } from './output.ts'

/** Shows the one-time build of the embedded Lean: a bar in a terminal, a line per step elsewhere. */
export function buildProgress(): { onProgress: OnProgress; done: () => void } {
  if (!process.stderr.isTTY) {
    let last = ''
    return {
      onProgress: ({ message }) => {
        if (message !== last) note(`orch: ${message}`)
        last = message
      },
      done: () => {},
    }
  }
  let bar: SingleBar | undefined
  return {
    onProgress: ({ fraction, message }) => {
      if (!bar) {
        bar = new SingleBar(
          {
            format: 'orch: {bar} {percentage}% {message}',
            stream: process.stderr,
            hideCursor: true,
            clearOnComplete: true,
          },
          Presets.shades_classic,
        )
        bar.start(100, 0, { message })
      }
      bar.update(Math.round(fraction * 100), { message })
    },
    done: () => bar?.stop(),
  }
}
