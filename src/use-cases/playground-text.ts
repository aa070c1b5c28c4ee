/** Which Lean text a text on the playground stands for, and which goal each theorem in it is. */
import { blankComments, declarationHead } from '../goal/index.ts'

export interface PlaygroundText {
  readonly kind: 'statement' | 'file' | 'empty'
  /** What Lean reads. */
  readonly lean: string
  /** How many lines stand before the text in it. */
  readonly linesBefore: number
}

/** Words that a command begins with; what begins otherwise is a statement alone. */
const COMMANDS = new Set(
  (
    'import theorem lemma example def abbrev instance structure class inductive variable open namespace section end ' +
    'universe axiom opaque noncomputable private protected mutual set_option attribute macro syntax notation infix ' +
    'infixl infixr prefix postfix local scoped deriving export initialize unsafe partial nonrec public meta module'
  ).split(' '),
)

export function playgroundText(text: string): PlaygroundText {
  const bare = blankComments(text)
  const first = /\S+/.exec(bare)?.[0] ?? ''
  if (first === '') return { kind: 'empty', lean: text, linesBefore: 0 }
  const isCommand = first.startsWith('#') || first.startsWith('@[') || COMMANDS.has(first)
  if (isCommand || declarationHead(text) !== undefined) return { kind: 'file', lean: text, linesBefore: 0 }
  return { kind: 'statement', lean: `theorem statement :\n${text}\n:= by sorry`, linesBefore: 1 }
}

export interface PlaygroundGoal {
  readonly goal: string
  readonly preamble: string
  readonly imports: readonly string[]
}

/** The theorem of a command as a goal over what stands before it; undefined for what is no theorem. */
export function goalOfCommand(before: string, command: string): PlaygroundGoal | undefined {
  const head = declarationHead(command)
  if (!head || head === 'unfinished') return undefined
  const end = signatureEnd(command)
  const named =
    head.keyword === 'example'
      ? `theorem statement ${command.slice(head.end, end)}`
      : command.slice(head.start, end)
  const lines = before.split('\n')
  const imports = lines.flatMap((line) => /^import\s+(\S+)\s*$/.exec(line)?.[1] ?? [])
  const preamble = lines.filter((line) => !/^import\s/.test(line)).join('\n')
  return { goal: named.replace(/^lemma\b/, 'theorem').trim(), preamble: preamble.trim(), imports }
}

/** Where the proof of a declaration begins: at the first `:=`, `where`, or `|` of a match, outside of brackets. */
function signatureEnd(command: string): number {
  const bare = blankComments(command, { strings: true })
  let depth = 0
  for (let at = 0; at < bare.length; at += 1) {
    const letter = bare[at] ?? ''
    if ('([{⟨⦃'.includes(letter)) depth += 1
    else if (')]}⟩⦄'.includes(letter)) depth -= 1
    else if (
      depth <= 0 &&
      (bare.startsWith(':=', at) || /^(?:\n\s*\|(?!\|)|\bwhere\b)/.test(bare.slice(at, at + 80)))
    )
      return at
  }
  return command.length
}
