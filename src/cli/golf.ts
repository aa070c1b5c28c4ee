import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { InputError } from '../errors.ts'
import {
  type GolfedProof,
  type GolfResult,
  golf,
  openProject,
  type Project,
  ReportCache,
  readProject,
  unifiedDiff,
  writeChanges,
} from '../fill/index.ts'
import { fillCacheFolder } from './fill-input.ts'
import { EXIT, note, paint, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import {
  forOthers,
  type LeanSession,
  leanOption,
  type OthersFlags,
  openSession,
  unsandboxedOption,
} from './session.ts'
import { settings, withLedger } from './settings.ts'

interface GolfFlags extends OthersFlags {
  readonly by: 'length' | 'time'
  readonly apply?: boolean
  readonly json?: boolean
}

export function addGolf(program: Command): void {
  program
    .command('golf')
    .description('Look for shorter or faster proofs of what is proved already; only what checks is taken.')
    .argument('<what>', 'a file, a folder, or the name of a declaration in the project here')
    .addOption(
      new Option('--by <measure>', 'what is to become less: length of the proof, or time in Lean')
        .choices(['length', 'time'])
        .default('length'),
    )
    .option('--apply', 'write the proofs into the files instead of printing a diff')
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch golf Shapes/Tree.lean
  $ orch golf Tree.size_mirror --apply
  $ orch golf Shapes --by time

Exit code: 0 something became shorter or faster, 1 nothing did, 2 could not run.`,
    )
    .action((what: string, flags: GolfFlags) => runAction(flags.json, () => golfCommand(what, flags)))
}

async function golfCommand(what: string, flags: GolfFlags): Promise<number> {
  const target = golfTarget(what)
  return withLedger(settings(), async (ledger) => {
    await using lean = await openSession({ ...forOthers(flags), cwd: target.project.root }, {}, 'when needed')
    const { signal } = lean
    const work = (tell: (detail: string) => void) =>
      golf({
        ...target,
        by: flags.by,
        lean,
        ledger,
        cacheFolder: fillCacheFolder(),
        signal,
        onProof: ({ declaration }) => tell(declaration),
      })
    const result = await waiting('golfing', work, { json: flags.json })
    const unread = await unreadFiles(target.project, lean)
    if (result.seen === 0 && target.declaration !== undefined) {
      throw new InputError(
        'no_declaration',
        `There is no proved theorem ${target.declaration} with a tactic proof here.`,
        {
          hint: 'Give its name in full, or run in the folder of its project.',
        },
      )
    }
    const written = flags.apply ? writeChanges(result.changes) : []
    if (flags.json) printJson('golf', { ...asJson(result), written, unread: Object.fromEntries(unread) })
    else {
      show(result, flags)
      for (const [path, why] of unread) note(`${path}: ${why}`)
    }
    return result.proofs.length > 0 ? EXIT.done : EXIT.unsolved
  })
}

/** A path, or else the name of a declaration in the project of this folder. */
function golfTarget(what: string): { project: Project; declaration: string | undefined } {
  if (existsSync(what) || /[\\/]|\.lean$/.test(what))
    return { project: openProject(what), declaration: undefined }
  return { project: openProject('.'), declaration: what }
}

/** Files that Lean does not take, which have no proofs then, and why. All others are in the cache by now. */
async function unreadFiles(
  project: Project,
  { pool, toolchain, signal }: LeanSession,
): Promise<[path: string, why: string][]> {
  const cache = new ReportCache(`${fillCacheFolder()}/reports`, toolchain.fingerprint)
  const reports = await readProject(project, () => pool, { cache, signal })
  return reports.flatMap(({ path, failure }): [string, string][] =>
    failure === undefined ? [] : [[path, failure]],
  )
}

function show({ proofs, changes, seen, refused }: GolfResult, { apply, by }: GolfFlags): void {
  for (const proof of proofs) note(line(proof, by))
  for (const { path, line: number, declaration, why } of refused)
    note(`${path}:${number} ${declaration}: not accepted: ${why}`)
  if (!apply) process.stdout.write(unifiedDiff(changes))
  note(`${proofs.length} of ${seen} proofs became ${by === 'length' ? 'shorter' : 'faster'}.`)
}

function line({ path, line: number, declaration, cost }: GolfedProof, by: GolfFlags['by']): string {
  const unit = (value: number) => (by === 'length' ? `${value} characters` : `${Math.round(value / 1000)} ms`)
  return `${paint('green', path, process.stderr)}:${number} ${declaration}: ${unit(cost.before)} → ${unit(cost.after)}`
}

function asJson({ proofs, changes, seen, refused }: GolfResult) {
  return { seen, proofs, refused, diff: unifiedDiff(changes) }
}
