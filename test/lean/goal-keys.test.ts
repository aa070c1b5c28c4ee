/** Same goal, same key: what may differ between two goals that are one, and what may not. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import { embeddedToolchain, LeanServer } from '../../src/lean/index.ts'
import { statementHash } from '../../src/lean/statement-hash.ts'

let server: LeanServer
beforeAll(async () => {
  server = await LeanServer.start(await embeddedToolchain({ cacheDir: cacheDir() }))
})
afterAll(() => server.close())

interface Keyed {
  readonly key: string
  readonly hash: string
}

async function keyed(statement: string, form: 'term' | 'declaration'): Promise<Keyed> {
  const found = await keyedIfStatement(statement, form)
  if (!found) throw new Error(`${statement} states nothing`)
  return found
}

async function keyedIfStatement(statement: string, form: 'term' | 'declaration'): Promise<Keyed | undefined> {
  const answer = await server.request('goal', { statement, form, keys: true, tables: true })
  if (answer.kind === 'no' && answer.failure.message.includes('is not a proposition')) return undefined
  if (answer.kind !== 'ok') throw new Error(`${statement}: ${JSON.stringify(answer)}`)
  const { state, goals, tables } = answer.value
  await server.request('drop', { states: [state] })
  if (!tables) throw new Error('the tables are missing')
  return { key: goals[0]?.key ?? '', hash: statementHash(tables, []) }
}

const keyOf = async (binders: readonly string[], target: string) =>
  (await keyed(`theorem t ${binders.join(' ')} : ${target}`, 'declaration')).key

const VARIABLES = ['x', 'y', 'z'] as const
const PREDICATES = ['P', 'Q'] as const

/** Small goals over three numbers and two predicates, with as much symmetry as chance brings. */
const atom = fc.oneof(
  fc
    .record({ predicate: fc.constantFrom(...PREDICATES), of: fc.constantFrom(...VARIABLES) })
    .map(({ predicate, of }) => `${predicate} ${of}`),
  fc
    .record({ a: fc.constantFrom(...VARIABLES), b: fc.constantFrom(...VARIABLES) })
    .map(({ a, b }) => `${a} < ${b}`),
)
const goals = fc.record({
  hypotheses: fc.array(atom, { maxLength: 5 }),
  target: fc.oneof(atom, fc.constant('False')),
})
const CONTEXT = ['(x : Nat)', '(y : Nat)', '(z : Nat)', '(P : Nat → Prop)', '(Q : Nat → Prop)']

function named(hypotheses: readonly string[]): string[] {
  return hypotheses.map((type, i) => `(h${i} : ${type})`)
}

function renamed(text: string): string {
  const names: Record<string, string> = { x: 'left', y: 'x', z: 'n', P: 'Good', Q: 'P' }
  return text.replaceAll(/\b[xyzPQ]\b/g, (name) => names[name] ?? name)
}

const runs = { numRuns: 40 }

describe('the key of a goal', () => {
  it('does not change when variables and hypotheses get other names', async () => {
    await fc.assert(
      fc.asyncProperty(goals, async ({ hypotheses, target }) => {
        const binders = [...CONTEXT, ...named(hypotheses)]
        const others = binders.map((binder) => renamed(binder).replace(/^\(h/, '(fact'))
        expect(await keyOf(others, renamed(target))).toBe(await keyOf(binders, target))
      }),
      runs,
    )
  })

  it('does not change when independent hypotheses and variables come in another order', async () => {
    const reordered = goals.chain((goal) =>
      fc.record({
        goal: fc.constant(goal),
        context: fc.shuffledSubarray(CONTEXT, { minLength: CONTEXT.length }),
        order: fc.shuffledSubarray(
          goal.hypotheses.map((_, i) => i),
          { minLength: goal.hypotheses.length },
        ),
      }),
    )
    await fc.assert(
      fc.asyncProperty(reordered, async ({ goal, context, order }) => {
        const hypotheses = named(goal.hypotheses)
        const shuffled = order.map((i) => hypotheses[i] ?? '')
        const key = await keyOf([...CONTEXT, ...hypotheses], goal.target)
        expect(await keyOf([...context, ...shuffled], goal.target)).toBe(key)
      }),
      runs,
    )
  })

  it('does not change with the names of bound variables', async () => {
    const pairs = [
      ['∀ a b : Nat, a + b = b + a', '∀ n m : Nat, n + m = m + n'],
      ['∃ f : Nat → Nat, ∀ x, f x = x', '∃ g : Nat → Nat, ∀ y, g y = y'],
      ['(fun x : Nat => x) = fun y => y', '(fun u : Nat => u) = fun u => u'],
    ]
    for (const [a = '', b = ''] of pairs) {
      expect((await keyed(a, 'term')).key, a).toBe((await keyed(b, 'term')).key)
    }
  })

  it('does not change with the names of universes and of the theorem', async () => {
    const key = async (text: string) => (await keyed(text, 'declaration')).key
    expect(await key('theorem a.{u} {α : Type u} (xs : List α) : xs ++ [] = xs')).toBe(
      await key('theorem b.{v} {β : Type v} (ys : List β) : ys ++ [] = ys'),
    )
  })

  it('does not change when variables are introduced', async () => {
    expect(await keyOf(['(P : Nat → Prop)'], '∀ n, P n')).toBe(
      await keyOf(['(P : Nat → Prop)', '(x : Nat)'], 'P x'),
    )
  })

  it('changes with every variable and hypothesis, also one that nothing mentions', async () => {
    const key = await keyOf(CONTEXT, 'P x')
    for (const more of ['(e : Empty)', '(f : Fin z)', '(h : False)', '(n : Nat)', '(α : Type)']) {
      expect(await keyOf([...CONTEXT, more], 'P x'), more).not.toBe(key)
    }
  })

  it('changes with the statement', async () => {
    const statements = [
      'P x',
      'P y → P x',
      'Q x → P x',
      '∃ n, P n',
      'P (x + 0)',
      'x < y',
      'y < x ∧ True',
      'x ≤ y',
      'x = y',
      '(match x with | 0 => 0 | k + 1 => k) = 0',
      '(match x with | 0 => 1 | k + 1 => k) = 0',
      '(match x with | 0 => 0 | 1 => 0 | k + 2 => k) = 0',
    ]
    const keys: string[] = []
    for (const statement of statements) keys.push(await keyOf(CONTEXT, statement))
    expect(new Set(keys).size).toBe(statements.length)
  })

  it('is the same in another process', async () => {
    await using other = await LeanServer.start(await embeddedToolchain({ cacheDir: cacheDir() }))
    const statement = '∀ a b : Nat, a * b = b * a'
    const answer = await other.request('goal', { statement, form: 'term', keys: true })
    expect(answer.kind === 'ok' && answer.value.goals[0]?.key).toBe((await keyed(statement, 'term')).key)
  })

  it('tells some hundred library statements apart, exactly as far as they are different', async () => {
    const names = await libraryTheorems()
    const hashByKey = new Map<string, string>()
    const hashes = new Set<string>()
    for (const name of names) {
      // The selector also gives definitions, which state nothing.
      const found = await keyedIfStatement(`type_of% @${name}`, 'term')
      if (!found) continue
      const { key, hash } = found
      hashes.add(hash)
      expect(hashByKey.get(key) ?? hash, name).toBe(hash)
      hashByKey.set(key, hash)
    }
    expect(hashes.size).toBeGreaterThan(200)
    expect(hashByKey.size).toBe(hashes.size)
  })
})

/** What Lean itself finds for a few goals. */
async function libraryTheorems(): Promise<string[]> {
  const names = new Set<string>()
  const about = [
    '∀ a b : Nat, a + b = b + a',
    '∀ xs : List Nat, xs ++ [] = xs',
    '∀ a b : Int, a * b = b * a',
    '∀ p q : Prop, p ∧ q ↔ q ∧ p',
  ]
  for (const statement of about) {
    const goal = await server.request('goal', { statement, form: 'term' })
    if (goal.kind !== 'ok') throw new Error(JSON.stringify(goal))
    const found = await server.request('premises', { state: goal.value.state, limit: 100, selector: 'mepo' })
    if (found.kind !== 'ok') throw new Error(JSON.stringify(found))
    for (const { name } of found.value.premises) names.add(name)
  }
  return [...names]
}
