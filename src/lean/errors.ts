import { OrchError } from '../errors.ts'

/** Why a Lean process is gone. "Lean says no" is never one of these: that is a reply. */
export type GoneReason =
  | 'not_started' // it never said hello
  | 'exited' // it ended by itself: out of memory, stack overflow, panic
  | 'unresponsive' // it ignored a cancel and was killed
  | 'protocol' // it said something that is not the protocol
  | 'closed' // we closed it

/** The process that was to answer is gone. Work that can be replayed belongs on another one. */
export class LeanGoneError extends OrchError {
  override readonly name = 'LeanGoneError'
  readonly reason: GoneReason
  /** The end of what the process wrote to stderr. */
  readonly log: string

  constructor(
    reason: GoneReason,
    message: string,
    options: { log?: string; hint?: string; cause?: unknown } = {},
  ) {
    super(`lean_gone_${reason}`, message, options)
    this.reason = reason
    this.log = options.log ?? ''
  }
}
