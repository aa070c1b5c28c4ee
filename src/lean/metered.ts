/** Who is told what Lean does for a piece of work, whichever process does it and however deep in the code it is asked. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { LeanCommandName } from './requests.ts'
import type { Timing } from './server.ts'

export interface MeteredWork {
  /** `context`: text that others build on. `start`: a process, until it can be asked something. */
  readonly command: LeanCommandName | 'context' | 'start'
  readonly timing: Timing
}

export type LeanMeter = (work: MeteredWork) => void

const meters = new AsyncLocalStorage<LeanMeter>()

/** Tells `meter` of every answer to what `work` asks of Lean. The innermost meter counts. */
export function metered<T>(meter: LeanMeter, work: () => T): T {
  return meters.run(meter, work)
}

/** Whoever has to be told of what is asked now. */
export function meterOfNow(): LeanMeter | undefined {
  return meters.getStore()
}
