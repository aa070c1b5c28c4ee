/** A fault that is done to runs on real workers, again and again. */
import type { BankProcess } from '../../../test/search/bank-process.ts'
import type { Bank, BankEnd, Stage } from './stage.ts'

export interface Fault {
  readonly name: string
  readonly says: string
  /** Why it cannot be done on this machine. */
  readonly missing?: () => string | undefined
  /** Before the first time: who is there. Two workers, unless said otherwise. */
  prepare?(stage: Stage): Promise<AsyncDisposable | undefined>
  /** Once, while attempts are under way; says what was done, or nothing if it came too late to do anything. */
  strike(stage: Stage, run: SubmittedRun): Promise<string | undefined>
  /** What may be left open where attempts are lost to the fault. */
  readonly mayLeaveOpen?: boolean
}

/** The submitter that is under way; a fault may replace it. */
export interface SubmittedRun {
  readonly bank: Bank
  process: BankProcess
}

/** Nothing may be lost: one goal of a bank does not hold, the others do. */
export function whatIsWrong(fault: Fault, { goals }: Bank, end: BankEnd): string | undefined {
  const { processed, solved, refuted } = end
  const isRight = fault.mayLeaveOpen
    ? processed === goals && solved <= goals - 1 && refuted <= 1
    : processed === goals && solved === goals - 1 && refuted === 1
  return isRight
    ? undefined
    : `of ${goals} goals ${processed} were processed, ${solved} solved, ${refuted} refuted`
}
