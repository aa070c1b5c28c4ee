/**
 * Every proved goal as one Lean file that checks. The ledger is not believed: the checker judges every entry again
 * before it is written, and the file as a whole is read by Lean once more. What fails is left out and named.
 */

import { InputError } from '../errors.ts'
import { writeWhole } from '../files/index.ts'
import {
  type Checker,
  type LeanMessage,
  type LeanPool,
  type Receipt,
  readReceipt,
  verifyReceipt,
} from '../lean/index.ts'
import type { GoalStatus, Ledger, StoredGoal } from '../ledger/index.ts'
import { type ExportEntry, type PlacedProof, renderFile } from './export-text.ts'
import { namedHeader } from './lemmas.ts'

export interface ExportResult {
  readonly theorems: number
  /** Goals that the ledger has as proved and that were not written, and why. */
  readonly left_out: readonly LeftOut[]
  /** What Lean says about the file; empty if it checks. */
  readonly errors: readonly string[]
}

interface LeftOut {
  readonly id: string
  readonly why: string
}

export interface ExportOptions {
  readonly signal: AbortSignal
  readonly onEntry?: (done: number) => void
}

const CHECK_MS = 600_000
const USUAL_AXIOMS = ['propext', 'Classical.choice', 'Quot.sound']

export async function exportProofs(
  { ledger, pool, checker }: { ledger: Ledger; pool: LeanPool; checker: Checker },
  file: string,
  { signal, onEntry }: ExportOptions,
): Promise<ExportResult> {
  const leftOut: LeftOut[] = []
  for await (const { id } of goalsWith(ledger, 'claimed')) {
    leftOut.push({ id, why: 'the ledger holds no receipt about this statement' })
  }
  let entries: ExportEntry[] = []
  let done = 0
  for await (const goal of goalsWith(ledger, 'proved')) {
    const judged = await judgedEntry(ledger, checker, goal, signal)
    if (typeof judged === 'string') leftOut.push({ id: goal.id, why: judged })
    else entries.push(judged)
    done += 1
    onEntry?.(done)
  }
  for (;;) {
    const { text, placed } = renderFile(entries, { asking: true })
    const blamed = blame(placed, await messagesAbout(pool, text, signal))
    if (blamed.size === 0) break
    for (const [{ goal }, why] of blamed) leftOut.push({ id: goal.id, why })
    entries = entries.filter((entry) => !blamed.has(entry))
  }
  const { text } = renderFile(entries)
  writeWhole([{ path: file, text }])
  const errors = (await messagesAbout(pool, text, signal)).filter(isComplaint).map(inWords)
  return { theorems: entries.length, left_out: leftOut, errors }
}

async function* goalsWith(ledger: Ledger, status: GoalStatus): AsyncGenerator<StoredGoal> {
  let after: number | undefined
  do {
    const page = await ledger.goals({ status, ...(after !== undefined && { after }) })
    yield* page.items
    after = page.next
  } while (after !== undefined)
}

/** The entry as the checker accepts it now, or why there is none. */
async function judgedEntry(
  ledger: Ledger,
  checker: Checker,
  goal: StoredGoal,
  signal: AbortSignal,
): Promise<ExportEntry | string> {
  let receipt: Receipt
  try {
    receipt = readReceipt(goal.receipt && (await ledger.receipt(goal.receipt)))
  } catch (error) {
    if (error instanceof InputError) return error.message
    throw error
  }
  const { proof } = receipt
  if (!('script' in proof)) return 'its proof is a file of its own'
  const result = await verifyReceipt(checker, receipt, { signal })
  if (result.kind !== 'confirmed') return result.why
  const unusual = result.receipt.axioms.filter((name) => !USUAL_AXIOMS.includes(name))
  if (unusual.length > 0) return `it stands on ${unusual.join(', ')}`
  const { preamble, statement, imports } = receipt
  const header = await namedHeader(checker, receipt, 'orch_name', signal)
  return { goal, preamble, statement, imports, proof, header }
}

type Said = Pick<LeanMessage, 'severity' | 'text'> & { readonly line: number }

async function messagesAbout(pool: LeanPool, text: string, signal: AbortSignal): Promise<readonly Said[]> {
  const answer = await pool.use(
    (server) =>
      server.request('file', { text, header: true, skipHoles: true }, { timeoutMs: CHECK_MS, signal }),
    signal,
  )
  if (answer.kind === 'ok') {
    return answer.value.messages.map(({ severity, start, text: words }) => ({
      severity,
      line: start.line,
      text: words,
    }))
  }
  const why = answer.kind === 'timeout' ? 'checking the file took too long' : answer.failure.message
  return [{ severity: 'error', line: 0, text: why }]
}

/** The entries that Lean complains about, or that stand on more than the usual axioms. */
function blame(placed: readonly PlacedProof[], messages: readonly Said[]): Map<ExportEntry, string> {
  const complaint = messages.find(isComplaint)
  const blamed = new Map<ExportEntry, string>()
  for (const { entry, first, last, question } of placed) {
    const own = messages.find((said) => isComplaint(said) && said.line >= first && said.line <= last)
    const answers = messages.filter(({ line }) => line === question).map(({ text }) => text)
    const why = own ? inWords(own) : axiomsComplaint(answers)
    if (why) blamed.set(entry, why)
  }
  // Where the whole file was not read, no theorem of it has an answer, and none is to blame.
  return complaint?.line === 0 ? new Map() : blamed
}

function inWords({ line, text }: Said): string {
  return line > 0 ? `line ${line}: ${text}` : text
}

function isComplaint({ severity, text }: Said): boolean {
  return (
    severity === 'error' ||
    text.includes("declaration uses 'sorry'") ||
    text.includes('declaration uses `sorry`')
  )
}

const DEPENDS = ' depends on axioms: ['
/**
 * The checker has judged the axioms of every entry. Here, where another entry's preamble may have changed what a
 * tactic does, Lean is asked again; a library without its proofs lists its theorems too, so these are named.
 */
const FORBIDDEN = ['sorryAx', 'Lean.ofReduceBool', 'Lean.ofReduceNat', 'Lean.trustCompiler']

function axiomsComplaint(told: readonly string[]): string | undefined {
  if (told.some((words) => words.endsWith(' does not depend on any axioms'))) return undefined
  const listed = told.find((words) => words.includes(DEPENDS))
  if (listed === undefined) return 'Lean does not say which axioms it stands on'
  const from = listed.indexOf(DEPENDS) + DEPENDS.length
  const names = listed.slice(from, listed.lastIndexOf(']')).split(',')
  const bad = names.map((name) => name.trim()).filter((name) => FORBIDDEN.includes(name) || isOwn(name))
  return bad.length > 0 ? `in the file it stands on ${bad.join(', ')}` : undefined
}

function isOwn(name: string): boolean {
  return name.startsWith('Orch.')
}
