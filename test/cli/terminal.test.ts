/** The live view of a run on a real pseudo-terminal. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPseudoTerminal, onTerminal } from './pseudo-terminal.ts'

const orch = join(import.meta.dirname, '..', '..', 'orch')
let folder = ''
let env: NodeJS.ProcessEnv = {}

const bank = (name: string, goals: readonly { id: string; goal: string }[]) => {
  const path = join(folder, name)
  writeFileSync(path, goals.map((goal) => JSON.stringify(goal)).join('\n'))
  return path
}
const bankArgs = (path: string) => ['bank', '--bank', path, '--results', join(folder, 'results')]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-terminal-test-'))
  const home = join(folder, 'home')
  env = { ORCH_HOME: home, ORCH_TIMEOUT_MICRO: '60', ORCH_TIMEOUT_COPILOT: '60', NODE_DISABLE_COLORS: '' }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!hasPseudoTerminal)('orch bank on a terminal (needs the script of util-linux)', () => {
  it('draws a view on standard error while JSON goes to standard output', async () => {
    const path = bank('two.jsonl', [
      { id: 'first', goal: '∀ n : ℕ, n + 0 = n' },
      { id: 'hostile\u001b[2J\u0007', goal: '∀ «数» : ℕ, «数» = «数»' },
    ])
    const out = join(folder, 'out.json')
    const command = `${orch} ${bankArgs(path).join(' ')} --json > ${out}`
    const run = onTerminal(command, { columns: 80, rows: 24, env: { ...env, FORCE_COLOR: '1' } })
    await run.seen(/^bank {2}[█░]+ {2}0\/2 0%/m)
    await run.seen(/^strategy +attempts +solved +mean +CPU +rate$/m)
    expect(await run.ended).toBe(0)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ goals_solved: 2 })
    const { raw, text, cursorVisible } = run.terminal
    expect(raw).toContain('\x1b[32mproved\x1b[39m')
    expect(raw).not.toContain('\x1b[2J')
    // The view is gone; what was settled stays.
    expect(text).toMatch(/^proved first by \S+ in [\d.]+ s \(\d\/2\)$/m)
    expect(text).not.toMatch(/█|░|strategy|▸/)
    expect(cursorVisible).toBe(true)
  }, 300_000)

  it('leaves a clean screen with the summary on Ctrl-C, without colours if they are not wanted', async () => {
    const path = bank(
      'long.jsonl',
      Array.from({ length: 30 }, (_, at) => ({ id: `g${at}`, goal: `∀ n : Nat, n + ${at} = ${at} + n` })),
    )
    const command = `${orch} ${bankArgs(path).join(' ')}`
    const run = onTerminal(command, { columns: 50, rows: 20, env: { ...env, NO_COLOR: '1' } })
    await run.seen(/^proved g\d+ by /m)
    await run.seen(/^▸ \w+ +\d+\/\d+ s/m)
    run.type('\x03')
    expect(await run.ended).toBe(1)
    const { raw, text, cursorVisible } = run.terminal
    expect(text).toMatch(/Goals: \d+\/30 processed \(interrupted\)/)
    expect(text).toContain('The same command goes on from here.')
    expect(text).not.toMatch(/█|░|▸/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for
    expect(raw).not.toMatch(/\x1b\[\d+m/)
    expect(cursorVisible).toBe(true)
  }, 300_000)
})

describe.skipIf(!hasPseudoTerminal)('orch tactic on a terminal (needs the script of util-linux)', () => {
  it('suggests, completes, takes signs, stops a tactic on Ctrl-C, and remembers what was typed', async () => {
    const command = `${orch} tactic '∀ p q : Prop, p ∧ q → q ∧ p'`
    const run = onTerminal(command, { columns: 90, rows: 40, env: { ...env, FORCE_COLOR: '1' } })
    await run.seen(/^⊢ ∀ \(p q : Prop\), p ∧ q → q ∧ p\n>/m)
    expect(run.terminal.raw).toContain('\x1b[34m⊢')
    run.type('\r')
    await run.seen(/^\d {2}\S.* ends this goal[\s\S]*type a number to take one\n>/m)
    run.type('intro p q hand\r')
    await run.seen(/^hand : p ∧ q\n⊢ q ∧ p\n>/m)
    // What is new stands out.
    expect(run.terminal.raw).toContain('\x1b[32mp q')
    run.type('sleep 600000\r')
    await run.seen(/sleep 600000$/m)
    run.type('\x03')
    await run.seen(/^stopped\n>/m)
    run.type('exact \\<ha\t')
    await run.seen(/> exact \\<hand$/m)
    run.type('.2, hand.1\\>\r')
    await run.seen(/^ {2}exact ⟨hand\.2, hand\.1⟩$/m)
    expect(await run.ended).toBe(0)
    const history = readFileSync(join(folder, 'home', 'tactic-history'), 'utf8').split('\n')
    expect(history.slice(0, 3)).toEqual(['exact \\<hand.2, hand.1\\>', 'sleep 600000', 'intro p q hand'])
  }, 300_000)
})
