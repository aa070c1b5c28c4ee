/** One row of a file, taken apart field by field: what is missing, of another type or unknown is an error. */
import type { JsonObject, KernelJson } from './json.ts'

/** The file is not what the format says. */
export class FormatError extends Error {}

export function object(value: KernelJson | undefined, what: string): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new FormatError(`${what} must be an object`)
  return value as JsonObject
}

/** An object with exactly these fields. */
export function fields(value: KernelJson | undefined, what: string, names: readonly string[]): JsonObject {
  const row = object(value, what)
  for (const name of names)
    if (!Object.hasOwn(row, name)) throw new FormatError(`${what} has no field '${name}'`)
  const keys = Object.keys(row)
  if (keys.length !== names.length) {
    const extra = keys.find((key) => !names.includes(key))
    throw new FormatError(`${what} has a field '${extra}' that the format does not know`)
  }
  return row
}

export function natural(value: KernelJson | undefined, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new FormatError(`${what} must be a natural number`)
  return value
}

export function flag(value: KernelJson | undefined, what: string): boolean {
  if (typeof value !== 'boolean') throw new FormatError(`${what} must be true or false`)
  return value
}

export function textField(value: KernelJson | undefined, what: string): string {
  if (typeof value !== 'string') throw new FormatError(`${what} must be a text`)
  if (!value.isWellFormed()) throw new FormatError(`${what} is not Unicode`)
  return value
}

export function list(value: KernelJson | undefined, what: string): readonly KernelJson[] {
  if (!Array.isArray(value)) throw new FormatError(`${what} must be a list`)
  return value as readonly KernelJson[]
}

export function oneOf<T extends string>(value: KernelJson | undefined, what: string, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw new FormatError(`${what} must be one of ${words.join(', ')}`)
  return word
}
