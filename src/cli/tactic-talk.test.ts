/** The conversation of `orch tactic` with the real Lean: what is said to each line. */
import { expect, it, vi } from 'vitest'
import { Dojo } from '../lean/index.ts'
import { leanForTests } from '../lean/test-lean.ts'
import { forTerminal } from './output.ts'
import { ManualProof } from './tactic-proof.ts'
import { COMMAND_NAMES, TacticTalk } from './tactic-talk.ts'

vi.stubEnv('NO_COLOR', '1')
const lean = leanForTests()
const COLUMNS = 80

/** Says some lines one after the other; gives what each was answered, and how the last one ended. */
async function talk(statement: string, lines: readonly string[], isInteractive = false) {
  await using dojo = await Dojo.open(lean.pool, { statement }, { structured: true })
  const said: string[] = []
  const saved: [file: string, script: string][] = []
  const conversation = new TacticTalk(new ManualProof(dojo), {
    timeoutMs: 10_000,
    signal: () => new AbortController().signal,
    say: (text) => said.push(forTerminal(text)),
    columns: () => COLUMNS,
    isInteractive,
    premises: async (_state, query) => `premises for ${query || 'the goal'}`,
    suggest: async () => [
      { tactic: 'rfl', left: 0, next: undefined },
      { tactic: 'simp', left: 1, next: 'n : Nat\n⊢ n = n' },
    ],
    hint: async () => 'Did you mean `exact`?',
    save: (file, script) => {
      saved.push([file, script])
      return `wrote ${file}`
    },
  })
  const answers: string[] = []
  let end = 'go on'
  for (const line of lines) {
    const before = said.length
    end = await conversation.take(line)
    answers.push(said.slice(before).join('\n'))
  }
  return { answers, end, saved, script: conversation.script(), finished: conversation.finishedScript() }
}

it('answers a tactic with the goals it leaves, and ends when none is left', async () => {
  const { answers, end, finished } = await talk('∀ n : Nat, n + 0 = n', ['intro n', 'rfl'])
  expect(answers[0]).toBe('n : Nat\n⊢ n + 0 = n')
  expect([end, finished]).toEqual(['done', 'intro n\nrfl'])
})

it('goes back, forward and to any state by its number; nothing is lost', async () => {
  const { answers, script } = await talk('∀ a b : Nat, a = a ∧ b = b', [
    ':undo',
    'intro a b',
    'constructor',
    ':undo',
    'simp',
    ':go 2',
    ':tree',
    ':redo',
    ':go 99',
  ])
  expect(answers[0]).toMatch(/^nothing to undo\n⊢ /)
  expect(answers[3]).toContain('⊢ a = a ∧ b = b')
  expect(answers[5]).toMatch(/^2 goals/)
  expect(answers[6]).toContain('├─ 2 constructor (2 goals) ← here\n└─ 3 simp (closed)')
  expect(answers[7]).toMatch(/^nothing to redo/)
  expect(answers[8]).toMatch(/^no such state; :tree shows their numbers/)
  expect(script).toBe('intro a b\nconstructor')
})

it('shows what Lean refuses with a caret and a hint, and stays where it is', async () => {
  const { answers, end, script } = await talk('∀ n : Nat, n = n', ['intro n', 'exat rfl'])
  expect(answers[1]).toBe('error: unknown tactic\n  1 | exat rfl\n    | ^^^^\nhint: Did you mean `exact`?')
  expect([end, script]).toEqual(['go on', 'intro n'])
})

it('takes a block until an empty line', async () => {
  const lines = ['intro n', 'induction n with', '| zero => rfl', '| succ n ih => rfl', '']
  const { answers, finished } = await talk('∀ n : Nat, n + 0 = n', lines)
  expect(answers.slice(1, 4)).toEqual(['', '', ''])
  expect(finished).toBe('intro n\ninduction n with\n| zero => rfl\n| succ n ih => rfl')
})

it('offers tactics by number on an empty line, where somebody sits at a terminal', async () => {
  const { answers, finished } = await talk('1 = 1', ['', '1'], true)
  expect(answers[0]).toBe('1  rfl   ends this goal\n2  simp  ⊢ n = n\ntype a number to take one')
  expect(finished).toBe('rfl')
  expect((await talk('1 = 1', [''])).answers).toEqual([''])
})

it('counts the holes that wait while another one is worked on, and never takes one for a proof', async () => {
  const { answers, finished, saved } = await talk('∀ a b : Nat, a = a ∧ b = b', [
    'intro a b',
    'constructor',
    'sorry',
    ':export T.lean',
    'rfl',
    'rfl',
  ])
  expect(answers[2]).toContain('and 1 hole left with sorry')
  expect(saved).toEqual([['T.lean', expect.stringContaining('sorry')]])
  expect(finished).toBe('intro a b\nconstructor\nrfl\nrfl')
})

it('knows its commands, explains each, and says which it does not know', async () => {
  const { answers, end } = await talk('1 = 1', [
    ':help',
    ':nonsense',
    ':script',
    ':export',
    ':premises x _',
    ':q',
  ])
  for (const name of COMMAND_NAMES) expect(answers[0]).toContain(name)
  expect(Math.max(...(answers[0] ?? '').split('\n').map((line) => line.length))).toBeLessThanOrEqual(COLUMNS)
  expect(answers[1]).toMatch(/^unknown command :nonsense\n/)
  expect(answers.slice(2, 5)).toEqual([
    '(no tactics yet)',
    'give a file: :export Foo.lean',
    'premises for x _',
  ])
  expect(end).toBe('done')
})

it('reads \\forall and the like as the signs they stand for', async () => {
  const { script } = await talk('∀ n : Nat, n = n', ['have h : \\forall m : Nat, m = m := fun _ => rfl'])
  expect(script).toContain('have h : ∀ m : Nat, m = m')
})
