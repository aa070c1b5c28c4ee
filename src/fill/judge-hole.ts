/** What the checker says of a proof: the only word that counts. */
import { createHash } from 'node:crypto'
import type { Checker, GoalInput, LeanPool, Proof, Receipt } from '../lean/index.ts'
import type { Accepted, Bench } from './bench.ts'
import { commandText, editedCommand } from './edited-command.ts'
import type { TextEdit } from './edits.ts'
import type { CommandVerdict } from './elaborate-command.ts'
import { flatText } from './flat-text.ts'
import type { Extracted } from './helper-lemmas.ts'
import type { Hole } from './hole.ts'
import { type HoleProblem, introductionOf } from './hole-problem.ts'
import { statementText } from './statement-text.ts'

export type HoleJudgement =
  | { readonly kind: 'accepted'; readonly receipt: Receipt; readonly judged: Accepted['judged'] }
  | { readonly kind: 'rejected'; readonly reason: string }

interface JudgeTools {
  readonly bench: Bench
  readonly pool: LeanPool
  readonly checker: Checker
}

type Fine = Extract<CommandVerdict, { kind: 'fine' }>

/**
 * What a proof needs above it: what its term rests on, and every lemma that its text names. `grind [foo]` wants to know
 * a `foo` that its proof has no use for.
 */
export function usesOf(
  bench: Bench,
  hole: Hole,
  edits: readonly TextEdit[],
  { declarations }: Pick<Fine, 'declarations'>,
): string[] {
  const named = bench.offered(hole).filter(({ name }) => edits.some(({ text }) => text.includes(name)))
  return [...new Set([...declarations.flatMap(({ uses }) => uses), ...named.map(({ name }) => name)])]
}

/** The whole declaration if it is a theorem without further holes, otherwise the goal of the hole by itself. */
export async function judgeHole(
  tools: JudgeTools,
  problem: Pick<HoleProblem, 'hole' | 'input' | 'hypotheses'>,
  placed: {
    readonly script: string
    readonly lemmas: Extracted['lemmas']
    readonly edits: readonly TextEdit[]
  },
  verdict: Fine,
  strategy: string,
  signal: AbortSignal,
): Promise<HoleJudgement> {
  const { bench } = tools
  const { hole } = problem
  const declared = bench.report(hole.module).declarations.find(({ name }) => name === hole.declaration)
  const isWhole = verdict.holes === 0 && declared?.canonical && bench.standsOn(bench.idOf(hole)).length === 0
  if (isWhole && statementText(commandText(bench, hole)))
    return judgeDeclaration(tools, hole, placed.edits, verdict, strategy, signal)
  const lemmas = placed.lemmas.map(({ text }) => text).join('\n\n')
  const introduction = await introductionOf(tools.pool, problem, signal)
  const script = [...introduction, placed.script].join('\n')
  const input = { ...problem.input, ...textBefore(bench, hole, usesOf(bench, hole, placed.edits, verdict)) }
  return await check(tools, input, { script, lemmas }, { strategy, judged: 'goal', signal })
}

/** A theorem with a proof in it, against its statement as it was read before. */
export async function judgeDeclaration(
  tools: JudgeTools,
  hole: Hole,
  edits: readonly TextEdit[],
  verdict: Fine,
  strategy: string,
  signal: AbortSignal,
): Promise<HoleJudgement> {
  const { bench } = tools
  const stated = statementText(commandText(bench, hole))
  if (!stated || hole.declaration === null)
    return { kind: 'rejected', reason: 'it is no theorem with a name' }
  const { imports, preamble } = textBefore(bench, hole, usesOf(bench, hole, edits, verdict))
  const declared = bench.report(hole.module).declarations.find(({ name }) => name === hole.declaration)
  const hash = declared?.canonical && createHash('sha256').update(declared.canonical).digest('hex')
  const input = { statement: stated.statement, preamble: [preamble, ...stated.front].join('\n'), imports }
  const source = [
    ...imports.map((name) => `import ${name}`),
    preamble,
    editedCommand(bench, hole, edits),
  ].join('\n')
  const proof = { source, theorem: hole.declaration, preamble }
  return await check(tools, input, proof, { strategy, judged: 'declaration', signal, ...(hash && { hash }) })
}

/** Everything above the command that its proof rests on, with the proofs that were accepted there. */
function textBefore(
  bench: Bench,
  hole: Hole,
  uses: readonly string[],
): { imports: readonly string[]; preamble: string } {
  const needed = bench.neededBy(bench.idsOf(hole.module, uses))
  const span = bench.report(hole.module).commands[hole.command]
  const edits = bench.editsOf(needed).filter((edit) => isBefore(bench, edit, hole))
  const { imports, text } = flatText(bench.project, bench.reports, hole.module, {
    upTo: span?.from ?? 0,
    edits,
  })
  return { imports, preamble: text }
}

async function check(
  { checker }: JudgeTools,
  input: GoalInput,
  proof: Proof,
  {
    hash,
    strategy,
    judged,
    signal,
  }: { hash?: string; strategy: string; judged: Accepted['judged']; signal: AbortSignal },
): Promise<HoleJudgement> {
  const statement = await checker.fix(input, { signal })
  if (hash !== undefined && statement.typeHash !== hash)
    return { kind: 'rejected', reason: 'the statement reads differently outside of its project' }
  const claim = { statement, proof, strategy }
  const first = await checker.check(claim, { signal })
  // No verdict is most often a Lean process that went away: it is asked for once more.
  const answer = first.kind === 'unknown' && !signal.aborted ? await checker.check(claim, { signal }) : first
  if (answer.kind !== 'accepted') return { kind: 'rejected', reason: answer.detail }
  return { kind: 'accepted', receipt: answer.receipt, judged }
}

/** An edit of the same file counts only if it stands above. */
function isBefore(bench: Bench, edit: TextEdit, hole: Hole): boolean {
  return (
    edit.module !== hole.module || edit.to <= (bench.report(hole.module).commands[hole.command]?.from ?? 0)
  )
}
