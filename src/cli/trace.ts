import { closeSync, openSync, writeSync } from 'node:fs'
import type { Command } from 'commander'
import { filesToTrace, traceFile } from '../use-cases/index.ts'
import { EXIT, note, print, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import {
  forOthers,
  leanOption,
  type OthersFlags,
  openSession,
  openToolchain,
  unsandboxedOption,
} from './session.ts'

interface TraceFlags extends OthersFlags {
  readonly out?: string
  readonly json?: boolean
}

export function addTrace(program: Command): void {
  program
    .command('trace')
    .description('Turn the tactic proofs of Lean files into rows of (state, tactic, next state).')
    .argument('<file>', "a Lean file, a folder of them, or a module of Lean's own library")
    .option('--out <file>', 'write the rows there, one JSON object a line; otherwise they are printed')
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object about the theorems')
    .addHelpText(
      'after',
      `
Examples:
  $ orch trace examples/Steps.lean --out steps.jsonl
  $ orch trace Init.Data.Nat --lean native --out nat.jsonl

A row has file, theorem, step, state, tactic, next_state. Tactics inside others (cases, bullets) belong to the outer one.
A module of the library stands for its file and those below it; the embedded Lean comes without their source.
Exit code: 0 every proof was traced to its end, 1 some were not, 2 could not run.`,
    )
    .action((file: string, flags: TraceFlags) => runAction(flags.json, () => traceCommand(file, flags)))
}

async function traceCommand(what: string, flags: TraceFlags): Promise<number> {
  const files = await filesToTrace(what, () => openToolchain(forOthers(flags)))
  await using session = await openSession(forOthers(flags))
  const out = flags.out === undefined ? undefined : openSync(flags.out, 'w')
  const work = async (tell: (detail: string) => void) => {
    const theorems: { file: string; theorem: string; line: number; steps: number; why: string | null }[] = []
    for (const { path: file, text } of files)
      for await (const { name, line, rows, why } of traceFile(session.pool, text, session.signal)) {
        tell(`${theorems.length + 1} theorems; ${name}`)
        for (const row of rows) {
          const line = JSON.stringify({ file, ...row })
          if (out !== undefined) writeSync(out, `${line}\n`)
          else if (!flags.json) print(line)
        }
        theorems.push({ file, theorem: name, line, steps: rows.length, why: why ?? null })
      }
    return theorems
  }
  try {
    const theorems = await waiting('tracing', work, { json: flags.json })
    const left = theorems.filter(({ why }) => why !== null)
    if (flags.json) printJson('trace', { file: what, theorems })
    else {
      for (const { file, theorem, line, why } of left) note(`${file}:${line}: ${theorem}: ${why}`)
      const steps = theorems.reduce((sum, one) => sum + one.steps, 0)
      note(`${steps} steps of ${theorems.length} theorems, ${theorems.length - left.length} to their end`)
    }
    return left.length === 0 ? EXIT.done : EXIT.unsolved
  } finally {
    if (out !== undefined) closeSync(out)
  }
}
