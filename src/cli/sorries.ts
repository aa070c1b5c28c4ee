import { relative } from 'node:path'
import type { Command } from 'commander'
import {
  type Hole,
  lastOutcomes,
  type ModuleReport,
  ReportCache,
  readProject,
  shownName,
} from '../fill/index.ts'
import { fillCacheFolder, fillTarget } from './fill-input.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { forOthers, leanOption, type OthersFlags, openSession, unsandboxedOption } from './session.ts'
import { settings, withLedger } from './settings.ts'

interface SorriesFlags extends OthersFlags {
  readonly json?: boolean
}

export function addSorries(program: Command): void {
  program
    .command('sorries')
    .description('List every sorry and admit of a Lean project with its goal and what was tried on it.')
    .argument('[path]', 'a Lake project, a folder of Lean files, or one file', '.')
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch sorries
  $ orch sorries Shapes/Tree.lean
  $ orch sorries --json | jq '.holes[].goal'

Holes in comments and strings are no holes. A file with errors still shows its other holes.
Exit code: 0 no holes are open, 1 some are, 2 could not run.`,
    )
    .action((path: string, flags: SorriesFlags) => runAction(flags.json, () => sorriesCommand(path, flags)))
}

async function sorriesCommand(path: string, flags: SorriesFlags): Promise<number> {
  const { project } = fillTarget(path)
  await using session = await openSession({ ...forOthers(flags), cwd: project.root }, {}, 'when needed')
  const { pool, signal } = session
  const cache = new ReportCache(`${fillCacheFolder()}/reports`, pool.toolchain.fingerprint)
  const read = (tell: (detail: string) => void) =>
    readProject(project, () => pool, {
      cache,
      signal,
      onProgress: ({ done, total, path }) => tell(`${done} of ${total}, ${path}`),
    })
  const reports = await waiting('reading files', read, { json: flags.json })
  const holes = await withLedger(settings(), (ledger) =>
    lastOutcomes(
      ledger,
      reports.flatMap((one) => one.holes),
    ),
  )
  if (flags.json) printJson('sorries', asJson(project.root, reports, holes))
  else show(project.root, reports, holes)
  if (reports.every(({ failure }) => failure !== undefined)) return EXIT.unable
  return holes.length === 0 && reports.every(({ failure }) => failure === undefined)
    ? EXIT.done
    : EXIT.unsolved
}

export function tellFailures(reports: readonly ModuleReport[]): void {
  for (const { path, failure } of reports) {
    if (failure !== undefined) note(`${paint('red', path, process.stderr)}: ${failure}.`)
  }
}

function show(root: string, reports: readonly ModuleReport[], holes: readonly Hole[]): void {
  tellFailures(reports)
  for (const { path, errors } of reports) {
    for (const { start, text } of errors)
      note(
        `${path}:${start.line}:${start.column + 1}: ${paint('red', 'error', process.stderr)}: ${text.split('\n', 1)[0]}`,
      )
  }
  for (const hole of holes) {
    const { path, span, declaration, goal, difficulty, unsearchable } = hole
    const where = `${relative('.', `${root}/${path}`) || path}:${span.start.line}:${span.start.column + 1}`
    print(`${paint('bold', where)}  ${shownName(declaration ?? '')}`)
    print(goal.replace(/^/gm, '    '))
    print(`    ${paint('dim', `difficulty ${difficulty}, ${unsearchable ?? told(hole)}`)}`)
  }
  const files = new Set(holes.map(({ path }) => path)).size
  note(`${holes.length} holes in ${files} of ${reports.length} files`)
}

function told({ lastOutcome }: Hole): string {
  if (!lastOutcome) return 'not tried yet'
  const { outcome, strategy, seconds, counterexample } = lastOutcome
  const why = counterexample === undefined ? '' : `: ${counterexample}`
  return `last ${outcome}${why} (${strategy}, ${seconds.toFixed(1)} s)`
}

function asJson(root: string, reports: readonly ModuleReport[], holes: readonly Hole[]) {
  return {
    root,
    files: reports.map(({ path, module, errors, failure }) => ({
      path,
      module,
      errors: errors.map(({ start, text }) => ({ line: start.line, column: start.column, text })),
      failure: failure ?? null,
    })),
    holes: holes.map(holeJson),
  }
}

export function holeJson(hole: Hole) {
  const { id, path, span, declaration, goal, isTactic, isProof, difficulty, lastOutcome, unsearchable, key } =
    hole
  return {
    id,
    path,
    line: span.start.line,
    column: span.start.column,
    end_line: span.end.line,
    end_column: span.end.column,
    start_byte: span.fromByte,
    end_byte: span.toByte,
    declaration: declaration && shownName(declaration),
    goal,
    goal_hash: key,
    is_tactic: isTactic,
    is_proof: isProof,
    difficulty,
    unsearchable: unsearchable ?? null,
    last_outcome: lastOutcome ?? null,
  }
}
