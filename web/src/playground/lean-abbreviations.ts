/** `\forall` becomes ∀ while one types, as in Lean's editors. What to do with a letter is decided here, without an editor. */
export type Signs = ReadonlyMap<string, string>

export interface Replacement {
  /** How many letters before the cursor give way. */
  readonly back: number
  readonly insert: string
}

/** A backslash and what was typed behind it, up to the cursor. */
export function abbreviationBefore(line: string): string | undefined {
  const at = line.lastIndexOf('\\')
  if (at < 0) return undefined
  const word = line.slice(at + 1)
  return /\s/.test(word) ? undefined : word
}

/**
 * What a letter does behind an abbreviation; undefined if it is only a letter. A name that cannot go on becomes its sign
 * at once; one that can, as soon as a letter comes that does not continue it.
 */
export function afterLetter(line: string, letter: string, signs: Signs): Replacement | undefined {
  const word = abbreviationBefore(line)
  if (word === undefined) return undefined
  const longer = word + letter
  if (goesOn(longer, signs)) {
    const sign = signs.get(longer)
    return sign !== undefined && !goesFurther(longer, signs)
      ? { back: word.length + 1, insert: sign }
      : undefined
  }
  const found = longestSign(word, signs)
  if (!found) return undefined
  return { back: word.length + 1, insert: found.sign + word.slice(found.length) + letter }
}

/** What the Tab key makes of the abbreviation before the cursor: its sign, or that of the shortest name it begins. */
export function afterTab(line: string, signs: Signs): Replacement | undefined {
  const word = abbreviationBefore(line)
  if (word === undefined || word === '') return undefined
  const sign = signs.get(word) ?? signs.get(namesFrom(word, signs)[0] ?? '')
  return sign === undefined ? undefined : { back: word.length + 1, insert: sign }
}

/** Names that begin like this, short ones first. */
export function namesFrom(beginning: string, signs: Signs): readonly string[] {
  return [...signs.keys()]
    .filter((name) => name.startsWith(beginning))
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
}

function goesOn(word: string, signs: Signs): boolean {
  for (const name of signs.keys()) if (name.startsWith(word)) return true
  return false
}

function goesFurther(word: string, signs: Signs): boolean {
  for (const name of signs.keys()) if (name.length > word.length && name.startsWith(word)) return true
  return false
}

/** `\<h` is ⟨ and the beginning of a name. */
function longestSign(word: string, signs: Signs): { sign: string; length: number } | undefined {
  for (let length = word.length; length > 0; length -= 1) {
    const sign = signs.get(word.slice(0, length))
    if (sign !== undefined) return { sign, length }
  }
  return undefined
}
