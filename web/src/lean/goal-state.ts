/** A goal as Lean prints it, taken apart, and what of it is new beside the goal before it. */
export interface GoalLine {
  /** `h : p`, the line above it where Lean wrapped it; the target has no name. */
  readonly text: string
  readonly kind: 'case' | 'hypothesis' | 'target'
  readonly change: 'new' | 'changed' | 'same'
}

interface Entry {
  readonly text: string
  readonly kind: GoalLine['kind']
  readonly names: readonly string[]
}

/** The lines of a goal, each marked by what the goal before had in its place. */
export function goalLines(text: string, before: string | undefined): readonly GoalLine[] {
  const known = new Map<string, string>()
  const old = before === undefined ? [] : entriesOf(before)
  for (const entry of old) for (const name of entry.names) known.set(name, typeOf(entry))
  const target = old.find(({ kind }) => kind === 'target')?.text
  return entriesOf(text).map((entry) => ({
    text: entry.text,
    kind: entry.kind,
    change: before === undefined ? 'same' : changeOf(entry, known, target),
  }))
}

/** The names that a proof may use; those that Lean made up are out of reach. */
export function hypothesesOf(goal: string): readonly string[] {
  return entriesOf(goal)
    .filter(({ kind }) => kind === 'hypothesis')
    .flatMap(({ names }) => names.filter((name) => !name.includes('✝')))
}

function changeOf(
  entry: Entry,
  known: ReadonlyMap<string, string>,
  target: string | undefined,
): GoalLine['change'] {
  if (entry.kind === 'case') return 'same'
  if (entry.kind === 'target') return entry.text === target ? 'same' : 'changed'
  const types = entry.names.map((name) => known.get(name))
  if (types.every((type) => type === typeOf(entry))) return 'same'
  return types.every((type) => type === undefined) ? 'new' : 'changed'
}

/** A line that begins with a space goes on with the line above it. */
function entriesOf(text: string): Entry[] {
  const entries: { text: string; kind: Entry['kind']; names: readonly string[] }[] = []
  for (const line of text.split('\n')) {
    const last = entries.at(-1)
    if (last && (line.startsWith(' ') || last.kind === 'target')) last.text += `\n${line}`
    else if (line.startsWith('⊢')) entries.push({ text: line, kind: 'target', names: [] })
    else if (line.startsWith('case ')) entries.push({ text: line, kind: 'case', names: [] })
    else entries.push({ text: line, kind: 'hypothesis', names: namesIn(line) })
  }
  return entries
}

function namesIn(line: string): readonly string[] {
  const end = line.indexOf(' :')
  return (end < 0 ? line : line.slice(0, end)).split(' ').filter(Boolean)
}

/** `a b : Nat` and `a : Nat` say the same of `a`. */
function typeOf({ text }: Pick<Entry, 'text'>): string {
  const start = text.indexOf(' :')
  return start < 0 ? '' : text.slice(start)
}
