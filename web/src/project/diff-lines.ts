/** The lines of a unified diff, each with what it stands for. */
export interface DiffLine {
  readonly kind: 'file' | 'hunk' | 'added' | 'removed' | 'same' | 'note'
  readonly text: string
}

/** How a carriage return looks once texts are made visible. */
const RETURN = '\\u{d}'

export function diffLines(diff: string): readonly DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n')
  let isHead = true
  const found = lines.map((text): DiffLine => {
    if (text.startsWith('diff --git ')) isHead = true
    if (text.startsWith('@@ ')) {
      isHead = false
      return { kind: 'hunk', text }
    }
    if (isHead) return { kind: 'file', text }
    if (text.startsWith('+')) return { kind: 'added', text }
    if (text.startsWith('-')) return { kind: 'removed', text }
    return { kind: text.startsWith('\\') ? 'note' : 'same', text }
  })
  // In a file with Windows line ends every line has one, and it says nothing; a single one is told.
  const body = found.filter(({ kind }) => kind === 'added' || kind === 'removed' || kind === 'same')
  if (!body.every(({ text }) => text.endsWith(RETURN))) return found
  return found.map((line) =>
    body.includes(line) ? { ...line, text: line.text.slice(0, -RETURN.length) } : line,
  )
}
