/**
 * JSON with one byte form, so that a hash of the text is a hash of the value and nothing hides between the two.
 *
 * The form: one line and a final newline, no other whitespace; keys sorted by UTF-16 code units, none twice;
 * strings as `JSON.stringify` writes them, without NUL and lone surrogates; numbers as ECMAScript writes them,
 * not negative, finite, whole ones at most 2^53 - 1.
 *
 * Reading is printing: a text is accepted if it is exactly what its value prints as. So there is no second
 * grammar that could disagree with the printer.
 */
import { InputError } from './errors.ts'

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

export interface CanonicalLimits {
  /** Bytes of UTF-8, the final newline included. */
  readonly maxBytes?: number
  /** Arrays and objects inside each other. */
  readonly maxDepth?: number
}

const MAX_BYTES = 4 * 1024 * 1024
const MAX_DEPTH = 32

/** The value of a text in the one form; anything else is an `InputError` that says what is wrong and where. */
export function parseCanonical(text: string | Uint8Array, limits: CanonicalLimits = {}): Json {
  const { maxBytes = MAX_BYTES } = limits
  const bytes = typeof text === 'string' ? Buffer.byteLength(text) : text.byteLength
  if (bytes > maxBytes) throw refusal(`it has ${bytes} bytes and at most ${maxBytes} are read`)
  const read = typeof text === 'string' ? text : decode(text)
  let value: unknown
  try {
    value = JSON.parse(read)
  } catch (cause) {
    throw refusal(cause instanceof Error ? cause.message : 'it cannot be read', cause)
  }
  const printed = printCanonical(value, limits)
  if (printed !== read) throw refusal(`it differs from that form ${whereDiffering(read, printed)}`)
  return value as Json
}

/** The one form of a value. What JSON cannot hold, or two readers would read differently, is an `InputError`. */
export function printCanonical(
  value: unknown,
  { maxBytes = MAX_BYTES, maxDepth = MAX_DEPTH }: CanonicalLimits = {},
): string {
  const text = `${print(value, maxDepth)}\n`
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw refusal(`it has ${bytes} bytes and at most ${maxBytes} are read`)
  return text
}

function print(value: unknown, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return printNumber(value)
  if (typeof value === 'string') return printString(value)
  if (typeof value !== 'object') throw refusal(`a value is of type ${typeof value}`)
  if (depth === 0) throw refusal('arrays and objects are nested too deeply')
  // A hole of an array reads as undefined and is refused like one.
  if (Array.isArray(value)) return `[${Array.from(value, (item) => print(item, depth - 1)).join(',')}]`
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    throw refusal('a value is neither a plain object nor an array')
  }
  const fields = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${printString(key)}:${print(item, depth - 1)}`)
  return `{${fields.join(',')}}`
}

function printNumber(value: number): string {
  if (!Number.isFinite(value)) throw refusal(`the number ${value} is not finite`)
  if (value < 0 || Object.is(value, -0)) throw refusal('a number is negative')
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw refusal(`the number ${value} is too large`)
  return String(value)
}

function printString(value: string): string {
  if (value.includes('\0')) throw refusal('a string holds the character NUL')
  if (!value.isWellFormed()) throw refusal('a string holds half of a character (a lone surrogate)')
  return JSON.stringify(value)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw refusal('it is not UTF-8', cause)
  }
}

function whereDiffering(read: string, printed: string): string {
  let at = 0
  while (at < read.length && read[at] === printed[at]) at += 1
  const found = JSON.stringify(read.slice(at, at + 12))
  const wanted = JSON.stringify(printed.slice(at, at + 12))
  return `at character ${at + 1}: it has ${found} where ${wanted} belongs`
}

function refusal(why: string, cause?: unknown): InputError {
  return new InputError('not_canonical', `This is not canonical JSON: ${why}.`, {
    hint: 'It has to be one line with sorted keys and no spaces, as Orch writes it. Get the file again from where it was made.',
    cause,
  })
}
