/** What every command shares: colours, exit codes, and how an error is told. */
import { styleText } from 'node:util'
import { OrchError } from '../errors.ts'
import { GoalError } from '../lean/index.ts'

/** done / not all solved, or refused / could not run */
export const EXIT = { done: 0, unsolved: 1, unable: 2 } as const

/**
 * Goals and messages are other people's text: of the characters that steer a terminal only those that break lines
 * and colour words get through.
 */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  return text.replace(/\x1b(?!\[[\d;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]/g, '')
}

export function print(text: string): void {
  process.stdout.write(`${harmless(text)}\n`)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Notes beside the result: never on standard output, which is for the result alone. */
export function note(text: string): void {
  process.stderr.write(`${harmless(text)}\n`)
}

type Style = Parameters<typeof styleText>[0]

export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(style, text, { stream })
}

/** Runs a command's action: its errors become a sentence (or one JSON object), its number the exit code. */
export async function run(json: boolean | undefined, action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action()
  } catch (error) {
    process.exitCode = EXIT.unable
    if (json) printJson({ outcome: 'error', error: describe(error) })
    else tell(error)
  }
}

function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof OrchError)) return { code: 'internal', message: String(error) }
  const where = error instanceof GoalError ? { place: error.place, position: error.position } : {}
  return { code: error.code, message: error.message, ...where, hint: error.hint ?? null }
}

function tell(error: unknown): void {
  if (!(error instanceof OrchError)) {
    note(`orch: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return
  }
  const place = error instanceof GoalError && error.position ? `${error.where}: ` : ''
  note(`${paint('red', 'orch:', process.stderr)} ${place}${error.message}`)
  if (error.hint) note(`${paint('dim', 'hint:', process.stderr)} ${error.hint}`)
}
