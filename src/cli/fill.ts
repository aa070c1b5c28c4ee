import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import {
  assertBranchable,
  commitProofs,
  type FillEvent,
  type FillResult,
  fillProject,
  type GitBranch,
  type HoleOutcome,
  type Project,
  type StepCost,
  type StepProfile,
  shownName,
  unifiedDiff,
} from '../fill/index.ts'
import type { Log } from '../log/index.ts'
import { chooseStrategies, makeRoom } from '../search/index.ts'
import { loadStrategies } from '../strategies/index.ts'
import { fillCacheFolder, fillTarget } from './fill-input.ts'
import { type FleetFlags, fleetOptions, openFleet } from './fleet.ts'
import { logOf } from './log-flags.ts'
import { EXIT, note, paint, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { secondsText } from './prove.ts'
import { type SearchFlags, searchFlags } from './search-flags.ts'
import { forOthers, openSession } from './session.ts'
import { settings, withLedger } from './settings.ts'
import { holeJson, tellFailures } from './sorries.ts'

export interface FillFlags extends SearchFlags, FleetFlags {
  readonly timeout: string
  readonly apply?: boolean
  readonly branch?: boolean
  readonly again?: boolean
}

export function addFill(program: Command): void {
  const command = searchFlags(program.command('fill'))
  for (const option of fleetOptions()) command.addOption(option)
  command
    .description('Search the sorries of a Lean project and print the proofs as a diff, or write them back.')
    .argument('[path]', 'a Lake project, a folder, a file, or one hole: Foo.lean:42', '.')
    .option('--timeout <seconds>', 'search for at most this long', '600')
    .option('--apply', 'write the proofs into the files, each file checked as a whole first')
    .option('--branch', 'put the proofs on a new git branch, one commit per declaration; no file is changed')
    .option('--again', 'search again what earlier runs found nothing for')
    .addHelpText(
      'after',
      `
Examples:
  $ orch fill                          # prints a diff, changes nothing
  $ orch fill > proofs.diff && git apply proofs.diff
  $ orch fill --apply --timeout 3600
  $ orch fill --branch                 # review it like anybody's work
  $ orch fill Shapes/Tree.lean:21

With ORCH_DATABASE_URL the attempts are made by the workers of all machines, if any are there (orch worker).
Only what the checker of this machine accepts is written, and only where nothing else in the file changes.
Exit code: 0 every hole is filled, 1 some are not, 2 could not run.`,
    )
    .action((path: string, flags: FillFlags) => runAction(flags.json, () => fillCommand(path, flags)))
}

async function fillCommand(path: string, flags: FillFlags): Promise<number> {
  const timeoutSeconds = secondsText('--timeout', flags.timeout)
  if (flags.apply && flags.branch)
    throw new InputError(
      'bad_flag',
      '--apply changes the files and --branch leaves them alone: give one of them.',
    )
  const target = fillTarget(path)
  if (flags.branch) assertBranchable(target.project)
  const loaded = settings({ profile: flags.profile, strategies: flags.strategies })
  const { config } = loaded
  const log = logOf(flags, config)
  const all = await loadStrategies(config.strategies)
  const strategies = await chooseStrategies({ profile: config.profile, names: flags.strategy, all })
  const { lanes, pool } = makeRoom(config)
  return withLedger(loaded, async (ledger) => {
    await using lean = await openSession(
      { ...forOthers(flags), cwd: target.project.root },
      pool,
      'when needed',
    )
    const { signal } = lean
    await using workers = await openFleet({ ledger, config, toolchain: lean.toolchain }, all, flags)
    const { fleet } = workers
    if (fleet && !flags.json && !flags.quiet) note(`attempts are made by ${fleet.workers} worker(s)`)
    const search = (tell: (detail: string) => void) => {
      const onEvent = teller(tell, flags.quiet || flags.json)
      return fillProject({
        ...target,
        lean,
        ledger,
        config,
        strategies,
        lanes,
        fleet,
        timeoutSeconds,
        cacheFolder: fillCacheFolder(),
        again: flags.again,
        apply: flags.apply,
        signal,
        onProgress: ({ done, total, path }) => tell(`reading ${path} (${done} of ${total})`),
        onEvent: (event) => {
          logEvent(log, event)
          onEvent(event)
        },
      })
    }
    const result = await waiting('filling holes', search, { json: flags.json || flags.quiet })
    if (signal.aborted && !flags.json) note('Stopped. What was found is kept: run it again to see it.')
    const branch = flags.branch ? branchOf(target.project, result) : undefined
    if (flags.json) printJson('fill', { ...resultJson(result), ...(branch && { branch }) })
    else show(result, flags)
    if (branch && !flags.json)
      note(`${branch.commits.length} commits on ${paint('green', branch.name, process.stderr)}`)
    return exitCode(result)
  })
}

function branchOf(project: Project, { outcomes }: FillResult): GitBranch | undefined {
  const proved = outcomes.filter((outcome) => outcome.kind === 'proved')
  return proved.length === 0 ? undefined : commitProofs(project, proved)
}

/** A line for each hole that is settled, and what is being tried right now. */
function teller(tell: (detail: string) => void, isQuiet: boolean | undefined): (event: FillEvent) => void {
  let proved = 0
  return (event) => {
    if (event.kind === 'started')
      tell(`${proved} proved; ${event.strategy} on ${shownName(event.hole.declaration ?? event.hole.id)}`)
    if (event.kind !== 'outcome') return
    if (event.outcome.kind === 'proved') proved += 1
    if (!isQuiet) note(outcomeLine(event.outcome))
  }
}

export function logEvent(log: Log, event: FillEvent): void {
  if (event.kind === 'started')
    log.write('debug', 'attempt started', { hole: event.hole.id, strategy: event.strategy })
  if (event.kind === 'ended') {
    const { strategy, outcome, timeSeconds, cpuSeconds, error } = event.attempt
    const told = { strategy, outcome, seconds: rounded(timeSeconds), cpuSeconds, error }
    log.write('debug', 'attempt ended', { hole: event.hole.id, ...told })
  }
  if (event.kind !== 'outcome') return
  const { hole, kind } = event.outcome
  const where = `${hole.path}:${hole.span.start.line}`
  log.write('info', 'hole concluded', { hole: hole.id, where, declaration: hole.declaration, outcome: kind })
}

const COLOURS = { proved: 'green', refuted: 'red', failed: 'yellow', open: 'yellow', skipped: 'dim' } as const

export function outcomeLine(outcome: HoleOutcome): string {
  const { hole, kind } = outcome
  const where = `${hole.path}:${hole.span.start.line}`
  return `${paint(COLOURS[kind], kind, process.stderr)} ${where} ${shownName(hole.declaration ?? '')}${detail(outcome)}`
}

function detail(outcome: HoleOutcome): string {
  if (outcome.kind === 'proved') {
    const { accepted, seconds: time, given } = outcome
    const lemmas = accepted.lemmas.length === 0 ? '' : `, with ${accepted.lemmas.length} helper lemmas`
    const rest = given.length === 0 ? '' : `, complete given ${given.join(', ')}`
    // Attempts on a hole go on side by side and wait for the processor: their sum is neither work nor waiting.
    return ` (${accepted.strategy}, ${time.toFixed(1)} s of attempts${lemmas}${rest})`
  }
  if (outcome.kind === 'refuted') return `: false for ${outcome.counterexample}`
  if (outcome.kind === 'open') return ': the time was over'
  return `: ${outcome.why}`
}

function show(result: FillResult, { apply, branch }: FillFlags): void {
  tellFailures(result.reports)
  for (const { hole, why } of result.withdrawn) note(`withdrawn ${hole.path}:${hole.span.start.line}: ${why}`)
  for (const written of result.written) {
    if (written.kind === 'written') note(`${paint('green', 'written', process.stderr)} ${written.path}`)
    else note(`${paint('yellow', 'not written', process.stderr)} ${written.path}: ${written.why}`)
  }
  if (!apply && !branch) process.stdout.write(unifiedDiff(result.changes))
  const count = (kind: HoleOutcome['kind']) =>
    result.outcomes.filter((outcome) => outcome.kind === kind).length
  const given = new Set(result.outcomes.flatMap((one) => (one.kind === 'proved' ? one.given : [])))
  const rest = given.size === 0 ? '' : ` Some are complete only given ${[...given].join(', ')}.`
  note(
    `${count('proved')} of ${result.outcomes.length} holes proved, ${count('refuted')} false, ` +
      `${count('failed') + count('open')} open, ${count('skipped')} not searched, in ${result.seconds.toFixed(1)} s.${rest}`,
  )
}

export function exitCode({ outcomes, reports, written }: FillResult): number {
  if (reports.length > 0 && reports.every(({ failure }) => failure !== undefined)) return EXIT.unable
  const isDone =
    outcomes.every(({ kind }) => kind === 'proved') && written.every(({ kind }) => kind === 'written')
  return isDone && reports.every(({ failure }) => failure === undefined) ? EXIT.done : EXIT.unsolved
}

export function resultJson(result: FillResult) {
  return {
    outcomes: result.outcomes.map((outcome) => outcomeJson(outcome, result.profile)),
    diff: unifiedDiff(result.changes),
    withdrawn: result.withdrawn.map(({ hole, why }) => ({ id: hole.id, why })),
    written: result.written,
    failures: result.reports.flatMap(({ path, failure }) =>
      failure === undefined ? [] : [{ path, failure }],
    ),
    steps: result.profile.steps().map(([step, cost]) => ({ step, ...costJson(cost) })),
    time_seconds: rounded(result.seconds),
  }
}

function outcomeJson(outcome: HoleOutcome, profile: StepProfile) {
  const { hole, kind } = outcome
  const found = outcome.kind === 'proved' ? outcome.accepted : undefined
  return {
    ...holeJson(hole),
    outcome: kind,
    strategy: found?.strategy ?? null,
    script: found?.script ?? null,
    lemmas: found?.lemmas ?? [],
    uses: found?.uses ?? [],
    given: outcome.kind === 'proved' ? outcome.given : [],
    receipt: found?.receipt ?? null,
    judged: found?.judged ?? null,
    counterexample: outcome.kind === 'refuted' ? outcome.counterexample : null,
    why: 'why' in outcome ? outcome.why : null,
    time_seconds: 'seconds' in outcome ? rounded(outcome.seconds) : 0,
    steps: Object.fromEntries([...profile.of(hole)].map(([step, cost]) => [step, rounded(cost.leanSeconds)])),
  }
}

function costJson({ times, seconds, leanSeconds, contextSeconds, startSeconds }: StepCost) {
  return {
    times,
    time_seconds: rounded(seconds),
    lean_cpu_seconds: rounded(leanSeconds),
    of_which_context: rounded(contextSeconds),
    of_which_starts: rounded(startSeconds),
  }
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
