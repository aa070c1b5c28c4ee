/** Runs one command, redirections included, on a real pseudo-terminal, by the `script` of util-linux, which every Linux has. */
import { spawn, spawnSync } from 'node:child_process'
import { TestTerminal } from '../../src/cli/test-terminal.ts'

export interface OnTerminal {
  /** What the user sees. */
  readonly terminal: TestTerminal
  /** As if typed; `\x03` is Ctrl-C. */
  type(text: string): void
  /** Resolves as soon as the screen has this on it. */
  seen(what: RegExp): Promise<void>
  readonly ended: Promise<number | null>
}

/** The `script` of macOS and BSD takes other arguments. */
export const hasPseudoTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes(
  'util-linux',
)

export function onTerminal(
  command: string,
  { columns, rows, env }: { columns: number; rows: number; env: NodeJS.ProcessEnv },
): OnTerminal {
  const terminal = new TestTerminal(columns, rows)
  // Without `exec` a plain shell stays in between and dies of the Ctrl-C that the command answers.
  const inside = `stty cols ${columns} rows ${rows}; exec ${command}`
  const child = spawn('script', ['--quiet', '--return', '--command', inside, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm-256color', CI: '', ...env },
  })
  // A test that gave up must not leave its command behind.
  const end = () => child.kill('SIGHUP')
  process.once('exit', end)
  child.once('close', () => process.off('exit', end))
  const waiting = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    terminal.write(text)
    for (const look of waiting) look()
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const seen = (what: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (what.test(terminal.text)) resolve()
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`ended without ${what}:\n${terminal.text}`)))
    })
  return { terminal, type: (text) => child.stdin.write(text), seen, ended }
}
