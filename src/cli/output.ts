/** What every command shares: colours, exit codes, and how an error is told. */
import { randomInt } from 'node:crypto'
import { styleText } from 'node:util'
import type { CommandName } from '../api/index.ts'
import { OrchError } from '../errors.ts'
import { GoalError } from '../lean/index.ts'
import { visible, visibleJson } from '../visible-text.ts'
import type { CommandAnswer, NothingElse } from './json-answer.ts'
import { wrapText } from './text-width.ts'

/** done / not all solved, or refused / could not run */
export const EXIT = { done: 0, unsolved: 1, unable: 2 } as const

/**
 * Marks the colours that come from `paint`. Nobody outside this process knows the number, so nobody else's text can
 * print a word in our green; a terminal that gets to see it passes over it.
 */
const OURS = randomInt(1e8, 1e9)
const PAINTED = new RegExp(`(\\x1b\\[\\d+(?:;2(?:;\\d{1,3}){3})?);${OURS}m`)

/** Text as a terminal may have it: our own colours, and everything else visible. */
export function forTerminal(text: string): string {
  return text
    .split(PAINTED)
    .map((piece, at) => (at % 2 === 1 ? `${piece}m` : visible(piece)))
    .join('')
}

export function print(text: string): void {
  process.stdout.write(`${forTerminal(text)}\n`)
}

/** Prints the answer of a command. The types hold it to its schema: what is not in there is not printed either. */
export function printJson<Name extends CommandName, const Value extends CommandAnswer<Name>>(
  _command: Name,
  value: Value & NothingElse<Value, CommandAnswer<Name>>,
): void {
  process.stdout.write(`${visibleJson(JSON.stringify(value, null, 2))}\n`)
}

/**
 * Resolves when what was printed has left this process. A pipe whose reader is slow takes 64 kB and keeps the rest
 * waiting here, where a kill would lose it. A reader that went away gets no more of it than it wanted.
 */
export function delivered(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write('', () => resolve())
  })
}

/** As other programs end when their pipe is closed: 128 and the number of SIGPIPE. */
const PIPE_CLOSED = 141

/** `orch goals | head` has seen enough after ten lines: that is an end, and no error to tell of. */
export function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(PIPE_CLOSED)
  })
}

/** Notes beside the result: never on standard output, which is for the result alone. */
export function note(text: string): void {
  process.stderr.write(`${forTerminal(text)}\n`)
}

type Style = Parameters<typeof styleText>[0]

export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const [before = '', after = ''] = styleText(style, '\n', { stream }).split('\n')
  return `${marked(before)}${text}${marked(after)}`
}

/** The cells of a grid, two coloured blanks each, as `taskText` draws them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for
const CELL = /\x1b\[48;2;\d{1,3};\d{1,3};\d{1,3}m {2}\x1b\[0m/g

/** A drawn task, whose cells are to stay coloured; everything else in it is printed as any text. */
export function paintedCells(text: string): string {
  return text.replaceAll(CELL, marked)
}

function marked(codes: string): string {
  return codes.replaceAll('m', `;${OURS}m`)
}

/** Runs a command's action: its errors become a sentence (or one JSON object), its number the exit code. */
export async function runAction(json: boolean | undefined, action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action()
  } catch (error) {
    process.exitCode = EXIT.unable
    if (json) printJson('error', { outcome: 'error', error: describe(error) })
    else tell(error)
  }
}

function describe(error: unknown) {
  if (!(error instanceof OrchError)) return { code: 'internal', message: String(error) }
  const where =
    error instanceof GoalError ? { place: error.place, position: error.position, line: error.line } : {}
  return { code: error.code, message: error.message, ...where, hint: error.hint ?? null }
}

function tell(error: unknown): void {
  if (!(error instanceof OrchError)) {
    note(`orch: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return
  }
  const place = error instanceof GoalError && error.position ? `${error.where}: ` : ''
  note(`${paint('red', 'orch:', process.stderr)} ${place}${error.message}`)
  const frame = error instanceof GoalError ? error.frame : undefined
  if (frame) note(`  ${frame.line}\n  ${paint('red', frame.carets, process.stderr)}`)
  if (error.hint) {
    const hint = wrapText(`hint: ${error.hint}`, process.stderr.columns)
    note(hint.replace(/^hint:/, paint('dim', 'hint:', process.stderr)))
  }
}
