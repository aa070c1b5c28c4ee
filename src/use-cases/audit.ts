/**
 * Every receipt of a ledger, computed again. The ledger is a file that others may have written to: a receipt in it
 * is a claim, and so is a row that names one.
 *
 * What was found so far is kept beside the ledger until the audit is through, each line with a hash of the row that
 * it is about: an interrupted audit goes on, and a row that was changed meanwhile is looked at again. A finished audit
 * leaves nothing behind, so that the next one believes nothing of it.
 */
import { createHash } from 'node:crypto'
import { verifyArcReceipt } from '../arc/index.ts'
import { parseCanonical, printCanonical } from '../canonical-json.ts'
import { InputError } from '../errors.ts'
import { type Checker, type Receipt, readReceipt, verifyReceipt } from '../lean/index.ts'
import { claimedGoals, countReceipts, type Ledger, type ReceiptRow } from '../ledger/index.ts'
import { strayReceipts } from './audit-goals.ts'
import { AuditNotes } from './audit-notes.ts'

export interface AuditFinding {
  readonly receipt: string
  readonly goal_hash: string
  /** `denied`: it is false or no receipt. `unknown`: the check could not be finished. */
  readonly verdict: 'denied' | 'unknown'
  readonly why: string
}

export interface AuditResult {
  readonly receipts: number
  readonly confirmed: number
  readonly findings: readonly AuditFinding[]
  /** Goals that the ledger calls settled though nothing in it bears that out, denied receipts included. */
  readonly claimed: readonly { readonly goal_hash: string; readonly id: string; readonly told: string }[]
  /** Whether it went on where an earlier one was stopped. */
  readonly resumed: boolean
}

export interface AuditOptions {
  /** The file for what was found so far. */
  readonly notes: string
  readonly allowAxioms?: readonly string[] | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, total: number, bad: number) => void
}

type Verdict = { readonly verdict: 'confirmed' } | Pick<AuditFinding, 'verdict' | 'why'>

const PAGE = 100

export async function auditLedger(
  { ledger, checker, fingerprint }: { ledger: Ledger; checker: Checker; fingerprint: string },
  options: AuditOptions,
): Promise<AuditResult> {
  const { allowAxioms = [], onProgress, signal } = options
  const notes = new AuditNotes(options.notes, { ledger: ledger.place, fingerprint, allowAxioms })
  const judge = new ReceiptJudge(checker, options)
  const total = await countReceipts(ledger)
  const findings: AuditFinding[] = []
  let receipts = 0
  for (let after = ''; ; ) {
    const rows = await ledger.receiptRows({ after, limit: PAGE })
    for (const row of rows) {
      signal.throwIfAborted()
      const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
      const verdict = notes.known(hash) ?? (await judge.of(row))
      notes.keep(hash, verdict)
      receipts += 1
      if (verdict.verdict !== 'confirmed') {
        findings.push({ receipt: row.receipt, goal_hash: row.goal_hash, ...verdict })
      }
      // A check that could not be finished changes nothing: a slow machine is no evidence against a receipt.
      if (verdict.verdict !== 'unknown') {
        await ledger.judgeReceipt(row.receipt, verdict.verdict === 'denied' ? verdict.why : undefined)
      }
      onProgress?.(receipts, Math.max(total, receipts), findings.length)
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.receipt
  }
  for await (const stray of strayReceipts({ ledger, checker }, signal)) {
    findings.push({ ...stray, verdict: 'denied' })
    await ledger.judgeReceipt(stray.receipt, stray.why)
  }
  notes.finish()
  const claimed = await claimedGoals(ledger)
  return { receipts, confirmed: receipts - findings.length, findings, claimed, resumed: notes.resumed }
}

class ReceiptJudge {
  readonly #checker: Checker
  readonly #options: AuditOptions
  /** Receipts that differ only in when, how fast and by whom they were made stand or fall together. */
  readonly #same = new Map<string, Promise<Verdict>>()

  constructor(checker: Checker, options: AuditOptions) {
    this.#checker = checker
    this.#options = options
  }

  async of(row: ReceiptRow): Promise<Verdict> {
    const read = readRow(row)
    if (read.kind === 'none') return { verdict: 'denied', why: read.why }
    if (read.kind === 'arc') {
      const why = verifyArcReceipt(read.body)
      return why === undefined ? { verdict: 'confirmed' } : { verdict: 'denied', why }
    }
    const { id: _id, strategy: _strategy, cpu_seconds: _cpu, checked_at: _at, ...rest } = read.receipt
    const key = printCanonical(rest)
    const known = this.#same.get(key) ?? this.#verify(read.receipt)
    this.#same.set(key, known)
    const verdict = await known
    if (verdict.verdict === 'unknown') this.#same.delete(key)
    return verdict
  }

  async #verify(receipt: Receipt): Promise<Verdict> {
    const { timeoutMs, signal, allowAxioms } = this.#options
    const result = await verifyReceipt(this.#checker, receipt, {
      timeoutMs,
      signal,
      ...(allowAxioms && { allowAxioms }),
    })
    if (result.kind === 'confirmed') return { verdict: 'confirmed' }
    return { verdict: result.kind, why: result.why }
  }
}

type Read =
  | { readonly kind: 'lean'; readonly receipt: Receipt }
  | { readonly kind: 'arc'; readonly body: unknown }
  | { readonly kind: 'none'; readonly why: string }

function readRow({ receipt: id, body }: ReceiptRow): Read {
  try {
    const value: unknown = JSON.parse(body)
    if (id.startsWith('arc:')) return { kind: 'arc', body: parseCanonical(printCanonical(value)) }
    const receipt = readReceipt(value)
    if (receipt.id === id) return { kind: 'lean', receipt }
    return { kind: 'none', why: `it is stored as ${id}, and its own id is ${receipt.id}` }
  } catch (error) {
    if (error instanceof InputError) return { kind: 'none', why: error.message }
    if (error instanceof SyntaxError) return { kind: 'none', why: 'it is not JSON' }
    throw error
  }
}
