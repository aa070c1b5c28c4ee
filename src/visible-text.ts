/**
 * Text of others as a person should see it. Characters that steer a terminal, turn the direction of writing or
 * show nothing at all become `\u{202e}`, and so do letters that look like those of ASCII, so that a text never looks
 * like another one. Used where text leaves for a terminal, a log or a page; what is kept and computed with stays as
 * it was.
 */

/** Besides the line break, the tab and the plain space: controls, formats, halves, unassigned, blanks, fillers. */
const HIDDEN = /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Lean takes these for letters of a name, without quotes: Greek letters and signs that are drawn as Latin ones. */
const LATIN_LOOKING = /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϹϲϳ\u212a\u212b]/gu
const WORD = /[\p{L}\p{N}_]+/gu
/** In a word with letters of ASCII these can only deceive; in one of their own they are what they are. */
const FOREIGN =
  /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\uff21-\uff3a\uff41-\uff5a]/gu

type Escape = (character: string) => string

export function visible(text: string): string {
  return escaped(text, (character) => `\\u{${codeOf(character).toString(16)}}`)
}

function escaped(text: string, write: Escape): string {
  return text
    .replace(HIDDEN, write)
    .replace(LATIN_LOOKING, write)
    .replace(WORD, (word) => (/[A-Za-z]/.test(word) ? word.replace(FOREIGN, write) : word))
}

/** JSON text with the same characters as JSON escapes: it shows the same and means what it meant. */
export function visibleJson(json: string): string {
  return escaped(json, (character) =>
    Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(''),
  )
}

/** The same for every string of a value that came as JSON, names of fields included. */
export function visibleValue<T>(value: T): T
export function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visible(value)
  if (Array.isArray(value)) return value.map((item) => visibleValue<unknown>(item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [visible(key), visibleValue<unknown>(item)]),
  )
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
