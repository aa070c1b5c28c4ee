import { blankComments } from '../goal/index.ts'

/** A piece shorter than this is not worth an environment of its own. */
const SHORTEST = 600

/** A word that begins a command and nothing else, at the start of a line behind an empty one. */
const COMMAND =
  /\n\n(?=(?:theorem|lemma|def|abbrev|inductive|structure|class|instance|namespace|section|end|variable)\b)/g

/**
 * Lean text cut between commands. The cuts depend only on what stands before them, so two texts that begin alike have
 * their first pieces in common. Whether Lean takes the pieces one by one is for the caller to see: a `mutual` block is
 * cut, too, and then none of its pieces is a command.
 */
export function textPieces(text: string): string[] {
  const bare = blankComments(text, { strings: true })
  const pieces: string[] = []
  let from = 0
  for (const { index } of bare.matchAll(COMMAND)) {
    const at = index + 2
    // A comment before a command may belong to it.
    if (text.slice(index, at) !== '\n\n' || at - from < SHORTEST) continue
    pieces.push(text.slice(from, at))
    from = at
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '')
}
