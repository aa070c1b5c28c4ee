/** Every proved goal as one Lean file that checks. */
import {
  type Checker,
  type LeanMessage,
  type LeanPool,
  leanText,
  parseReceipt,
  type Receipt,
  withScript,
} from '../lean/index.ts'
import type { Ledger, StoredGoal } from '../ledger/index.ts'
import { namedHeader } from './lemmas.ts'
import { missingEnds } from './open-scopes.ts'
import { shortHash } from './problem.ts'
import { writeAtomically } from './results.ts'

export interface ExportResult {
  readonly theorems: number
  /** Proved goals that could not be written, and why. */
  readonly left_out: readonly { readonly id: string; readonly why: string }[]
  /** What Lean says about the file; empty if it checks. */
  readonly errors: readonly string[]
}

const CHECK_MS = 600_000
/** Core Lean has no ℕ and ℤ; a library's own win by priority, and these over those of Orch's own server. */
const NOTATION = (
  [
    ['ℕ', 'Nat'],
    ['ℤ', 'Int'],
  ] as const
).map(([sign, type]) => ({
  sign,
  line: `macro (priority := low + 1) "${sign}" : term => \`(${type})`,
}))

interface Proved {
  readonly goal: StoredGoal
  readonly receipt: Receipt
}

export async function exportProofs(
  { ledger, pool, checker }: { ledger: Ledger; pool: LeanPool; checker: Checker },
  file: string,
  signal: AbortSignal,
): Promise<ExportResult> {
  const leftOut: { id: string; why: string }[] = []
  const proved: Proved[] = []
  for await (const goal of provedGoals(ledger)) {
    const body = goal.receipt && (await ledger.receipt(goal.receipt))
    if (!body) leftOut.push({ id: goal.id, why: 'its receipt is not in the ledger' })
    else proved.push({ goal, receipt: parseReceipt(JSON.stringify(body)) })
  }
  const text = await render(checker, proved, leftOut, signal)
  writeAtomically(file, text)
  const errors = await complaints(pool, text, signal)
  return { theorems: proved.length - leftOut.length, left_out: leftOut, errors }
}

async function* provedGoals(ledger: Ledger): AsyncGenerator<StoredGoal> {
  let after: number | undefined
  do {
    const page = await ledger.goals({ status: 'proved', ...(after !== undefined && { after }) })
    yield* page.items
    after = page.next
  } while (after !== undefined)
}

/** Goals over the same definitions share a namespace with these; different definitions cannot clash. */
async function render(
  checker: Checker,
  proved: readonly Proved[],
  leftOut: { id: string; why: string }[],
  signal: AbortSignal,
): Promise<string> {
  const imports = [...new Set(proved.flatMap(({ receipt }) => receipt.imports))].sort()
  const sources = proved.map(({ receipt }) => `${receipt.preamble}${receipt.statement}`).join()
  const notation = NOTATION.filter(({ sign }) => sources.includes(sign)).map(({ line }) => line)
  const parts = [...imports.map((module) => `import ${module}`), '', ...notation, '']
  for (const [preamble, goals] of Map.groupBy(proved, ({ receipt }) => leanText(receipt.preamble).trim())) {
    const space = preamble ? `Orch.Over_${shortHash(preamble).slice(0, 10)}` : 'Orch'
    parts.push(`namespace ${space}\n`)
    if (preamble) parts.push(`${preamble}\n`)
    const written = new Set<string>()
    const names = new Set<string>()
    for (const { goal, receipt } of goals) {
      if (!('script' in receipt.proof)) {
        leftOut.push({ id: goal.id, why: 'its proof is a file of its own' })
        continue
      }
      const { script, lemmas = '' } = receipt.proof
      for (const lemma of lemmas.split('\n\n')) {
        if (lemma && !written.has(lemma)) parts.push(`${lemma}\n`)
        written.add(lemma)
      }
      const header = await namedHeader(checker, receipt, uniqueName(goal.id, names), signal)
      parts.push(`/-- ${goal.id.replaceAll('-/', '- /')} -/\n${withScript(header, script)}`)
    }
    parts.push(...missingEnds(preamble), `end ${space}\n`)
  }
  return `${parts.join('\n').trim()}\n`
}

function uniqueName(id: string, taken: Set<string>): string {
  const base = id.replace(/[^\p{L}\p{N}_]+/gu, '_').replace(/^(?=\p{N})/u, 'goal_') || 'goal'
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`
  taken.add(name)
  return name
}

async function complaints(pool: LeanPool, text: string, signal: AbortSignal): Promise<string[]> {
  const answer = await pool.use(
    (server) =>
      server.request('file', { text, header: true, skipHoles: true }, { timeoutMs: CHECK_MS, signal }),
    signal,
  )
  if (answer.kind === 'timeout') return ['checking the file took too long']
  if (answer.kind === 'no') return [answer.failure.message]
  return answer.value.messages
    .filter(isComplaint)
    .map(({ start, text: words }) => `line ${start.line}: ${words}`)
}

function isComplaint({ severity, text }: LeanMessage): boolean {
  return (
    severity === 'error' ||
    text.includes("declaration uses 'sorry'") ||
    text.includes('declaration uses `sorry`')
  )
}
