import { availableParallelism } from 'node:os'
import { InputError } from '../errors.ts'

/** A whole number given on the command line; anything else is refused with the flag's name. */
export function whole(flag: string, least: number, most = 1e9): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new InputError(
      'bad_flag',
      `${flag} is '${text}'; it must be a whole number from ${least} to ${most}.`,
    )
  }
}

export function decimal(flag: string, least: number, most = 1e9): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() !== '' && value >= least && value <= most) return value
    throw new InputError('bad_flag', `${flag} is '${text}'; it must be a number from ${least} to ${most}.`)
  }
}

export const defaultWorkers = (): number => availableParallelism()

/** A file name given on the command line, or none. */
export const path = (text: string): string => {
  if (text !== '') return text
  throw new InputError('bad_flag', 'A path given on the command line is empty.')
}
