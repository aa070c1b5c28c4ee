/** The names that Lean text gives to what it declares. */

/** The name that a declaration has in its own text, without the namespace that is open there. */
export function nameInText(command: string): string | undefined {
  return /\b(?:theorem|lemma|def|abbrev|instance|structure|class)\s+((?:«[^«»]*»|[^\s.«»:({[⦃])+(?:\.(?:«[^«»]*»|[^\s.«»:({[⦃])+)*)/.exec(
    command,
  )?.[1]
}

const MODIFIERS = new Set(['private', 'protected', 'nonrec'])

/** The name that a line gives to a theorem, if it does. */
export function theoremNameOnLine(line: string): string | undefined {
  const words = line.trim().split(/\s+/)
  const [keyword, name] = words.slice(words.findIndex((word) => !MODIFIERS.has(word)))
  return keyword === 'theorem' || keyword === 'lemma' ? name?.split(/[:({[⦃]/u, 1)[0] : undefined
}

/** Lean itself knows no `lemma`; a library that many use does. */
export function lemmaAsTheorem(line: string): string {
  const rest = line.trimStart()
  return /^lemma\s/.test(rest) ? `${line.slice(0, -rest.length)}theorem${rest.slice('lemma'.length)}` : line
}

/** A theorem's header under another name. */
export function renamedTheorem(header: string, name: string): string {
  return header.replace(/^([\s\S]*?\btheorem\s+)\S+/, `$1${name}`)
}
