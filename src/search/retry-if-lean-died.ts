import { LeanGoneError } from '../lean/index.ts'

const TRIES = 4

/**
 * Does work again whose Lean process went away under it. Attempts share processes, so one that has to be killed
 * takes down what its neighbours were doing; a run goes on all the same.
 */
export async function retryIfLeanDied<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LeanGoneError) || left === 0 || signal.aborted) throw error
    }
  }
}
