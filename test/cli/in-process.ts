/**
 * A command of orch run in this process: the same program that `./orch` starts, without the second that starting takes.
 * For what needs no process of its own: what is printed, what is refused, exit codes. One command at a time.
 */
import { createProgram } from '../../src/cli/program.ts'
import { assertContract } from './json-contract.ts'
import type { Ran } from './run-orch.ts'

class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}

export interface HereOptions {
  readonly cwd?: string
  /** Undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

export async function orchHere(args: readonly string[], { cwd, env = {} }: HereOptions = {}): Promise<Ran> {
  const printed = { stdout: '', stderr: '' }
  const before = { cwd: process.cwd(), env: { ...process.env }, exit: process.exit, code: process.exitCode }
  const streams = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name]
    process[name].write = (text: string | Uint8Array, ...rest: unknown[]) => {
      printed[name] += String(text)
      const done = rest.find((one): one is () => void => typeof one === 'function')
      if (done) queueMicrotask(done)
      return true
    }
    return () => {
      process[name].write = write
    }
  })
  process.exit = (code) => {
    throw new Exit(Number(code ?? 0))
  }
  let code: number
  try {
    process.exitCode = undefined
    for (const [name, value] of Object.entries({ NO_COLOR: '1', ...env }))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    if (cwd !== undefined) process.chdir(cwd)
    const program = await createProgram('1.2.3', args[0])
    await program.parseAsync(['node', 'orch', ...args])
    code = Number(process.exitCode ?? 0)
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    code = error.code
  } finally {
    for (const restore of streams) restore()
    process.exit = before.exit
    process.exitCode = before.code
    process.chdir(before.cwd)
    process.env = before.env
  }
  assertContract(args, printed.stdout)
  return { code, ...printed }
}
