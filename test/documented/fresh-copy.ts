/** A fresh clone in a folder of its own, and its commands as a user runs them. */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './collect.ts'

export interface FreshCopy extends Disposable {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

/** The files that git knows, and new ones that it does not ignore; what was installed is shared. */
export function freshCopy(): FreshCopy {
  const folder = mkdtempSync(join(tmpdir(), 'orch-fresh-copy-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file), { preserveTimestamps: true, force: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const env = {
    ...process.env,
    NO_COLOR: '1',
    // Where a user's ledger would be: in the folder of the clone, whatever this machine has set.
    ORCH_HOME: join(folder, '.orch'),
  }
  return { folder, env, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Sign {
  /** What the command prints once it is at work; it is then stopped as with Ctrl-C. */
  readonly until: RegExp
  readonly meanwhile?: (output: string) => Promise<void>
}

export interface Ran {
  readonly code: number | null
  readonly output: string
}

export function runLine(
  words: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; stdin?: string | undefined; sign?: Sign | undefined },
): Promise<Ran> {
  const { cwd, env, stdin = '', sign } = options
  return new Promise((resolve, reject) => {
    const child = spawn(words[0] ?? '', words.slice(1), { cwd, env })
    let output = ''
    let isAtWork = false
    const take = (text: string) => {
      output += text
      if (isAtWork || !sign?.until.test(output)) return
      isAtWork = true
      const done = sign.meanwhile?.(output) ?? Promise.resolve()
      done.catch(reject).finally(() => child.kill('SIGINT'))
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.once('error', reject)
    child.once('close', (code) =>
      sign && !isAtWork
        ? reject(new Error(`ended before ${sign.until}: ${output}`))
        : resolve({ code, output }),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
  })
}
