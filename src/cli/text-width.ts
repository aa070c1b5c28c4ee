/** Text that fits: measured in terminal columns, since Lean's ∀ takes one and 数 takes two. */
import { createRequire } from 'node:module'
import { visible } from '../visible-text.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Compiling its table of emoji takes longer than all else that starts a command, so it waits for text that needs it. */
let measure: ((text: string) => number) | undefined
const PLAIN = /^[ -~]*$/

/** Columns that a text takes; colours take none. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  measure ??= (createRequire(import.meta.url)('string-width') as typeof import('string-width')).default
  return measure(text)
}

/** One line in which everything can be seen: what a stranger wrote must not steer the terminal. */
export function oneLine(text: string): string {
  return visible(text.replace(/\s+/gu, ' ')).trim()
}

/** Cuts text without colours to a number of columns; what was cut ends with an ellipsis. */
export function cutText(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (textWidth(text) <= columns) return text
  let kept = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += textWidth(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)))
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - textWidth(text))) + text
}

/** Breaks a sentence without colours between words, so that a terminal need not break it within one. */
export function wrapText(text: string, columns: number | undefined): string {
  if (!columns || textWidth(text) <= columns) return text
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && textWidth(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.join('\n')
}
