/** Text that fits: measured in terminal columns, since Lean's ∀ takes one and 数 takes two. */
import stringWidth from 'string-width'
import { visible } from '../visible-text.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Columns that a text takes; colours take none. */
export function textWidth(text: string): number {
  return stringWidth(text)
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
