/**
 * The proofs of a Lean file as rows of (state, tactic, next state): what models of tactics are trained on. Every theorem
 * whose proof is tactics is opened where it stands, after what comes before it in the file, and its tactics are run one
 * by one.
 */
import { readHeader, type TacticProof, tacticProofs, tacticsOf, theoremsIn } from '../goal/index.ts'
import { Dojo, type DojoState, GoalError, type GoalInput, type LeanPool } from '../lean/index.ts'

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

const TACTIC_MS = 30_000

/**
 * A file of the library itself declares what every environment has already. Of such a file only the scopes are
 * opened, and its theorems are proved again as examples, over what is imported.
 */
export async function* traceFile(
  pool: LeanPool,
  text: string,
  signal: AbortSignal,
): AsyncGenerator<TracedTheorem> {
  const { imports } = readHeader(text)
  let isLibrary = false
  for (const proof of tacticProofs(text)) {
    if (!isLibrary) {
      const traced = await trace(pool, { ...proof, imports }, proof, signal)
      isLibrary = ALREADY_THERE.test(traced.why ?? '')
      if (!isLibrary) yield traced
    }
    const { example: statement, scopes: preamble } = proof
    if (isLibrary) yield await trace(pool, { statement, preamble, imports }, proof, signal)
  }
}

const ALREADY_THERE = /already (?:been )?declared/

async function trace(
  pool: LeanPool,
  { statement, preamble, imports }: GoalInput,
  { name, line, script }: TacticProof,
  signal: AbortSignal,
): Promise<TracedTheorem> {
  const rows: TraceRow[] = []
  try {
    await using dojo = await Dojo.open(
      pool,
      { statement, ...(preamble !== undefined && { preamble }), ...(imports && { imports }) },
      { signal },
    )
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

/** One theorem of a file, after what comes before it: what a dojo opens. Its name may leave the namespace out. */
export function theoremNamed(text: string, name: string): GoalInput | undefined {
  const found = theoremsIn(text).find((theorem) => theorem.name === name || name.endsWith(`.${theorem.name}`))
  if (!found) return undefined
  return { statement: found.statement, preamble: found.preamble, imports: readHeader(text).imports }
}
