/**
 * Lean text that somebody is writing. Nothing here judges anything: what Lean says is shown as what Lean says, and a
 * goal that is made of it goes the way of every other goal.
 */
import {
  Dojo,
  type FileReply,
  type GoalInput,
  type LeanPool,
  type LeanServer,
  type TextPosition,
} from '../lean/index.ts'
import { suggestionsIn } from '../strategies/index.ts'
import { CLOSERS, closers, movesAt, namesOf, type Tactic } from '../tactics/index.ts'
import { goalOfCommand, type PlaygroundGoal, playgroundText } from './playground-text.ts'

interface Span {
  readonly start: TextPosition
  readonly end: TextPosition
}

export interface PlaygroundReading {
  readonly kind: 'statement' | 'file' | 'empty'
  readonly messages: FileReply['messages']
  readonly steps: NonNullable<FileReply['steps']>
  readonly holes: readonly (Span & {
    readonly declaration: string | null
    readonly goals: readonly string[]
    readonly goal: PlaygroundGoal | undefined
  })[]
  readonly milliseconds: number
}

export interface TriedTactic {
  readonly tactic: string
  readonly outcome: 'closes' | 'leads on' | 'rejected' | 'timeout'
  readonly goals: readonly string[]
  readonly detail: string | null
  readonly milliseconds: number
}

/** A text that takes longer has something in it that does not end. */
const READ_MS = 30_000
const TACTIC_MS = 5_000
/** For all that the engine would try. */
const SUGGEST_MS = 20_000
const MOST_CLOSING = 3
const MOST_SHOWN = 8

type ReadFile = FileReply & { readonly milliseconds: number }

async function readWith(server: LeanServer, lean: string, signal: AbortSignal): Promise<ReadFile> {
  const request = { text: lean, header: true, steps: true, commands: true, structured: true } as const
  const answer = await server.request('file', request, { timeoutMs: READ_MS, signal })
  if (answer.kind === 'ok') return { ...answer.value, milliseconds: answer.timing.wallMicros / 1000 }
  const late = `Lean did not finish this text within ${READ_MS / 1000} s.`
  const failure = answer.kind === 'no' ? answer.failure : { message: late, position: null }
  const start = failure.position ?? { line: 1, column: 0 }
  const message = { severity: 'error' as const, start, end: null, text: failure.message }
  return { env: null, messages: [message], holes: [], milliseconds: READ_MS }
}

async function forget(server: LeanServer, { env, holes }: FileReply): Promise<void> {
  await server.request('drop', { states: holes.map(({ state }) => state), ...(env !== null && { env }) })
}

/** What Lean says of a text. */
export async function readPlayground(
  pool: LeanPool,
  text: string,
  signal: AbortSignal,
): Promise<PlaygroundReading> {
  const { kind, lean, linesBefore } = playgroundText(text)
  if (kind === 'empty') return { kind, messages: [], steps: [], holes: [], milliseconds: 0 }
  const reply = await pool.use(async (server) => {
    const read = await readWith(server, lean, signal)
    await forget(server, read)
    return read
  }, signal)
  const lines = text.split('\n')
  const last = { line: lines.length, column: [...(lines.at(-1) ?? '')].length }
  const place = ({ line, column }: TextPosition): TextPosition =>
    line - linesBefore > lines.length ? last : { line: Math.max(1, line - linesBefore), column }
  const isOwn = (severity: string, said: string) => severity === 'warning' && said.includes('sorry')
  return {
    kind,
    // The statement alone has no proof; that is no fault of it.
    messages: reply.messages
      .filter((message) => kind === 'file' || !isOwn(message.severity, message.text))
      .map((message) => ({
        ...message,
        start: place(message.start),
        end: message.end && place(message.end),
      })),
    steps: kind === 'statement' ? [] : (reply.steps ?? []),
    holes: reply.holes.flatMap((hole) => {
      if (!hole.start || !hole.end) return []
      return [
        {
          start: place(hole.start),
          end: place(hole.end),
          declaration: kind === 'statement' ? null : hole.declaration,
          goals: hole.goals.map((goal) => goal.text),
          goal:
            kind === 'statement'
              ? { goal: text.trim(), preamble: '', imports: [] }
              : goalAt(lean, reply, hole.start),
        },
      ]
    }),
    milliseconds: reply.milliseconds,
  }
}

/** The goals of a statement as Lean understands it; throws `GoalError` where it does not. */
export async function readStatement(
  pool: LeanPool,
  input: GoalInput,
  signal: AbortSignal,
): Promise<readonly string[]> {
  await using dojo = await Dojo.open(pool, input, { signal, timeoutMs: READ_MS })
  return dojo.root.goals.map((goal) => goal.text)
}

/** The theorem that a place is in. */
function goalAt(text: string, { commands = [] }: FileReply, at: TextPosition): PlaygroundGoal | undefined {
  const command = commands.find(({ start, end }) => start && end && !isBefore(at, start) && isBefore(at, end))
  if (!command?.start || !command.end) return undefined
  const [from, to] = [offsetOf(text, command.start), offsetOf(text, command.end)]
  return goalOfCommand(text.slice(0, from), text.slice(from, to))
}

function isBefore(one: TextPosition, other: TextPosition): boolean {
  return one.line < other.line || (one.line === other.line && one.column < other.column)
}

/** Lean counts columns in characters, JavaScript in UTF-16 code units. */
function offsetOf(text: string, { line, column }: TextPosition): number {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return before + [...(lines[line - 1] ?? '')].slice(0, column).join('').length
}

/** Tries tactics at a hole, each from the same state; without any, what the engine's tables have for it. */
export async function tryTactics(
  pool: LeanPool,
  { text, hole: index, tactics }: { text: string; hole: number; tactics?: readonly string[] | undefined },
  signal: AbortSignal,
): Promise<readonly TriedTactic[] | undefined> {
  const { lean } = playgroundText(text)
  return pool.use(async (server) => {
    const read = await readWith(server, lean, signal)
    try {
      const hole = read.holes[index]
      if (!hole) return undefined
      const given = tactics ?? (await proposals(server, hole, signal))
      return await tryAll(server, hole, { given, isOwn: tactics === undefined }, signal)
    } finally {
      await forget(server, read)
    }
  }, signal)
}

type Hole = FileReply['holes'][number]

async function proposals(
  server: LeanServer,
  { state, goals }: Hole,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const answer = await server.request('survey', { state }, { timeoutMs: TACTIC_MS, signal })
  if (answer.kind !== 'ok') return ['simp', 'omega', 'decide', 'exact?']
  const survey = answer.value
  const at = { state: { goals, parent: undefined, tactic: undefined }, survey, depth: 0 }
  const byPrice = (rows: readonly Tactic[]) =>
    rows.toSorted((one, other) => one.price - other.price).map((one) => one.text)
  const all = [...byPrice(closers(namesOf(CLOSERS), survey)), 'exact?', ...byPrice(movesAt(at))]
  return [...new Set(all)]
}

async function tryAll(
  server: LeanServer,
  { state, goals }: Hole,
  { given, isOwn }: { readonly given: readonly string[]; readonly isOwn: boolean },
  signal: AbortSignal,
): Promise<readonly TriedTactic[]> {
  const before = goals.map((goal) => goal.text).join('\n')
  const until = performance.now() + SUGGEST_MS
  const found: TriedTactic[] = []
  for (const tactic of given) {
    const closing = found.filter(({ outcome }) => outcome === 'closes').length
    if (isOwn && (performance.now() > until || closing >= MOST_CLOSING || found.length >= MOST_SHOWN)) break
    const tried = await tryOne(server, state, tactic, signal)
    // What changes nothing is no suggestion, and what Lean refuses is none either.
    const isNews =
      tried.outcome === 'closes' || (tried.outcome === 'leads on' && tried.goals.join('\n') !== before)
    if (!isOwn || (isNews && !found.some((one) => one.tactic === tried.tactic))) found.push(tried)
  }
  return isOwn ? found.toSorted((one, other) => one.goals.length - other.goals.length) : found
}

async function tryOne(
  server: LeanServer,
  state: number,
  tactic: string,
  signal: AbortSignal,
): Promise<TriedTactic> {
  const answer = await server.request('tactic', { state, tactic }, { timeoutMs: TACTIC_MS, signal })
  if (answer.kind === 'timeout')
    return {
      tactic,
      outcome: 'timeout',
      goals: [],
      detail: `not within ${TACTIC_MS / 1000} s`,
      milliseconds: TACTIC_MS,
    }
  const milliseconds = answer.timing.wallMicros / 1000
  if (answer.kind === 'no')
    return { tactic, outcome: 'rejected', goals: [], detail: answer.failure.message, milliseconds }
  const { goals, messages, state: next } = answer.value
  await server.request('drop', { states: [next] })
  const [better = tactic] = tactic.endsWith('?') ? suggestionsIn(messages) : []
  return {
    tactic: better,
    outcome: goals.length === 0 ? 'closes' : 'leads on',
    goals: goals.map((goal) => goal.text),
    detail: null,
    milliseconds,
  }
}
