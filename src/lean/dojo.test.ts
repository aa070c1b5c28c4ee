import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { Dojo } from './dojo.ts'
import type { DojoState, TacticResult } from './dojo-types.ts'
import { GoalError } from './goal-error.ts'
import { LeanPool } from './pool.ts'
import { embeddedToolchain } from './toolchains/index.ts'

let pool: LeanPool
beforeAll(async () => {
  const toolchain = await embeddedToolchain({ cacheDir: cacheDir() })
  pool = new LeanPool(toolchain, { size: 1, server: { graceMs: 20_000 } })
})
afterAll(() => pool.close())

function stateOf(result: TacticResult): DojoState {
  if (result.kind !== 'open' && result.kind !== 'closed')
    throw new Error(`no state: ${JSON.stringify(result)}`)
  return result.state
}

async function killLean(): Promise<void> {
  using lease = await pool.lease()
  process.kill(lease.server.pid ?? 0, 'SIGKILL')
  await lease.server.exited
}

const AND = '∀ p q : Prop, p → q → q ∧ p'

describe('a dojo', () => {
  it('opens on a goal, fixed before the first tactic', async () => {
    await using dojo = await Dojo.open(pool, { statement: 'theorem t (n : Nat) : n + 0 = n' })
    expect(dojo.statement).toMatchObject({ name: 't', header: 'theorem t (n : Nat) : n + 0 = n' })
    expect(dojo.root.goals.map((goal) => goal.text)).toEqual(['n : Nat\n⊢ n + 0 = n'])
  })

  it('branches freely: an old state stays what it was', async () => {
    await using dojo = await Dojo.open(pool, { statement: AND })
    const intro = stateOf(await dojo.runTactic(dojo.root, 'intro p q hp hq'))
    const split = stateOf(await dojo.runTactic(intro, 'constructor'))
    expect(split.goals).toHaveLength(2)
    const direct = await dojo.runTactic(intro, 'exact ⟨hq, hp⟩')
    expect(direct.kind).toBe('closed')
    expect((await dojo.runTactic(split, 'exact hp')).kind).toBe('rejected')
    const left = stateOf(await dojo.runTactic(split, 'exact hq'))
    expect((await dojo.runTactic(left, 'exact hp')).kind).toBe('closed')
  })

  it('says why a tactic is refused, unless nobody asks', async () => {
    await using dojo = await Dojo.open(pool, { statement: AND })
    const told = await dojo.runTactic(dojo.root, 'exact 1')
    const silent = await dojo.runTactic(dojo.root, 'exact 1', { silent: true })
    expect(told).toMatchObject({
      kind: 'rejected',
      failure: { message: expect.not.stringContaining('refused') },
    })
    expect(silent).toMatchObject({ kind: 'rejected', failure: { kind: 'lean', message: 'refused' } })
  })

  it('gives the tactics of a branch as a script, without those undone', async () => {
    await using dojo = await Dojo.open(pool, { statement: AND })
    const intro = stateOf(await dojo.runTactic(dojo.root, 'intro p q hp hq'))
    await dojo.runTactic(intro, 'constructor')
    const closed = stateOf(await dojo.runTactic(intro, 'exact ⟨hq, hp⟩'))
    expect(dojo.script(closed)).toBe('intro p q hp hq\nexact ⟨hq, hp⟩')
    expect(dojo.script(dojo.root)).toBe('')
    expect(closed.parent).toBe(intro)
  })

  it('runs a tactic as the next line of the script: all_goals means all goals', async () => {
    await using dojo = await Dojo.open(pool, { statement: AND })
    const intro = stateOf(await dojo.runTactic(dojo.root, 'intro p q hp hq'))
    const split = stateOf(await dojo.runTactic(intro, 'constructor'))
    expect((await dojo.runTactic(split, 'all_goals assumption')).kind).toBe('closed')
    expect((await dojo.runTactic(split, 'case right => assumption')).kind).toBe('open')
  })

  it.each([
    ['sorry', '∀ n : Nat, n = n + 1'],
    ['intro n; exact sorry', '∀ n : Nat, n = n + 1'],
    ['exact (sorry : _)', '∀ n : Nat, n = n + 1'],
    ['admit', '∀ n : Nat, n = n + 1'],
    ['exact orch_goal', '∀ n : Nat, n = n + 1'],
    ['exact _orch_goal', '∀ n : Nat, n = n + 1'],
    ['exact?', '∀ n : Nat, n = n + 1'],
    ['assumption', 'theorem self (n : Nat) : n = n + 1'],
    ['exact self n', 'theorem self (n : Nat) : n = n + 1'],
    ['simp [self]', 'theorem self (n : Nat) : n = n + 1'],
    ['refine ⟨?_, ?_⟩; rotate_left; rfl', '∃ n : Nat, n = 1 + n'],
    ['exact ⟨_, rfl⟩', '∃ n : Nat, True'],
    ['apply Exists.intro; trivial', '∃ n : Nat, True'],
    ['exact (by assumption : False).elim', '∀ n : Nat, n = n + 1'],
    ['native_decide', '(10 : Nat) < 3'],
  ])('never calls %j on %j closed', async (tactic, statement) => {
    await using dojo = await Dojo.open(pool, { statement })
    const result = await dojo.runTactic(dojo.root, tactic, { timeoutMs: 20_000 })
    expect(['rejected', 'open']).toContain(result.kind)
  })

  it('times out a tactic and can go on from the same state', async () => {
    await using dojo = await Dojo.open(pool, { statement: '(List.replicate 200000 0).length = 200000' })
    expect((await dojo.runTactic(dojo.root, 'decide +kernel', { timeoutMs: 100 })).kind).toBe('timeout')
    expect((await dojo.runTactic(dojo.root, 'exact List.length_replicate ..')).kind).toBe('closed')
  })

  it('can use a state after dropping it, and drop it again', async () => {
    await using dojo = await Dojo.open(pool, { statement: AND })
    const intro = stateOf(await dojo.runTactic(dojo.root, 'intro p q hp hq'))
    await dojo.drop(intro, dojo.root)
    await dojo.drop(intro)
    expect((await dojo.runTactic(intro, 'exact ⟨hq, hp⟩')).kind).toBe('closed')
  })

  it('replays a state on a new process when the old one was killed', async () => {
    await using dojo = await Dojo.open(pool, { statement: AND })
    const intro = stateOf(await dojo.runTactic(dojo.root, 'intro p q hp hq'))
    const split = stateOf(await dojo.runTactic(intro, 'constructor'))
    await killLean()
    const left = stateOf(await dojo.runTactic(split, 'exact hq'))
    expect(left.goals.map((goal) => goal.text)).toEqual(['case right\np q : Prop\nhp : p\nhq : q\n⊢ p'])
  })

  it('says that Lean crashed when it is killed in the middle, and others move to a new process', async () => {
    await using slow = await Dojo.open(pool, { statement: '(List.replicate 200000 0).length = 200000' })
    const pid = await pool.use(async (server) => server.pid)
    const running = slow.runTactic(slow.root, 'decide +kernel', { timeoutMs: 60_000 })
    process.kill(pid ?? 0, 'SIGKILL')
    expect(await running).toMatchObject({ kind: 'crashed', error: { reason: 'exited' } })
    const again = await Promise.all([
      slow.runTactic(slow.root, 'exact List.length_replicate ..'),
      slow.runTactic(slow.root, 'exact foo'),
      slow.runTactic(slow.root, 'exact List.length_replicate ..'),
    ])
    expect(again.map((result) => result.kind)).toEqual(['closed', 'rejected', 'closed'])
    // However many found the old process dead, one new place is taken: the other of the two is free.
    await using other = await Dojo.open(pool, { statement: '1 = 1', preamble: '' })
    expect(other.root.goals).toHaveLength(1)
  })

  it('stops at once when aborted, and the state stays usable', async () => {
    await using dojo = await Dojo.open(pool, { statement: '(List.replicate 200000 0).length = 200000' })
    const controller = new AbortController()
    const running = dojo.runTactic(dojo.root, 'decide +kernel', { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
    expect((await dojo.runTactic(dojo.root, 'exact List.length_replicate ..')).kind).toBe('closed')
  })

  it('gives structured goals and keys when asked for', async () => {
    await using dojo = await Dojo.open(pool, { statement: AND }, { structured: true, keys: true })
    const intro = stateOf(await dojo.runTactic(dojo.root, 'intro p q hp hq'))
    expect(intro.goals[0]).toMatchObject({
      target: 'q ∧ p',
      head: 'And',
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(intro.goals[0]?.hypotheses?.map(({ name, isProof }) => [name, isProof])).toEqual([
      ['p', false],
      ['q', false],
      ['hp', true],
      ['hq', true],
    ])
  })

  it('finds premises for a state', async () => {
    await using dojo = await Dojo.open(pool, { statement: '∀ a b : Nat, a + b = b + a' })
    expect(await dojo.premises(dojo.root, { limit: 3, selector: 'mepo' })).toContain('Nat.add_comm')
  })

  it('refuses to go on after it was closed', async () => {
    const dojo = await Dojo.open(pool, { statement: '1 = 1' })
    await dojo.close()
    await dojo.close()
    await expect(dojo.runTactic(dojo.root, 'rfl')).rejects.toMatchObject({ code: 'dojo_closed' })
  })

  it.each([
    ['statement', { statement: '∀ n : Nat, n + foo = n' }, { line: 1, column: 15 }],
    ['statement', { statement: 'theorem t (n : Nat) :\n  n + = n' }, { line: 2, column: 5 }],
    [
      'statement',
      { statement: 'double 2 = 4', preamble: 'def single (n : Nat) := n' },
      { line: 1, column: 0 },
    ],
    [
      'preamble',
      { statement: '1 = 1', preamble: 'def a : Nat := 1\ndef b : Nat := c' },
      { line: 2, column: 15 },
    ],
    ['imports', { statement: '1 = 1', imports: ['No.Such.Module'] }, null],
  ] as const)('tells where the %s is wrong', async (place, input, position) => {
    const error = await Dojo.open(pool, input).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(GoalError)
    expect(error).toMatchObject({ place, position })
  })

  it.each([
    ['no Lean syntax', '∀ n : Nat, n + = n', /expected term/],
    ['a term that is not a proposition', 'Nat', /type expected|is not a proposition|Prop/],
    ['an ill-typed term', "∀ n : Nat, n = 'a'", /Char|mismatch/],
    ['more than one theorem', 'theorem a : True := trivial\ntheorem b : False', /single theorem/],
  ])('refuses %s with a sentence', async (_, statement, sentence) => {
    await expect(Dojo.open(pool, { statement })).rejects.toThrow(sentence)
  })

  it('shows each sorry of a script as a state that closes by itself, also after Lean died', async () => {
    const input = { statement: 'theorem\n  t (p q : Prop) (hp : p) (hq : q) : q ∧ p' }
    await using dojo = await Dojo.open(pool, input)
    const script = 'have α : q := sorry\nrefine ⟨?_, ?_⟩\n· sorry\n· skip; sorry'
    const holes = await dojo.holesIn(script)
    expect(holes.map(({ start, end, isTactic }) => [start, end.column, isTactic])).toEqual([
      [{ line: 1, column: 14 }, 19, false],
      [{ line: 3, column: 2 }, 7, true],
      [{ line: 4, column: 8 }, 13, true],
    ])
    expect(holes.map(({ state }) => state.goals[0]?.text.split('\n').at(-1))).toEqual(['⊢ q', '⊢ q', '⊢ p'])
    const [first, , last] = holes.map(({ state }) => state)
    if (!first || !last) throw new Error('holes are missing')
    expect((await dojo.runTactic(first, 'exact hq')).kind).toBe('closed')
    await killLean()
    const closed = await dojo.runTactic(last, 'exact hp')
    expect(closed.kind).toBe('closed')
    expect(dojo.script(stateOf(closed))).toBe('exact hp')
    expect((await dojo.runTactic(last, 'exact t _ _ hp hq')).kind).toBe('rejected')
  })

  it('shows no holes of a script that does not parse', async () => {
    await using dojo = await Dojo.open(pool, { statement: AND })
    expect(await dojo.holesIn('intro p q (hp')).toEqual([])
  })
})
