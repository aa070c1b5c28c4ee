/** JSON lines: one value a line, blank lines between them allowed, and lines that are not JSON told apart. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export interface JsonLine {
  /** Counted from 1. */
  readonly line: number
  readonly source: string
  readonly json:
    | { readonly kind: 'value'; readonly value: unknown }
    | { readonly kind: 'broken'; readonly error: unknown }
}

export function* jsonLinesIn(text: string): Generator<JsonLine> {
  for (const { line, source } of filledLines(text)) yield { line, source, json: jsonOf(source) }
}

/** Lines that are not blank, with their numbers. */
export function* filledLines(text: string): Generator<{ readonly line: number; readonly source: string }> {
  let line = 0
  for (const source of text.split('\n')) {
    line++
    if (source.trim() !== '') yield { line, source }
  }
}

/** The same of a file that may be large. */
export async function* readJsonLines(file: string): AsyncGenerator<JsonLine> {
  let line = 0
  for await (const source of createInterface({ input: createReadStream(file) })) {
    line++
    if (source.trim() !== '') yield { line, source, json: jsonOf(source) }
  }
}

export function jsonOf(source: string): JsonLine['json'] {
  try {
    return { kind: 'value', value: JSON.parse(source) }
  } catch (error) {
    return { kind: 'broken', error }
  }
}

export function* jsonLines(rows: Iterable<unknown>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}
