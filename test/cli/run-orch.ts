import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { assertContract } from './json-contract.ts'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export const ORCH = join(import.meta.dirname, '..', '..', 'orch')

/** Runs ./orch, of this checkout or of another, as a user would. What it prints with --json must fit its schema. */
export function runOrch(
  args: readonly string[],
  options: { stdin?: string; cwd?: string; env?: NodeJS.ProcessEnv; orch?: string } = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.orch ?? ORCH, args, {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: '1', ...options.env },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      try {
        assertContract(args, stdout)
        resolve({ code, stdout, stderr })
      } catch (error) {
        reject(error)
      }
    })
    child.stdin.on('error', () => {})
    child.stdin.end(options.stdin ?? '')
  })
}
