import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import { Dojo, type GoalInput, type LeanChoice } from '../lean/index.ts'
import { ByteEncoder } from '../models/index.ts'
import {
  type BuildStep,
  buildIndex,
  buildVectors,
  kindOfQuery,
  type LookedUp,
  lookUp,
  type PremiseIndex,
  type PremiseScope,
  type QueryKind,
} from '../premises/index.ts'
import { openAssistants } from '../strategies/index.ts'
import { type GoalFlags, goalFlags, goalInput } from './goal-input.ts'
import { nameListOption } from './list-option.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { openProgress, waiting } from './progress.ts'
import { type LeanSession, leanOption, openSession } from './session.ts'
import { settings, withLedger } from './settings.ts'

interface BuildFlags {
  readonly import?: string[]
  readonly lean: LeanChoice
  readonly json?: boolean
}

interface SearchFlags extends GoalFlags {
  readonly k: string
  readonly before?: string
  readonly lean: LeanChoice
  readonly json?: boolean
}

const MOST = 1000

export function addPremises(program: Command): void {
  const premises = program
    .command('premises')
    .description('Library theorems that may help with a goal.')
    .addHelpText(
      'after',
      `
Examples:
  $ orch premises search '∀ xs ys : List Nat, (xs ++ ys).length = ys.length + xs.length'
  $ orch premises 'n + m = m + n'
  $ orch premises search 'reverse append'
  $ orch premises build --import Std`,
    )
  premises
    .command('build')
    .description('Read the theorems of the library out of Lean and index them, once per set of imports.')
    .addOption(nameListOption('--import <module>', 'module to import'))
    .addOption(leanOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch premises build
  $ orch premises build --import Std.Data.HashMap

Takes about a minute for the core library, and longer where REPROVER_RETRIEVER_PATH names a retriever model: every
theorem then gets its vector, which can be interrupted and goes on where it stopped. An index that is there already
is kept; it is found again as long as Lean, the project and the imports stay the same. 'orch premises search' and the
strategy reprover use it.`,
    )
    .action((flags: BuildFlags) => runAction(flags.json, () => buildCommand(flags)))
  goalFlags(premises.command('search', { isDefault: true }))
    .description('The theorems most likely to help with a goal, or those that fit a pattern or some words.')
    .argument(
      '<goal, pattern or words>',
      "a proposition, '_ + _ = _ + _', 'reverse append' or part of a name",
    )
    .option('-k, --k <n>', 'how many to show', '12')
    .option('--before <theorem>', 'only what the library had before this theorem, for proving it again')
    .addOption(leanOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch premises search '∀ a b : Nat, a ≤ b → a - b = 0' --k 5
  $ orch premises search 'n + m = m + n'
  $ orch premises search 'List.map _ (List.map _ _)'
  $ orch premises search '?a * (?b + ?c) = _, "Nat."'
  $ orch premises search 'length append'
  $ orch premises search '∀ n, double n = n + n' --preamble examples/Defs.lean --json

Holes are _ and ?a (the same letter is the same thing everywhere), and so are variables that nothing binds. Parts of
a pattern are separated by commas: a shape, a constant, "a part of the name" in quotes, or ⊢ before a shape that must
be the conclusion. A closed proposition is read by Lean and ranked by all sources together: the index, Lean's two
premise selectors and, if REPROVER_RETRIEVER_PATH is set, the retriever model. Anything else is looked up as words.
The index is built first if it is not there.
Exit code: 0 something found, 1 nothing found, 2 could not run.`,
    )
    .action((text: string, flags: SearchFlags) => runAction(flags.json, () => searchCommand(text, flags)))
}

async function buildCommand(flags: BuildFlags): Promise<number> {
  const { config } = settings()
  await using session = await openIdle(flags.lean)
  const imports = flags.import ?? []
  using index = await buildWithProgress(session, imports, config.cacheDir, flags.json)
  const retriever = config.reproverRetrieverPath
  if (retriever !== undefined) await embed(index, retriever, { signal: session.signal, json: flags.json })
  const vectors = retriever !== undefined
  if (flags.json) printJson('premises build', { theorems: index.size, imports, file: index.file, vectors })
  else print(`${index.size} theorems${vectors ? ', each with its vector,' : ''} in ${index.file}`)
  return EXIT.done
}

async function searchCommand(text: string, flags: SearchFlags): Promise<number> {
  const limit = count(flags.k)
  const input = goalInput(text, flags)
  const loaded = settings()
  await using session = await openIdle(flags.lean)
  using index = await buildWithProgress(session, input.imports ?? [], loaded.config.cacheDir, flags.json)
  const scope = { before: flags.before }
  if (flags.before !== undefined && !index.theorem(flags.before)) {
    throw new InputError('unknown_theorem', `There is no theorem '${flags.before}' in the index.`, {
      hint: `Look it up: orch premises search '${flags.before}'`,
    })
  }
  // Definitions of the user's own are not in the index: only Lean can read such a goal.
  const kind = flags.preamble === undefined ? kindOfQuery(text) : 'goal'
  const found: Found =
    kind === 'goal'
      ? { kind, names: await suggestions(session, input, { ...flags, limit, scope }), fallback: undefined }
      : lookUp(index, text, { limit, scope })
  if (found.fallback !== undefined && !flags.json) note(`${found.fallback}; these share words with it:`)
  show(index, found, flags.json)
  return found.names.length > 0 ? EXIT.done : EXIT.unsolved
}

async function suggestions(
  session: LeanSession,
  input: GoalInput,
  { limit, scope, json }: { limit: number; scope: PremiseScope; json?: boolean },
): Promise<readonly string[]> {
  const loaded = settings()
  return withLedger(loaded, async (ledger) => {
    const { config } = loaded
    const { pool, signal, toolchain } = session
    await using assistants = await openAssistants({ config, fingerprint: toolchain.fingerprint, ledger })
    const find = async () => {
      await using dojo = await Dojo.open(pool, input, { keys: true, signal })
      return await assistants.finder.suggest(dojo, dojo.root, { limit, scope, signal })
    }
    return await waiting('Lean is reading the goal and choosing premises', find, { json })
  })
}

type Found = Omit<LookedUp, 'kind'> & { readonly kind: QueryKind }

function show(index: PremiseIndex, { kind, names, fallback }: Found, json: boolean | undefined): void {
  const found = names.map((name) => index.theorem(name) ?? { name, module: null, statement: null })
  if (json) {
    printJson('premises search', { kind, fallback: fallback ?? null, premises: found })
    return
  }
  for (const { name, statement } of found) {
    print(paint('bold', name))
    if (statement !== null) print(`    ${statement.replaceAll('\n', '\n    ')}`)
  }
  if (found.length === 0) note('no theorem of the library matches')
}

/** An index that is there already answers without any Lean process, and no proof is checked here. */
function openIdle(lean: LeanChoice): Promise<LeanSession> {
  return openSession({ lean }, { size: 1 }, 'when needed')
}

/** The index, built first if it is not there, with a line that says so. */
export async function buildWithProgress(
  session: Pick<LeanSession, 'pool' | 'signal'>,
  imports: readonly string[],
  cacheDir: string,
  json: boolean | undefined,
): Promise<PremiseIndex> {
  using progress = openProgress({ json })
  const { pool, signal } = session
  const onStep = (step: BuildStep) => progress.show({ message: describe(step), stage: step.kind })
  return await buildIndex(pool, { imports, cacheDir, signal, onStep })
}

async function embed(
  index: PremiseIndex,
  retriever: string,
  { signal, json }: { readonly signal: AbortSignal; readonly json: boolean | undefined },
): Promise<void> {
  using progress = openProgress({ json })
  const show = (step: Step, fraction?: number) =>
    progress.show({ message: describe(step), stage: step.kind, fraction })
  await using encoder = await ByteEncoder.load(retriever)
  await buildVectors(index, encoder, {
    signal,
    onProgress: (done) => show({ kind: 'embedding', done, of: index.size }, done / index.size),
    onWait: (pid) => show({ kind: 'waiting', pid }),
  })
}

type Step = BuildStep | { readonly kind: 'embedding'; readonly done: number; readonly of: number }

function describe(step: Step): string {
  if (step.kind === 'waiting') return `waiting for process ${step.pid}, which builds the premise index`
  if (step.kind === 'embedding') return `embedding theorems with the retriever (${step.done} of ${step.of})`
  if (step.kind === 'indexing') return `indexing ${step.theorems} theorems`
  return `reading the library out of Lean, once for these imports (${(step.bytes / 1e6).toFixed(1)} MB)`
}

function count(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return value
  throw new InputError('bad_flag', `--k is '${text}'; it must be a whole number from 1 to ${MOST}.`)
}
