/** `orch bank` as a process that a test can watch, interrupt and kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..', '..')
const node = join(root, 'node_modules', 'node', 'bin', 'node')

export interface BankProcess {
  readonly child: ChildProcess
  /** Lines of standard error so far. */
  readonly lines: string[]
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>
  /** Resolves when this many goals were reported as proved, or the process is gone. */
  proved(count: number): Promise<void>
  /** Resolves when a line of standard error matches, or the process is gone. */
  said(pattern: RegExp): Promise<void>
}

/** Node runs the command itself, without the shell around it, so that a signal reaches the right process. */
export function startOrch(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdoutTo: 'pipe' | number = 'pipe',
): BankProcess {
  const child = spawn(node, [join(root, 'src', 'cli.ts'), ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', stdoutTo, 'pipe'],
  })
  const lines: string[] = []
  let stdout = ''
  const waiting = new Set<() => void>()
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line)
      for (const look of waiting) look()
    })
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr: lines.join('\n') }))
  })
  const when = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (holds()) resolve()
      }
      waiting.add(look)
      look()
      void ended.then(() => resolve())
    })
  const proved = (count: number) => when(() => provedIds(lines).length >= count)
  const said = (pattern: RegExp) => when(() => lines.some((line) => pattern.test(line)))
  return { child, lines, ended, proved, said }
}

export function provedIds(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^proved (\S+) by /.exec(line)?.[1] ?? [])
}
