/**
 * Whether a proof that a strategy claims fills its hole. Nothing is believed: the declaration is elaborated again with
 * the proof in it, and the checker judges it, against the statement as it was before anybody searched.
 */

import type { ClaimedSolution, SolutionVerdict, Verify } from '../engine/index.ts'
import { nameInText } from '../goal/index.ts'
import { type Checker, GoalError, LeanGoneError, type LeanPool, type Receipt } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ProofEvidence } from '../search/index.ts'
import { fixNegation } from '../strategies/index.ts'
import type { Accepted, Bench } from './bench.ts'
import { commandText, editedCommand } from './edited-command.ts'
import type { TextEdit } from './edits.ts'
import { type CommandVerdict, elaborateCommand } from './elaborate-command.ts'
import { type Extracted, extractLemmas, type HelperLemma, lemmaNames } from './helper-lemmas.ts'
import type { Hole } from './hole.ts'
import { type HoleProblem, stillWanted } from './hole-problem.ts'
import { judgeHole, usesOf } from './judge-hole.ts'
import { blanksBefore, placeScript } from './place-script.ts'
import type { StepProfile } from './profile.ts'
import { splitProof } from './split-proof.ts'
import { indentation, lineEnd, TextLines } from './text-lines.ts'
import { tidied } from './tidy.ts'

export interface VerifyTools {
  readonly bench: Bench
  readonly pool: LeanPool
  readonly checker: Checker
  readonly ledger: Ledger
  readonly profile: StepProfile
  /** Told of each receipt for a proof: it speaks of the declaration, or of the goal as a statement of its own. */
  readonly onReceipt: (receipt: Receipt) => void
}

export function createHoleVerify(tools: VerifyTools): Verify<HoleProblem, ProofEvidence> {
  // Holes of one command one after the other: the last one has the whole declaration judged.
  const turns = new Map<string, Promise<unknown>>()
  return async (problem, claim, context) => {
    const { module, command } = problem.hole
    const before = turns.get(`${module} ${command}`) ?? Promise.resolve()
    const verdict = before.then(() => verifyClaim(tools, problem, claim, context))
    turns.set(
      `${module} ${command}`,
      verdict.catch(() => {}),
    )
    return await verdict
  }
}

async function verifyClaim(
  tools: VerifyTools,
  problem: HoleProblem,
  claim: ClaimedSolution<ProofEvidence>,
  { signal }: { readonly signal: AbortSignal },
): Promise<SolutionVerdict> {
  try {
    return claim.kind === 'refuted'
      ? await verifyRefutation(tools, problem, claim.evidence, signal)
      : await verifyProof(tools, problem, claim.evidence, signal)
  } catch (error) {
    // The statement was accepted when the search began, so an error about it now is a timeout and no fault of the
    // statement.
    if (error instanceof GoalError || error instanceof LeanGoneError) return rejected(error.message)
    throw error
  }
}

function rejected(reason: string): SolutionVerdict {
  return { kind: 'rejected', reason }
}

async function verifyRefutation(
  { bench, checker, ledger, profile }: VerifyTools,
  { hole, input, key }: HoleProblem,
  { script, strategy, counterexample = '' }: ProofEvidence,
  signal: AbortSignal,
): Promise<SolutionVerdict> {
  const verdict = await profile.during('judging', hole, async () => {
    const statement = await fixNegation(checker, await checker.fix(input, { signal }), signal)
    return statement && (await checker.check({ statement, proof: { script }, strategy }, { signal }))
  })
  if (!verdict) return rejected('the negation of the goal cannot be written down')
  if (verdict.kind !== 'accepted') return rejected(verdict.detail)
  await ledger.saveReceipt({ id: verdict.receipt.id, goalKey: key, body: verdict.receipt })
  if (signal.aborted) return rejected('the attempt was stopped')
  bench.refuted.set(hole.id, counterexample)
  return { kind: 'accepted', receipt: verdict.receipt.id }
}

/** A proof as it would stand in the file. */
export interface PlacedScript {
  readonly script: string
  readonly lemmas: Extracted['lemmas']
  readonly edits: readonly TextEdit[]
}

async function verifyProof(
  tools: VerifyTools,
  problem: HoleProblem,
  { script, strategy }: ProofEvidence,
  signal: AbortSignal,
): Promise<SolutionVerdict> {
  const { bench, pool, ledger, profile } = tools
  const { hole } = problem
  const tryPlaced = (placed: PlacedScript) => elaborateWith(pool, bench, hole, placed, signal)
  const found = await profile.during('placing', hole, async () =>
    firstFine(await waysToPlace(tools, problem, script, signal), tryPlaced),
  )
  if (found.kind === 'refused') return rejected(found.why)
  const { placed, verdict } = await profile.during('tidying', hole, () =>
    tidied(found, {
      namespaces: namespacesAt(bench, hole),
      place: (extracted) => placedAt(bench, hole, extracted),
      attempt: tryPlaced,
      signal,
    }),
  )
  const judgement = await profile.during('judging', hole, () =>
    judgeHole(tools, problem, placed, verdict, strategy, signal),
  )
  if (judgement.kind === 'rejected') return judgement
  const { receipt, judged } = judgement
  await ledger.saveReceipt({ id: receipt.id, goalKey: problem.key, body: receipt })
  tools.onReceipt(receipt)
  // An attempt is stopped when its file changes; its proof must not be put among those of the new file.
  if (signal.aborted) return rejected('the attempt was stopped')
  const own = new Set(placed.lemmas.map(({ name }) => name))
  const uses = usesOf(bench, hole, placed.edits, verdict).filter((name) => !own.has(name))
  bench.accept({ hole, strategy, ...placed, uses, receipt: receipt.id, judged } satisfies Accepted)
  return { kind: 'accepted', receipt: receipt.id }
}

type Fine = Extract<CommandVerdict, { kind: 'fine' }>

export interface FinePlaced {
  readonly kind: 'fine'
  readonly placed: PlacedScript
  readonly verdict: Fine
}

async function firstFine(
  ways: readonly PlacedScript[],
  attempt: (placed: PlacedScript) => Promise<CommandVerdict>,
): Promise<FinePlaced | Extract<CommandVerdict, { kind: 'refused' }>> {
  let last: CommandVerdict = { kind: 'refused', why: 'there is no place for it' }
  for (const placed of ways) {
    const verdict = await attempt(placed)
    if (verdict.kind === 'fine') return { kind: 'fine', placed, verdict }
    last = verdict
  }
  return last
}

/** With helper lemmas before the declaration, or, where that does not go, all in one place. */
async function waysToPlace(
  { bench, pool }: VerifyTools,
  problem: HoleProblem,
  script: string,
  signal: AbortSignal,
): Promise<PlacedScript[]> {
  const { hole } = problem
  const delivered = stillWanted(bench, problem)
  const base = nameInText(commandText(bench, hole)) ?? 'orch'
  const nameOf = lemmaNames(`${base}_aux`, (name) => bench.isTaken(name))
  const extracted = extractLemmas(script, nameOf)
  const split =
    extracted.lemmas.length > 0
      ? undefined
      : await splitProof(pool, bench, problem, script, nameOf(1), signal)
  const ways = [
    ...(split ? [split] : []),
    ...(extracted.lemmas.length > 0 ? [extracted] : []),
    { lemmas: [], script },
  ]
  return ways.map(({ lemmas, script: rest }) =>
    placedAt(bench, hole, { script: rest, lemmas: [...mentioned(delivered, script), ...lemmas] }),
  )
}

function placedAt(bench: Bench, hole: Hole, { script, lemmas }: Extracted): PlacedScript {
  const { module, span } = hole
  const text = bench.project.modules.get(module)?.text ?? ''
  const replacement = placeScript(text, hole, script)
  const from = blanksBefore(text, span.from, replacement)
  const edits: TextEdit[] = [{ module, from, to: span.to, text: replacement, hole: hole.id }]
  const command = bench.report(module).commands[hole.command]
  if (lemmas.length > 0 && command) {
    const end = lineEnd(text)
    const margin = indentation(new TextLines(text).line(command.start.line))
    const block = lemmas.map((lemma) => lemma.text.split('\n').join(end + margin)).join(end + end + margin)
    edits.unshift({
      module,
      from: command.from,
      to: command.from,
      text: block + end + end + margin,
      hole: hole.id,
    })
  }
  return { script, lemmas, edits }
}

/** Those of some lemmas that a text uses, and that those use. */
function mentioned(lemmas: readonly HelperLemma[], text: string): HelperLemma[] {
  const found = lemmas.filter(({ name }) => text.includes(name))
  const rest = lemmas.filter((lemma) => !found.includes(lemma))
  return found.length === 0 ? [] : [...found.flatMap((lemma) => mentioned(rest, lemma.text)), ...found]
}

/** The namespaces that a declaration's name in full has before its name in the text, and those that they stand in. */
function namespacesAt(bench: Bench, hole: Hole): string[] {
  const full = hole.declaration ?? ''
  const own = nameInText(commandText(bench, hole)) ?? full.split('.').at(-1) ?? ''
  const outer = full.endsWith(`.${own}`) ? full.slice(0, -own.length - 1) : ''
  const parts = outer === '' ? [] : outer.split('.')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
}

function elaborateWith(
  pool: LeanPool,
  bench: Bench,
  hole: Hole,
  { edits, lemmas }: PlacedScript,
  signal: AbortSignal,
): Promise<CommandVerdict> {
  const others = bench.siblings(hole).flatMap(({ id }) => bench.accepted.get(id)?.lemmas ?? [])
  const changed = {
    module: hole.module,
    command: hole.command,
    text: editedCommand(bench, hole, edits),
    added: [...others, ...lemmas].map(({ name }) => name),
    // Lemmas proved for other holes stand in the files when the proof does, and are not in the text that Lean has
    // read.
    offered: bench.offered(hole),
    holesLeft: bench.siblings(hole).filter(({ id }) => id !== hole.id && !bench.accepted.has(id)).length,
  }
  return elaborateCommand(pool, bench, changed, signal)
}
