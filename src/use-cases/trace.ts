/**
 * The proofs of a Lean file as rows of (state, tactic, next state): what models of tactics are trained on. Every theorem
 * whose proof is tactics is opened where it stands, after what comes before it in the file, and its tactics are run one
 * by one.
 */
import { blankComments, declarationHead } from '../goal/index.ts'
import { Dojo, type DojoState, GoalError, type GoalInput, type LeanPool } from '../lean/index.ts'
import { tacticsOf } from './steps.ts'

export interface TraceRow {
  readonly theorem: string
  /** Counted from 0, within the theorem. */
  readonly step: number
  readonly state: readonly string[]
  readonly tactic: string
  /** Empty when the tactic ended the proof. */
  readonly next_state: readonly string[]
}

export interface TracedTheorem {
  readonly name: string
  /** Of the theorem in the file, from 1. */
  readonly line: number
  readonly rows: readonly TraceRow[]
  /** Why the rows are not the whole proof, if they are not. */
  readonly why: string | undefined
}

export interface TacticProof {
  readonly name: string
  readonly line: number
  /** The file before it, without its imports. */
  readonly preamble: string
  readonly statement: string
  readonly script: string
}

const TACTIC_MS = 30_000

export async function* traceFile(
  pool: LeanPool,
  text: string,
  signal: AbortSignal,
): AsyncGenerator<TracedTheorem> {
  const imports = importsOf(text)
  for (const proof of tacticProofs(text)) yield await trace(pool, imports, proof, signal)
}

async function trace(
  pool: LeanPool,
  imports: readonly string[],
  { name, line, preamble, statement, script }: TacticProof,
  signal: AbortSignal,
): Promise<TracedTheorem> {
  const rows: TraceRow[] = []
  try {
    await using dojo = await Dojo.open(pool, { statement, preamble, imports }, { signal })
    let state: DojoState = dojo.root
    for (const [step, tactic] of tacticsOf(script).entries()) {
      const result = await dojo.runTactic(state, tactic, { signal, timeoutMs: TACTIC_MS })
      if (result.kind !== 'open' && result.kind !== 'closed') {
        const why = result.kind === 'rejected' ? result.failure.message : `Lean: ${result.kind}`
        return { name, line, rows, why: `at "${tactic.split('\n')[0]}": ${why}` }
      }
      rows.push({ theorem: name, step, state: texts(state), tactic, next_state: texts(result.state) })
      state = result.state
    }
    return { name, line, rows, why: state.goals.length > 0 ? 'the tactics do not end the proof' : undefined }
  } catch (error) {
    if (!(error instanceof GoalError)) throw error
    return { name, line, rows, why: `Lean refuses the statement: ${error.message}` }
  }
}

const texts = ({ goals }: DojoState) => goals.map(({ text }) => text)

export function importsOf(text: string): string[] {
  return [...blankComments(text).matchAll(/^(?:public\s+)?import\s+(\S+)/gm)].map(([, name = '']) => name)
}

/** Theorems of a file that are proved by tactics, in their order. */
export function tacticProofs(text: string): TacticProof[] {
  return theoremsIn(text).flatMap(({ proof, ...theorem }) => {
    const by = /^\s*by\b/.exec(proof)
    return by ? [{ ...theorem, script: flushLeft(proof.slice(by[0].length)) }] : []
  })
}

/** One theorem of a file, after what comes before it: what a dojo opens. Its name may leave the namespace out. */
export function theoremNamed(text: string, name: string): GoalInput | undefined {
  const found = theoremsIn(text).find((theorem) => theorem.name === name || name.endsWith(`.${theorem.name}`))
  return found && { statement: found.statement, preamble: found.preamble, imports: importsOf(text) }
}

interface FileTheorem extends Omit<TacticProof, 'script'> {
  readonly proof: string
}

/** A command begins at the left margin, and its proof behind the first `:=` outside of brackets. */
function theoremsIn(text: string): FileTheorem[] {
  const blank = blankComments(text)
  const starts = [...blank.matchAll(/^(?=[^\s|)⟩}\]])/gm)].map(({ index }) => index)
  return starts.flatMap((start, number) => {
    const command = text.slice(start, starts[number + 1])
    const head = declarationHead(command)
    if (typeof head !== 'object' || head.keyword === 'example') return []
    const plain = blank.slice(start, starts[number + 1])
    const name = /^\s*([^\s:({[⦃]+)/.exec(plain.slice(head.end))?.[1]
    const sign = [...plain.matchAll(/:=/g)].find(({ index }) => depthAt(plain, index) === 0)
    if (!sign || name === undefined) return []
    return [
      {
        name,
        line: text.slice(0, start).split('\n').length,
        preamble: text.slice(0, start).replace(/^(?:public\s+)?import\s+\S+.*$/gm, ''),
        statement: command.slice(0, sign.index).trimEnd(),
        proof: command.slice(sign.index + sign[0].length),
      },
    ]
  })
}

function depthAt(text: string, end: number): number {
  let depth = 0
  for (const character of text.slice(0, end)) {
    if ('([{⟨'.includes(character)) depth += 1
    if (')]}⟩'.includes(character)) depth -= 1
  }
  return depth
}

/** Tactics moved to the left margin; what stands on the line of the `by` is there already. */
function flushLeft(block: string): string {
  const [first = '', ...rest] = block.trimEnd().split('\n')
  const indents = rest
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const least = Math.min(...indents, Number.MAX_SAFE_INTEGER)
  const moved = rest.map((line) => line.slice(Math.min(least, line.length)))
  return [first.trim(), ...moved].join('\n').replace(/^\n+/, '')
}
