/** Who is told what Lean does for a piece of work, whichever process does it and however deep in the code it is asked. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CommandName } from './protocol.ts'
import type { Timing } from './server.ts'

export interface LeanWork {
  /** `context`: text that others build on. `start`: a process, until it can be asked something. */
  readonly command: CommandName | 'context' | 'start'
  readonly timing: Timing
}

export type LeanMeter = (work: LeanWork) => void

const meters = new AsyncLocalStorage<LeanMeter>()

/** Tells `meter` of every answer to what `work` asks of Lean. The innermost meter counts. */
export function metered<T>(meter: LeanMeter, work: () => T): T {
  return meters.run(meter, work)
}

/** Whoever has to be told of what is asked now. */
export function meterOfNow(): LeanMeter | undefined {
  return meters.getStore()
}
