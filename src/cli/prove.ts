import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Config } from '../config/index.ts'
import { InputError, OrchError } from '../errors.ts'
import { type GoalInput, type LeanChoice, printReceipt, type Receipt, withScript } from '../lean/index.ts'
import type { ProvePhase, ProveResult } from '../search/index.ts'
import type { Profile, Strategy } from '../strategies/index.ts'
import { type GoalFlags, goalFlags, goalInput } from './goal-input.ts'
import { nameListOption } from './list-option.ts'
import { type LogFlags, logFlags, logOf } from './log-flags.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { type LeanSession, leanOption, openSession } from './session.ts'
import { settings, withLedger } from './settings.ts'
import { kernelsOf } from './shown-statement.ts'

const CERTIFICATE_MS = 300_000
const PROFILES = ['0', '1', '2'] as const satisfies readonly `${Profile}`[]

interface ProveFlags extends GoalFlags, LogFlags {
  readonly json?: boolean
  readonly timeout: string
  readonly receipt?: string
  readonly certificate?: string
  readonly lean: LeanChoice
  readonly strategy?: string[]
  readonly strategies?: string
  readonly profile: string
}

export function addProve(program: Command): void {
  logFlags(goalFlags(program.command('prove')))
    .description(
      'Search for a proof of a statement. Only what the Lean kernel accepts is reported as proved.',
    )
    .argument('<statement>', 'a proposition, a theorem signature, or a whole theorem')
    .addOption(nameListOption('--strategy <name>', 'use this strategy only'))
    .option(
      '--strategies <modules>',
      'modules with strategies of your own, separated by commas (ORCH_STRATEGIES)',
    )
    .addOption(
      new Option('--profile <n>', 'how much to try: 0 quick tactics, 1 plus search, 2 everything')
        .choices(PROFILES)
        .default('1'),
    )
    .option(
      '--timeout <seconds>',
      'give up after this long; it counts from when Lean has read the statement',
      '60',
    )
    .option('--receipt <file>', 'write the receipt of the proof to this file')
    .option('--certificate <file>', 'write the proof with everything it stands on, for "orch kernel"')
    .addOption(leanOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch prove 'theorem t (a b : Nat) : a + b = b + a'
  $ orch prove '∀ xs ys : List Nat, (xs ++ ys).length = ys.length + xs.length' --json
  $ orch prove '∀ n, double n = n + n' --preamble examples/Defs.lean --receipt proof.json
  $ orch prove '∀ a b : Nat, a + b = b + a' --certificate proof.ndjson
  $ orch prove --strategy refute '∀ n : Nat, n < 5'
  $ orch prove --strategy reprover '∀ a b : Nat, a.gcd b = b.gcd a'

Exit code: 0 proved, 1 not proved, 2 could not run.`,
    )
    .action((statement: string, flags: ProveFlags) =>
      runAction(flags.json, () => proveCommand(statement, flags)),
    )
}

async function proveCommand(statement: string, flags: ProveFlags): Promise<number> {
  const goal = goalInput(statement, flags)
  const timeoutMs = secondsText('--timeout', flags.timeout) * 1000
  const loaded = settings({ strategies: flags.strategies })
  const { config } = loaded
  const log = logOf(flags, config)
  // What cannot be used is said before Lean starts, not after the search.
  const isNamed = flags.strategy !== undefined || config.strategies.length > 0
  const named = isNamed ? await strategiesOf(flags, config) : undefined
  for (const file of [flags.receipt, flags.certificate]) if (file !== undefined) checkWritable(file)
  // Loaded while Lean starts: what searches is larger than what starts it.
  const searchIn = async (session: LeanSession): Promise<ProveResult> => {
    const { prove } = await import('../search/index.ts')
    const registry = named ?? (await strategiesOf(flags, config))
    if (flags.strategy?.includes('reprover') && !flags.json)
      await tellUnindexed(session, goal, config.cacheDir)
    return await withLedger(loaded, async (ledger) => {
      const search = (tell: (detail: string) => void) => {
        return prove(session, goal, {
          timeoutMs,
          signal: session.signal,
          strategies: flags.strategy,
          profile: Number(flags.profile) as Profile,
          registry,
          config,
          ledger,
          onPhase: (now) => {
            log.write('info', 'phase', now)
            tell(phaseText(now))
          },
          onTactic: (tactic, strategy) => {
            log.write('debug', 'tactic', { tactic, strategy })
            tell(`trying ${strategy}: ${tactic}`)
          },
        })
      }
      const result = await waiting('proving', search, { json: flags.json })
      const { outcome, strategy, time_seconds: seconds, tried, goal_hash } = result
      log.write('info', 'proof search ended', { goal_hash, outcome, strategy, seconds, tried })
      return result
    })
  }
  await using session = await openSession({ lean: flags.lean })
  return await tell(session, await searchIn(session), flags)
}

async function strategiesOf({ strategy }: ProveFlags, config: Config): Promise<readonly Strategy[]> {
  const { loadStrategies, strategiesByName } = await import('../strategies/index.ts')
  const registry = await loadStrategies(config.strategies)
  if (strategy) strategiesByName(strategy, registry)
  return registry
}

async function tellUnindexed(
  { toolchain }: LeanSession,
  { imports }: GoalInput,
  cacheDir: string,
): Promise<void> {
  const { PremiseFinder } = await import('../premises/index.ts')
  const finder = new PremiseFinder({ cacheDir, fingerprint: toolchain.fingerprint })
  if (!finder.index(imports))
    note("the library is not indexed yet: 'orch premises build' gives reprover better premises")
  finder.close()
}

/** Prints the answer, and writes what was asked for in files. */
async function tell(session: LeanSession, result: ProveResult, flags: ProveFlags): Promise<number> {
  if (flags.receipt && result.receipt) writeReceipt(flags.receipt, result.receipt)
  if (flags.json) printJson('prove', result)
  else show(result, flags)
  if (flags.certificate && result.receipt)
    await certificate(session, result.receipt, flags.certificate, flags.json)
  return result.outcome === 'proved' ? EXIT.done : EXIT.unsolved
}

/** Loaded when it is asked for: a search should not wait for it. */
async function certificate(
  session: LeanSession,
  receipt: Receipt,
  out: string,
  json: boolean | undefined,
): Promise<void> {
  const { tellCertificate, writeCertificateOf } = await import('./certificate-file.ts')
  const certified = await writeCertificateOf(session, receipt, { out, timeoutMs: CERTIFICATE_MS, json })
  if (certified.kind !== 'written')
    throw new OrchError('certificate_failed', `There is no certificate: ${certified.why}`)
  tellCertificate(out, certified.facts)
}

function phaseText(phase: ProvePhase): string {
  if (phase.kind === 'starting') return 'starting Lean'
  if (phase.kind === 'elaborating') return 'Lean is reading the statement'
  return phase.kind === 'searching' ? `trying ${phase.strategy}` : `checking what ${phase.strategy} found`
}

/** What was tried, how close it came, and what to do next. */
function showUnsolved(result: ProveResult, flags: ProveFlags): void {
  const { outcome, time_seconds, start_seconds, tried, stuck_on, statement } = result
  const start = start_seconds >= 1 ? ` (Lean took ${start_seconds.toFixed(1)} s to start)` : ''
  note(`${paint('yellow', outcome, process.stderr)} after ${time_seconds.toFixed(1)} s of searching${start}`)
  if (tried.length > 0)
    note(
      `tried: ${tried.map((one) => `${one.strategy} (${one.outcome}, ${one.seconds.toFixed(1)} s)`).join(', ')}`,
    )
  if (stuck_on) {
    const isState = stuck_on.includes('⊢')
    note(
      `the open subgoal that came closest:${isState ? `\n  ${stuck_on.replaceAll('\n', '\n  ')}` : ` ${stuck_on}`}`,
    )
  }
  if (outcome === 'cancelled') return
  const quoted = `'${statement.replaceAll("'", "'\\''")}'`
  const imports = (flags.import ?? []).map((name) => ` --import ${name}`).join('')
  const preamble = `${flags.preamble === undefined ? '' : ` --preamble ${flags.preamble}`}${imports}`
  const more =
    outcome === 'timeout'
      ? `--timeout ${Math.ceil(Number(flags.timeout) * 5)}`
      : flags.profile === '2'
        ? undefined
        : '--profile 2'
  if (more) note(`next: orch prove ${quoted}${preamble} ${more}`)
  note(`${more ? 'or by hand' : 'next, by hand'}: orch tactic ${quoted}${preamble}`)
}

function show(result: ProveResult, flags: ProveFlags): void {
  if (result.outcome === 'refuted') {
    print(`${paint('red', 'refuted')}: false for ${result.counterexample ?? 'a counterexample'}`)
    return
  }
  if (result.outcome !== 'proved' || !result.receipt || result.script === null) {
    showUnsolved(result, flags)
    return
  }
  const { receipt } = result
  const header = /^\s*(?:theorem|lemma)\b/.test(receipt.statement)
    ? receipt.statement.split(':=', 1)[0]?.trim()
    : `theorem ${receipt.theorem} : ${receipt.statement.trim()}`
  print(withScript(header ?? '', result.script).trimEnd())
  const axioms = receipt.axioms.length === 0 ? 'no axioms of its own' : `axioms: ${receipt.axioms.join(', ')}`
  note(
    `${paint('green', 'proved', process.stderr)} in ${result.time_seconds.toFixed(result.time_seconds < 1 ? 2 : 1)} s, checked by ${kernelsOf(receipt)}, ${axioms}`,
  )
  // Notation of a preamble can make text say something else: what was proved is what the judge saw.
  if (receipt.preamble.trim()) note(`what was proved, in the library's notation: ${receipt.type}`)
}

/** A proof that was searched for minutes may not be lost to a folder that is not there. */
function checkWritable(file: string): void {
  try {
    accessSync(existsSync(file) ? file : dirname(resolve(file)), constants.W_OK)
  } catch (cause) {
    throw new InputError('file_unwritable', `${file} cannot be written: ${String(cause)}.`, {
      hint: 'Give a file in a folder that exists and is yours.',
      cause,
    })
  }
}

export function writeReceipt(file: string, receipt: Receipt): void {
  try {
    writeFileSync(file, printReceipt(receipt))
  } catch (cause) {
    throw new InputError(
      'file_unwritable',
      `The receipt could not be written to ${file}: ${String(cause)}.`,
      { cause },
    )
  }
}

export function secondsText(flag: string, text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value > 0 && value <= 86_400) return value
  throw new InputError(
    'bad_flag',
    `${flag} is '${text}'; it must be a number of seconds between 0 and 86400.`,
  )
}
