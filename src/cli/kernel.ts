import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { onInterrupt } from '../engine/index.ts'
import { InputError, OrchError } from '../errors.ts'
import { checkExportFile, type FileVerdict } from '../lean/index.ts'
import { note, paint, print, printJson } from './output.ts'
import { openProgress } from './progress.ts'
import { secondsText } from './prove.ts'

interface KernelFlags {
  readonly timeout?: string
  readonly json?: boolean
}

/** What the Lean Kernel Arena asks of a checker. */
const EXIT_CODES = { accepted: 0, rejected: 1, declined: 2 } as const

export function addKernel(program: Command): void {
  program
    .command('kernel')
    .description('Check an export file with the second kernel, which is independent of Lean.')
    .argument('[file]', 'a file in the format of lean4export 3.1; without it, the file that $IN names')
    .option('--timeout <seconds>', 'decline after this long')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch kernel proof.ndjson
  $ orch kernel proof.ndjson --json
  $ IN=proof.ndjson orch kernel

Axioms and assumptions are listed: an assumption is a theorem that the file states without proof, because
the library that it was made from ships none.

Exit code: 0 accepted, 1 rejected, 2 declined (too big, too slow, not in the format's version) or could not run.`,
    )
    .action(async (file: string | undefined, flags: KernelFlags) => {
      process.exitCode = await kernelCommand(file, flags)
    })
}

async function kernelCommand(given: string | undefined, flags: KernelFlags): Promise<number> {
  try {
    const file = inputFile(given ?? process.env.IN)
    const verdict = await check(file, flags)
    if (flags.json) printJson('kernel', asJson(file, verdict))
    else show(verdict)
    return EXIT_CODES[verdict.outcome.kind]
  } catch (error) {
    if (!(error instanceof OrchError)) throw error
    if (flags.json)
      printJson('kernel', { verdict: 'declined', detail: error.message, hint: error.hint ?? null })
    else {
      note(`${paint('red', 'orch:', process.stderr)} ${error.message}`)
      if (error.hint) note(`${paint('dim', 'hint:', process.stderr)} ${error.hint}`)
    }
    return EXIT_CODES.declined
  }
}

async function check(file: string, flags: KernelFlags): Promise<FileVerdict> {
  const bytes = statSync(file).size
  const controller = new AbortController()
  const forget = onInterrupt({
    stop: () => controller.abort(new OrchError('interrupted', 'Interrupted.')),
    exit: () => process.exit(130),
  })
  using progress = openProgress({ json: flags.json })
  try {
    return await checkExportFile(file, {
      limits: flags.timeout === undefined ? {} : { millis: secondsText('--timeout', flags.timeout) * 1000 },
      signal: controller.signal,
      onProgress: ({ declarations, name, bytes: read }) =>
        progress.show({
          message: `${declarations} declarations, now after ${name}`,
          fraction: Math.min(1, read / Math.max(1, bytes)),
          stage: 'kernel',
        }),
    })
  } finally {
    forget()
  }
}

function inputFile(file: string | undefined): string {
  const hint = 'Give an export file, as in: orch kernel proof.ndjson'
  if (!file) throw new InputError('no_file', 'No file to check.', { hint })
  if (!existsSync(file) || !statSync(file).isFile())
    throw new InputError('file_unreadable', `There is no file ${file}.`, { hint })
  return file
}

function asJson(file: string, { outcome, millis, ...facts }: FileVerdict) {
  const { kind, ...rest } = outcome
  const { meta = null, theorem = null } = facts
  return { verdict: kind, ...rest, file, ...facts, meta, theorem, seconds: millis / 1000 }
}

function show(verdict: FileVerdict): void {
  const { outcome, declarations, theorems, theorem, axioms, axiomTypes, assumptions, computed, millis } =
    verdict
  const where = 'line' in outcome && outcome.line !== undefined ? `line ${outcome.line}: ` : ''
  const about = 'declaration' in outcome && outcome.declaration ? `${outcome.declaration}: ` : ''
  if (outcome.kind === 'rejected') print(`${paint('red', 'rejected')}: ${where}${about}${outcome.detail}`)
  else if (outcome.kind === 'declined')
    print(`${paint('yellow', 'declined')}: ${where}${about}${outcome.why}`)
  else print(`${paint('green', 'accepted')}: ${declarations} declarations, ${theorems} of them theorems`)
  if (outcome.kind !== 'accepted') return
  if (theorem) print(`it proves ${theorem.name} : ${theorem.type}`)
  print(`axioms: ${axioms.length || 'none'}`)
  for (const [i, name] of axioms.entries()) print(`  ${name} : ${axiomTypes[i]}`)
  print(`assumptions (library theorems without proofs): ${assumptions.length}`)
  for (const name of assumptions) print(`  ${name}`)
  if (computed.length > 0) print(`taken to compute what their names say: ${computed.join(', ')}`)
  note(`checked in ${(millis / 1000).toFixed(2)} s`)
}
