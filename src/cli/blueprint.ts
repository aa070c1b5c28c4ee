import type { Command } from 'commander'
import {
  type MarkerChange,
  NODE_STATUSES,
  type NodeStatus,
  syncMarkers,
  writeFiles,
} from '../blueprint/index.ts'
import { InputError } from '../errors.ts'
import { ReportCache } from '../fill/index.ts'
import { type JudgedBlueprint, judgeBlueprint, reportFolder } from '../use-cases/index.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { openProgress } from './progress.ts'
import { forOthers, leanOption, type OthersFlags, openSession, unsandboxedOption } from './session.ts'
import { settings, withLedger } from './settings.ts'
import { textWidth } from './text-width.ts'

interface BlueprintFlags extends OthersFlags {
  readonly main?: string
  readonly verify: boolean
  readonly json?: boolean
}
interface SyncFlags extends BlueprintFlags {
  readonly check?: boolean
}

export function addBlueprint(program: Command): void {
  const blueprint = program
    .command('blueprint')
    .description('What is true of a leanblueprint, by the receipts of the declarations it names.')
    .addHelpText('after', '\nExample:\n  $ orch blueprint status\n  $ orch blueprint sync --check')
  const add = (name: string, summary: string) =>
    blueprint
      .command(`${name} [project]`)
      .description(summary)
      .option('--main <file>', 'the main file; blueprint/src/web.tex and the like are found by themselves')
      .option('--no-verify', 'go by the receipts that are there; check nothing anew')
      .addOption(leanOption())
      .addOption(unsandboxedOption())
      .option('--json', 'print one JSON object')
  add('status', 'Which statements are stated, proved, fully proved; what is blocked; the critical path.')
    .addHelpText(
      'after',
      `
Examples:
  $ orch blueprint status
  $ orch blueprint status examples/shapes --json

A theorem counts as proved when the checker has accepted it as it stands in its file; complete theorems without a
receipt are checked now, once. A \\leanok in the text is a claim. Exit code: 0 all proved, 1 not all, 2 could not run.`,
    )
    .action((project: string | undefined, flags: BlueprintFlags) =>
      runAction(flags.json, () => judged(project, flags, async (found) => showStatus(found, flags))),
    )
  add('sync', 'Set every \\leanok to what is true; nothing else in the files changes.')
    .option('--check', 'change nothing; exit with 1 if a marker is out of date')
    .addHelpText(
      'after',
      `
Examples:
  $ orch blueprint sync
  $ orch blueprint sync --check      # for CI

Only statements that name a declaration (\\lean) are touched. Exit code: 0 up to date, 1 out of date (with --check),
2 could not run.`,
    )
    .action((project: string | undefined, flags: SyncFlags) =>
      runAction(flags.json, () => judged(project, flags, async (found) => sync(found, flags))),
    )
}

async function judged(
  folder = '.',
  flags: BlueprintFlags,
  show: (found: JudgedBlueprint) => Promise<number>,
): Promise<number> {
  const loaded = settings()
  await using session = await openSession(forOthers(flags), { size: 1 }, 'when needed')
  const { fingerprint } = session.toolchain
  const found = await withLedger(loaded, async (ledger) => {
    using progress = openProgress(flags)
    return await judgeBlueprint({
      folder,
      main: flags.main,
      ledger,
      cache: new ReportCache(reportFolder(loaded.config), fingerprint),
      fingerprint,
      signal: session.signal,
      onProgress: (message, fraction) => progress.show({ message, fraction, stage: message.split(' ')[0] }),
      ...(flags.verify && { lean: async () => session }),
    })
  })
  if (!found)
    throw new InputError('no_blueprint', `There is no blueprint in ${folder}.`, {
      hint: 'It is looked for at blueprint/src/web.tex; give another main file with --main.',
    })
  return show(found)
}

const STYLES: Readonly<Record<NodeStatus, Parameters<typeof paint>[0]>> = {
  fully_proved: 'green',
  proved: 'green',
  mathlib: 'green',
  claimed: 'yellow',
  stated: 'cyan',
  not_stated: 'dim',
  not_ready: 'dim',
}
const words = (status: NodeStatus) => status.replace('_', ' ')

function showStatus(found: JudgedBlueprint, { json }: BlueprintFlags): number {
  const { nodes, counts, criticalPath } = found.judgement
  const done = nodes.every(({ status }) => status === 'fully_proved' || status === 'mathlib')
  const exit = done ? EXIT.done : EXIT.unsolved
  if (json) {
    printJson('blueprint status', statusJson(found))
    return exit
  }
  const rows = nodes.map(({ id, status, node, given, waitsFor, unlocks }) => [
    id,
    words(status),
    unlocks > 0 ? String(unlocks) : '',
    waitsFor.length > 0 ? `waits for ${waitsFor.join(', ')}` : '',
    [
      node.declarations.join(', '),
      ...(status === 'claimed' && given.length > 0 ? [`(complete given ${given.join(', ')})`] : []),
    ].join(' '),
  ])
  const [head = '', ...lines] = aligned([['statement', 'status', 'unlocks', '', 'declarations'], ...rows])
  print(paint('dim', head))
  for (const [index, line] of lines.entries()) print(paint(STYLES[nodes[index]?.status ?? 'stated'], line))
  print('')
  print(
    NODE_STATUSES.flatMap((status) => (counts[status] > 0 ? `${counts[status]} ${words(status)}` : [])).join(
      ', ',
    ),
  )
  if (criticalPath.length > 0) print(`critical path: ${criticalPath.join(' → ')}`)
  tellProblems(found)
  return exit
}

/** Columns of words: all to the left. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => textWidth(row[column] ?? ''))),
  )
  const fill = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - textWidth(cell))
  return rows.map((row) => row.map(fill).join('  ').trimEnd())
}

function statusJson({ blueprint, judgement, tickets, refused, unread }: JudgedBlueprint) {
  return {
    main: blueprint.main,
    counts: judgement.counts,
    critical_path: judgement.criticalPath,
    nodes: judgement.nodes.map(({ id, node, status, waitsFor, unlocks, receipts, given }) => ({
      id,
      kind: node.kind,
      title: node.title ?? null,
      file: node.file,
      line: node.line,
      status,
      declarations: node.declarations,
      uses: judgement.graph.needs.get(id) ?? { statement: [], proof: [] },
      waits_for: waitsFor,
      unlocks,
      receipts,
      given,
      tickets: (tickets.get(id) ?? []).map(({ ticketId, status: state }) => ({
        ticket_id: ticketId,
        status: state,
      })),
    })),
    problems: judgement.problems,
    refused: Object.fromEntries(refused),
    unread: [...unread.keys()],
  }
}

function sync(found: JudgedBlueprint, { check, json }: SyncFlags): number {
  const { changes, files } = syncMarkers(found.judgement)
  if (!check) writeFiles(found.blueprint, files)
  if (json) {
    const problems = found.judgement.problems
    printJson('blueprint sync', {
      changes,
      files: [...files.keys()],
      written: !check,
      problems,
      refused: Object.fromEntries(found.refused),
    })
  } else {
    for (const change of changes) print(sentence(change))
    const count = changes.length === 1 ? '1 marker' : `${changes.length} markers`
    if (changes.length === 0) print('Every marker says what is true.')
    else if (check) print(`${count} out of date. Run orch blueprint sync.`)
    else print(`${count} changed in ${[...files.keys()].join(', ')}.`)
    tellProblems(found)
  }
  return check && changes.length > 0 ? EXIT.unsolved : EXIT.done
}

function sentence({ id, file, line, part, change }: MarkerChange): string {
  const sign = change === 'add' ? paint('green', '+') : paint('red', '-')
  return `${sign} \\leanok in the ${part} of ${id} (${file}:${line})`
}

const MOST_PROBLEMS = 20

function tellProblems({ judgement, refused, unread }: JudgedBlueprint): void {
  for (const [name, why] of refused) note(`${name} is not proved: ${why}`)
  for (const [path, why] of unread)
    note(`${path} could not be read by Lean; what it declares is not known${why ? `: ${why}` : '.'}`)
  for (const { file, line, message } of judgement.problems.slice(0, MOST_PROBLEMS))
    note(`${file}:${line}: ${message}`)
  const more = judgement.problems.length - MOST_PROBLEMS
  if (more > 0) note(`… and ${more} more problems.`)
}
