/** A ledger full of receipts, of which some are forged in ways that need Lean to be found out. */
import { makeGoal } from '../goal/index.ts'
import { sealReceipt, sourceHash } from '../lean/check/receipt.ts'
import type { Checker, GoalInput, Receipt } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'

export interface HonestProof {
  readonly goal: GoalInput
  readonly receipt: Receipt
}

const HONEST: readonly (readonly [statement: string, script: string, preamble?: string])[] = [
  ['1 + 1 = 2', 'rfl'],
  ['∀ a b : Nat, a + b = b + a', 'omega'],
  ['∀ p q : Prop, p ∧ q → q ∧ p', 'intro p q h\nexact ⟨h.2, h.1⟩'],
  ['twice 2 = 4', 'rfl', 'def twice (n : Nat) : Nat := n + n'],
]

/** Few statements, each judged once by the real checker. */
export async function honestProofs(checker: Checker): Promise<readonly HonestProof[]> {
  const proofs: HonestProof[] = []
  for (const [statement, script, preamble = ''] of HONEST) {
    const goal = { statement, preamble, imports: [] }
    const verdict = await checker.check({ statement: await checker.fix(goal), proof: { script } })
    if (verdict.kind !== 'accepted') throw new Error(`${statement}: ${verdict.detail}`)
    proofs.push({ goal, receipt: verdict.receipt })
  }
  return proofs
}

/** As many goals and receipts as wanted: the same proofs, made at other moments. */
export async function fillWithReceipts(
  ledger: Ledger,
  proofs: readonly HonestProof[],
  size: number,
): Promise<void> {
  const goals = Array.from({ length: size }, (_, index) => {
    const { goal, receipt } = proofs[index % proofs.length] as HonestProof
    const sealed = resealed({ ...receipt, checked_at: new Date(Date.UTC(2026, 0, 1) + index).toISOString() })
    const { statement: text, preamble = '' } = goal
    return { goal: { ...makeGoal({ id: `g${index}`, text, preamble }), key: `lean:${index}` }, sealed }
  })
  await ledger.saveGoals(goals.map(({ goal }) => goal))
  for (const { goal, sealed } of goals)
    await ledger.saveReceipt({ id: sealed.id, goalKey: goal.key, body: sealed })
  await Promise.all(
    goals.map(({ goal, sealed }) =>
      ledger.record({
        goalKey: goal.key,
        goalText: goal.text,
        strategy: 'micro',
        strategyVersion: '1',
        outcome: 'proved',
        tactics: ['rfl'],
        timeSeconds: 1,
        cpuSeconds: 1,
        budget: { seconds: 8 },
        startedAt: 0,
        receipt: sealed.id,
      }),
    ),
  )
}

/** Lies about one field each, all well sealed. */
const LIES: readonly ((receipt: Receipt) => Receipt)[] = [
  (receipt) => ({ ...receipt, statement: 'False', proof: { script: 'sorry' } }),
  (receipt) => ({ ...receipt, statement: '1 + 1 = 3' }),
  (receipt) => ({ ...receipt, statement_hash: '0'.repeat(64) }),
  (receipt) => ({ ...receipt, proof: { script: 'exact absurd rfl (by simp)' } }),
  (receipt) => ({ ...receipt, axioms: ['propext', 'Classical.choice'] }),
]

/** Puts lies in place of honest receipts, together with the rows that go with them; gives the ids of the lies. */
export async function plantForgeries(ledger: Ledger, count: number): Promise<readonly string[]> {
  const rows: { receipt: string; goal_hash: string; body: string }[] = []
  for (let after = ''; ; after = rows.at(-1)?.receipt ?? '') {
    const page = await ledger.receiptRows({ after, limit: 500 })
    if (page.length === 0) break
    rows.push(...page)
  }
  const step = Math.floor(rows.length / count)
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const row = rows[index * step]
    const lie = LIES[index % LIES.length]
    if (!row || !lie) throw new Error('there are too few receipts')
    const forged = resealed(lie(JSON.parse(row.body) as Receipt))
    ids.push(forged.id)
    await ledger.sql.write(async (sql) => {
      const body = JSON.stringify(forged)
      await sql.run('update receipts set receipt = ?, body = ? where receipt = ?', [
        forged.id,
        body,
        row.receipt,
      ])
      await sql.run('update goals set receipt = ?, goal_text = ? where goal_hash = ?', [
        forged.id,
        forged.statement,
        row.goal_hash,
      ])
    })
  }
  return ids
}

/** Anybody can do this: how receipts are sealed is public. */
function resealed({ schema: _schema, id: _id, outcome: _outcome, ...fields }: Receipt): Receipt {
  return sealReceipt({ ...fields, source_hash: sourceHash(fields.preamble, fields.proof) })
}
