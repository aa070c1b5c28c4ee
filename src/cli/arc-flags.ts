import { availableParallelism } from 'node:os'
import { InvalidArgumentError } from 'commander'
import { OrchError } from '../errors.ts'
import { DISK_FULL } from '../files/index.ts'
import { EXIT, runAction } from './output.ts'

/** A whole number given on the command line; anything else is refused. The parser adds the flag's name. */
export function whole(least: number, most = 1e9): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

export function decimal(least: number, most = 1e9): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() !== '' && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
  }
}

export const defaultWorkers = (): number => availableParallelism()

/** A file name given on the command line, or none. */
export const path = (text: string): string => {
  if (text !== '') return text
  throw new InvalidArgumentError('A path given on the command line is empty.')
}

/** Runs an action like any other; a disk that fills up under it is no refusal, so it ends with 1 and not with 2. */
export async function runOnDisk(json: boolean | undefined, action: () => Promise<number>): Promise<void> {
  let isFull = false
  await runAction(json, async () => {
    try {
      return await action()
    } catch (error) {
      isFull = error instanceof OrchError && error.code === DISK_FULL
      throw error
    }
  })
  if (isFull) process.exitCode = EXIT.unsolved
}
