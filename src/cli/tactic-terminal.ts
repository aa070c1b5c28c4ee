/** The line that `orch tactic` reads: history, Tab, signs as they are typed, and Ctrl-C for what runs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface, type Interface } from 'node:readline/promises'
import { LEAN_INPUT } from '../goal/index.ts'
import { note } from './output.ts'
import type { LineCompletion } from './tactic-complete.ts'

interface Talk {
  readonly isInBlock: boolean
  take(line: string): Promise<'go on' | 'done'>
  end(): Promise<'go on' | 'done'>
}

interface TerminalOptions {
  readonly signal: AbortSignal
  readonly historyFile: string
  readonly complete: (line: string) => Promise<LineCompletion>
  /** Called before a line is read. */
  readonly begin: () => void
  /** Stops what runs for that line. */
  readonly interrupt: () => void
}

const MOST_HISTORY = 1_000

/** Lines go to the talk until it is done, or they end. */
export async function readLines(talk: Talk, options: TerminalOptions): Promise<void> {
  const { signal } = options
  const isTerminal = process.stdin.isTTY
  // A line is being worked on from when it was typed, not from when its turn comes.
  let isBusy = false
  const lines = isTerminal
    ? terminalLines(options, () => isBusy)
    : createInterface({ input: process.stdin, signal, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on('line', () => {
    isBusy = true
  })
  const ask = () => {
    isBusy = false
    options.begin()
    lines.setPrompt(talk.isInBlock ? '… ' : '> ')
    if (isTerminal) lines.prompt()
  }
  ask()
  try {
    for await (const line of lines) {
      if ((await talk.take(line)) === 'done') break
      ask()
    }
    await talk.end()
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    lines.close()
  }
}

function terminalLines(
  { signal, historyFile, complete, interrupt }: TerminalOptions,
  isBusy: () => boolean,
): Interface {
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    signal,
    history: readHistory(historyFile),
    historySize: MOST_HISTORY,
    removeHistoryDuplicates: true,
    completer: complete,
  })
  lines.on('history', (history: string[]) => keepHistory(historyFile, history))
  lines.on('SIGINT', () => {
    if (isBusy()) return interrupt()
    // As in other shells: Ctrl-C throws the line away, and an empty one ends it.
    if (lines.line === '') lines.close()
    else lines.write(null, { ctrl: true, name: 'u' })
  })
  process.stdin.on('keypress', (typed: string | undefined) => {
    if (typed === ' ') replaceSign(lines)
  })
  return lines
}

/** `\forall` becomes ∀ as soon as a blank follows it. */
function replaceSign(lines: Interface): void {
  const found = signBefore(lines.line.slice(0, lines.cursor))
  if (!found) return
  for (let left = found.length; left > 0; left--) lines.write(null, { name: 'backspace' })
  lines.write(`${found.sign} `)
}

/** The sign for a text that ends in a backslash, a name and a blank, and how many characters it stands for. */
export function signBefore(text: string): { readonly sign: string; readonly length: number } | undefined {
  const [whole = '', name = ''] = /\\([^\\\s]+) $/.exec(text) ?? []
  const sign = LEAN_INPUT.get(name)
  return sign === undefined ? undefined : { sign, length: whole.length }
}

function readHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, MOST_HISTORY)
  } catch {
    return []
  }
}

/** The newest line first, as readline has it. A folder that cannot be written costs the history and nothing else. */
function keepHistory(file: string, history: readonly string[]): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${history.join('\n')}\n`, { mode: 0o600 })
  } catch (error) {
    note(`the history cannot be kept: ${String(error)}`)
  }
}
