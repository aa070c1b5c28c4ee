/** A blueprint judged by real checks of a real project: what counts as proved, and what only claims to be. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { ReportCache } from '../fill/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { createMarket } from '../market/index.ts'
import { judgeBlueprint, LazyLean } from './index.ts'

const LOW = `-- ${randomUUID()}
universe u v
namespace Low
inductive Colour where
  | red
  | green
def twice (n : Nat) : Nat := n + n
def swap {α : Type u} {β : Type v} (p : α × β) : β × α := (p.2, p.1)
def Even (n : Nat) : Prop := ∃ m, n = twice m
def fermat.casesOn : Nat := 3
`
const TOP = `import Low
open Low

theorem twice_zero : twice 0 = 0 := rfl

theorem twice_succ (n : Nat) : twice (n + 1) = twice n + 2 := by
  sorry

theorem by_hole (n : Nat) : twice (n + 1) = twice n + 2 := twice_succ n

axiom assumed : 1 = 2

theorem by_axiom : 1 = 2 := assumed
def by_definition : 1 = 2 := assumed
opaque by_opaque : 1 = 2 := assumed
def element : Fin 0 := absurd assumed (by decide)
unsafe def by_unsafe : 1 = 2 := lcProof

theorem shared : 1 + 1 = 3 := by sorry
`
/** Imports nothing, so Lean does not mind that others declare it, too. */
const AGAIN = 'theorem shared : 1 + 1 = 2 := rfl\n'
const RENAMED = `macro_rules | \`(∀ $x:ident, $_) => \`(∀ n : Nat, n = 1 → True)
def hidden (n : Nat) : Nat := n
`
const BLUEPRINT = [
  'Low.Colour',
  'Low.twice',
  'Low.swap',
  'Low.Even',
  'Low.fermat',
  'twice_zero',
  'twice_succ',
  'by_hole',
  'assumed',
  'by_axiom',
  'by_definition',
  'by_opaque',
  'element',
  'by_unsafe',
  'hidden',
  'shared',
  'nowhere',
]
  .map((name) => `\\begin{lemma}\\label{${name}}\\lean{${name}}\\end{lemma}\n`)
  .join('')

const REFUSED = [
  'Low.fermat',
  'by_axiom',
  'by_definition',
  'by_opaque',
  'element',
  'by_unsafe',
  'hidden',
  'shared',
]

let folder = ''
let ledger: Ledger
const lean = new LazyLean({ cacheDir: cacheDir(), lean: 'embedded', size: 1, threads: 2 })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-judge-'))
  mkdirSync(join(folder, 'blueprint'))
  writeFileSync(join(folder, 'Low.lean'), LOW)
  writeFileSync(join(folder, 'Top.lean'), TOP)
  writeFileSync(join(folder, 'Again.lean'), AGAIN)
  writeFileSync(join(folder, 'Renamed.lean'), RENAMED)
  writeFileSync(join(folder, 'blueprint', 'web.tex'), BLUEPRINT)
  ledger = await openLedger({ home: join(folder, '.orch') })
})
afterAll(async () => {
  await lean.close()
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

async function judged({ checks }: { readonly checks: boolean }) {
  const { fingerprint } = (await lean.open()).pool.toolchain
  const found = await judgeBlueprint({
    folder,
    ledger,
    cache: new ReportCache(join(folder, 'reports'), fingerprint),
    fingerprint,
    signal: new AbortController().signal,
    ...(checks && { lean: () => lean.open() }),
  })
  if (!found) throw new Error('the blueprint was not found')
  const statuses = Object.fromEntries(found.judgement.nodes.map(({ id, status }) => [id, status]))
  return { ...found, statuses, of: (id: string) => found.judgement.nodes.find((node) => node.id === id) }
}

describe('a statement of a blueprint', () => {
  it('is proved by a receipt of the checker, and by nothing else', async () => {
    const { statuses, refused, of, unread } = await judged({ checks: true })
    expect(statuses).toEqual({
      'Low.Colour': 'fully_proved',
      'Low.twice': 'fully_proved',
      'Low.swap': 'fully_proved',
      // A predicate says something and proves nothing, in a lemma at least.
      'Low.Even': 'claimed',
      'Low.fermat': 'claimed',
      twice_zero: 'fully_proved',
      twice_succ: 'stated',
      by_hole: 'claimed',
      assumed: 'stated',
      by_axiom: 'claimed',
      by_definition: 'claimed',
      by_opaque: 'claimed',
      element: 'claimed',
      by_unsafe: 'claimed',
      hidden: 'claimed',
      shared: 'claimed',
      nowhere: 'not_stated',
    })
    expect(of('by_hole')?.given).toEqual(['twice_succ'])
    expect([...refused.keys()]).toEqual(REFUSED)
    for (const name of ['by_axiom', 'by_definition', 'by_opaque', 'element'])
      expect(refused.get(name)).toContain('the axiom assumed is not allowed')
    expect(refused.get('Low.fermat')).toContain('Low.fermat')
    expect(refused.get('shared')).toContain('Again.lean and Top.lean both declare it')
    expect(refused.get('hidden')).toContain('what was checked is not this declaration')
    expect(unread.size).toBe(0)
  })

  it('is refused a second time without being checked again', async () => {
    const attempts = async () => (await ledger.attempts({ limit: 100 })).items.length
    const before = await attempts()
    expect([...(await judged({ checks: true })).refused.keys()]).toEqual(REFUSED)
    expect(await attempts()).toBe(before)
  })

  it('keeps its receipt without Lean, as long as nothing below it changes', async () => {
    expect((await judged({ checks: false })).statuses.twice_zero).toBe('fully_proved')
    writeFileSync(join(folder, 'Low.lean'), `${LOW}-- changed\n`)
    const changed = await judged({ checks: false })
    expect(changed.statuses.twice_zero).toBe('not_stated')
    expect([...changed.unread.keys()]).toEqual(['Low.lean', 'Top.lean'])
    writeFileSync(join(folder, 'Low.lean'), LOW)
  })

  it('does not take the receipt of another theorem for its own', async () => {
    const [receipt] = (await judged({ checks: false })).of('twice_zero')?.receipts ?? []
    await ledger.sql.write((transaction) =>
      transaction.run(
        `update receipts set body = replace(body, '"theorem":"twice_zero"', '"theorem":"twice_nine"')`,
      ),
    )
    expect(await ledger.receipt(receipt ?? '')).toMatchObject({ theorem: 'twice_nine' })
    expect((await judged({ checks: false })).statuses.twice_zero).toBe('claimed')
  })

  it('has the tickets that ask for it, or that its holes wait for', async () => {
    const { keys } = await holes()
    const market = createMarket(ledger)
    const waited = await market.requestLemma({ goal: 'a + 1 = 1 + a', waitingGoal: keys.twice_succ ?? '' })
    const named = await market.requestLemma({ goal: '1 = 2', suggestedName: 'by_axiom' })
    const { tickets } = await judged({ checks: false })
    expect(tickets.get('twice_succ')?.map(({ ticketId }) => ticketId)).toEqual([waited])
    expect(tickets.get('by_axiom')?.map(({ ticketId }) => ticketId)).toEqual([named])
    expect(tickets.get('twice_zero')).toEqual([])
  })
})

async function holes() {
  const { fingerprint } = (await lean.open()).pool.toolchain
  const { openProject } = await import('../fill/index.ts')
  const project = openProject(folder)
  const cache = new ReportCache(join(folder, 'reports'), fingerprint)
  const module = project.modules.get('Top')
  const found = module && cache.read(project, module)
  return { keys: Object.fromEntries((found?.holes ?? []).map(({ declaration, key }) => [declaration, key])) }
}
