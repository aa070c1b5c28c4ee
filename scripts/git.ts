import { spawn } from 'node:child_process'

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. What it says on standard error is shown as it comes. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, echo = false }: { readonly cwd: string; readonly echo?: boolean },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      if (echo) process.stderr.write(text)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 2, stdout, stderr }))
  })
}

/** What git prints; a git that fails is an error with what it said. */
export async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram('git', args, { cwd: folder })
  if (code === 0) return stdout
  throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`)
}
