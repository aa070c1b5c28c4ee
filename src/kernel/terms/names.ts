/** Hierarchical names, each stored once: equal names have equal numbers. */

export type Name = number

export const ANONYMOUS: Name = 0

export class NameTable {
  readonly #prefix: Name[] = [ANONYMOUS]
  readonly #part: (string | number)[] = ['']
  readonly #index = new Map<string, Name>()

  get size(): number {
    return this.#part.length
  }

  str(prefix: Name, part: string): Name {
    return this.#intern(prefix, part, `s${prefix}.${part}`)
  }

  num(prefix: Name, part: number): Name {
    return this.#intern(prefix, part, `n${prefix}.${part}`)
  }

  prefix(name: Name): Name {
    return this.#prefix[name] as Name
  }

  /** The last component: a string, or a number. */
  part(name: Name): string | number {
    return this.#part[name] as string | number
  }

  /** A dotted text of plain components, as in `of('Nat.succ')`. */
  of(dotted: string): Name {
    return dotted.split('.').reduce((prefix, part) => this.str(prefix, part), ANONYMOUS)
  }

  components(name: Name): (string | number)[] {
    const parts: (string | number)[] = []
    for (let n = name; n !== ANONYMOUS; n = this.prefix(n)) parts.push(this.part(n))
    return parts.reverse()
  }

  fromComponents(parts: readonly (string | number)[]): Name {
    return parts.reduce<Name>(
      (prefix, part) => (typeof part === 'string' ? this.str(prefix, part) : this.num(prefix, part)),
      ANONYMOUS,
    )
  }

  /** For people. Different names have different texts: a part that could be read as something else is quoted. */
  text(name: Name): string {
    return name === ANONYMOUS ? '[anonymous]' : this.components(name).map(shownPart).join('.')
  }

  /** The first component. */
  root(name: Name): string | number {
    let n = name
    while (n !== ANONYMOUS && this.prefix(n) !== ANONYMOUS) n = this.prefix(n)
    return this.part(n)
  }

  /** `name` with its prefix `from` replaced; unchanged if it does not begin with it. */
  rebase(name: Name, from: Name, to: Name): Name {
    if (name === from) return to
    if (name === ANONYMOUS) return name
    const prefix = this.rebase(this.prefix(name), from, to)
    if (prefix === this.prefix(name)) return name
    const part = this.part(name)
    return typeof part === 'string' ? this.str(prefix, part) : this.num(prefix, part)
  }

  #intern(prefix: Name, part: string | number, key: string): Name {
    const known = this.#index.get(key)
    if (known !== undefined) return known
    const name = this.#part.length
    this.#prefix.push(prefix)
    this.#part.push(part)
    this.#index.set(key, name)
    return name
  }
}

/** Dots, spaces and quotes would make two parts of one, digits a number; what cannot be seen is written out. */
function shownPart(part: string | number): string {
  if (typeof part === 'number' || /^(?!\d+$)[^\s.«»[\]\p{C}]+$/u.test(part)) return String(part)
  const visible = part.replaceAll(/[«»\p{C}]|(?! )\s/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`)
  return `«${visible}»`
}
