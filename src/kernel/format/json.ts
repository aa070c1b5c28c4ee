/**
 * JSON, read strictly: a key that is there twice is refused. `JSON.parse` does the work wherever it can be seen to
 * have kept every key; where texts with colons make that unclear, the line is read again by hand.
 */

export type KernelJson = null | boolean | number | string | readonly KernelJson[] | JsonObject
export interface JsonObject {
  readonly [key: string]: KernelJson
}

export class JsonError extends Error {}

/** Only what says where metadata comes from is nested deeper. */
const MAX_DEPTH = 64

export function parseStrict(text: string): KernelJson {
  let value: KernelJson
  try {
    value = JSON.parse(text) as KernelJson
  } catch (error) {
    throw new JsonError(`it is not JSON (${(error as Error).message})`)
  }
  if (countKeys(value, 0) !== countColons(text)) new Scanner(text).check()
  return value
}

function countColons(text: string): number {
  let count = 0
  for (let i = text.indexOf(':'); i >= 0; i = text.indexOf(':', i + 1)) count++
  return count
}

function countKeys(value: KernelJson, depth: number): number {
  if (value === null || typeof value !== 'object') return 0
  if (depth > MAX_DEPTH) throw new JsonError('it is nested too deeply')
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, depth + 1)
    return count
  }
  for (const key of Object.keys(value))
    count += 1 + countKeys((value as JsonObject)[key] as KernelJson, depth + 1)
  return count
}

/** Walks over text that is known to be JSON and looks for keys that are there twice. */
class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  check(): void {
    this.#value()
  }

  #value(): void {
    this.#space()
    const c = this.#text[this.#at]
    if (c === '{') this.#object()
    else if (c === '[') this.#array()
    else if (c === '"') this.#string()
    else while (this.#at < this.#text.length && !/[,\]}\s]/.test(this.#text[this.#at] as string)) this.#at++
  }

  #object(): void {
    const keys = new Set<string>()
    this.#at++
    for (this.#space(); this.#text[this.#at] !== '}'; this.#space()) {
      const key = this.#string()
      if (keys.has(key)) throw new JsonError(`the key ${JSON.stringify(key)} is there twice`)
      keys.add(key)
      this.#space()
      this.#at++
      this.#value()
      this.#space()
      if (this.#text[this.#at] === ',') this.#at++
    }
    this.#at++
  }

  #array(): void {
    this.#at++
    for (this.#space(); this.#text[this.#at] !== ']'; this.#space()) {
      this.#value()
      this.#space()
      if (this.#text[this.#at] === ',') this.#at++
    }
    this.#at++
  }

  #string(): string {
    const start = this.#at++
    while (this.#text[this.#at] !== '"') this.#at += this.#text[this.#at] === '\\' ? 2 : 1
    this.#at++
    return JSON.parse(this.#text.slice(start, this.#at)) as string
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }
}
