/**
 * Reading Lean text by hand, once from left to right. Patterns that may try again from an earlier place take
 * minutes on a text made for it; these loops look at every character a fixed number of times.
 */

/** The end of a comment that begins here, or `at` if none does. Block comments nest; an open one has no end. */
export function commentEnd(text: string, at: number): number {
  if (text.startsWith('--', at)) {
    const end = text.indexOf('\n', at)
    return end < 0 ? text.length : end
  }
  if (!text.startsWith('/-', at)) return at
  let depth = 1
  let place = at + 2
  while (place < text.length && depth > 0) {
    if (text.startsWith('/-', place)) depth += 1
    else if (text.startsWith('-/', place)) depth -= 1
    else {
      place += 1
      continue
    }
    place += 2
  }
  return place
}

/** The end of a string literal that begins here, or `at` if none does. An open one goes to the end of the text. */
export function stringEnd(text: string, at: number): number {
  if (text[at] !== '"') return at
  let place = at + 1
  while (place < text.length && text[place] !== '"') place += text[place] === '\\' ? 2 : 1
  return Math.min(place + 1, text.length)
}

export function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === ''
}

/** The text with every comment, and with `strings` every string, replaced by spaces; lines stay where they are. */
export function blankComments(text: string, { strings = false } = {}): string {
  const kept: string[] = []
  let copied = 0
  for (let at = 0; at < text.length; ) {
    const string = stringEnd(text, at)
    const end = Math.max(commentEnd(text, at), strings ? string : at)
    if (end === at) {
      at = Math.max(at + 1, string)
      continue
    }
    kept.push(text.slice(copied, at), text.slice(at, end).replace(/[^\n]/g, ' '))
    at = end
    copied = end
  }
  kept.push(text.slice(copied))
  return kept.join('')
}

/** What the text ends with of characters that match; `letter` is asked about one code point at a time. */
export function endingOf(text: string, letter: RegExp): string {
  let start = text.length
  while (start > 0) {
    // A low surrogate is the second half of a code point.
    const isPair = /[\udc00-\udfff]/.test(text[start - 1] ?? '') && start > 1
    const before = start - (isPair ? 2 : 1)
    if (!letter.test(text.slice(before, start))) break
    start = before
  }
  return text.slice(start)
}

/** Without these characters at the end. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Without spaces and tabs at the ends of its lines. */
export function trimLineEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => trimEndOf(line, ' \t'))
    .join('\n')
}
