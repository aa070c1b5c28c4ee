/** `orch audit` and `orch blueprint` where nothing needs Lean: what is believed, what is not, and how that is said. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Ledger, openLedger } from '../../src/ledger/index.ts'
import { attemptOn, goalOf } from '../../src/server/test-server.ts'
import { orchHere } from './in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-unbelieved-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const orch = (home: string, ...args: string[]) =>
  orchHere([...args, '--lean', 'embedded'], {
    cwd: folder,
    env: { ORCH_HOME: join(folder, home), ORCH_DATABASE_URL: undefined, ORCH_LEAN: undefined },
  })

async function ledgerIn(home: string, fill: (ledger: Ledger) => Promise<void>): Promise<void> {
  const ledger = await openLedger({ home: join(folder, home) })
  await fill(ledger)
  await ledger.close()
}

describe('an audit', () => {
  it('of a ledger without receipts has nothing to say against it', async () => {
    expect(await orch('empty', 'audit')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^0 of 0 receipts in .*ledger\.db hold\.\n$/),
    })
    expect(JSON.parse((await orch('empty', 'audit', '--json')).stdout)).toMatchObject({
      receipts: 0,
      findings: [],
      claimed: [],
      resumed: false,
    })
  })

  it('names receipts that are none, and the goals that stood on them', async () => {
    const goal = goalOf('zero', '0 = 1')
    await ledgerIn('forged', async (ledger) => {
      await ledger.saveGoals([goal])
      await ledger.saveReceipt({
        id: 'made-up',
        goalKey: goal.key,
        body: { id: 'made-up', statement: '0 = 1' },
      })
      await ledger.record(attemptOn(goal, { outcome: 'proved', receipt: 'made-up', tactics: ['rfl'] }))
    })
    const { stdout, code } = await orch('forged', 'audit')
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^denied made-up: ./)
    expect(lines[1]).toBe(`claimed zero (${goal.key}): proved without a receipt that holds`)
    expect(lines[2]).toMatch(/^0 of 1 receipts in .* hold\.$/)
    expect(code).toBe(1)
    const after = await orch('forged', 'show', goal.key).catch(() => undefined)
    expect(after?.code).not.toBe(0)
  })

  it('keeps on its line whatever a ledger has for a name', async () => {
    const goal = goalOf('zero\n1 of 1 receipts hold.\u001b[2K', '0 = 1')
    await ledgerIn('hostile', async (ledger) => {
      await ledger.saveGoals([goal])
      await ledger.record(attemptOn(goal, { outcome: 'proved', tactics: ['rfl'] }))
    })
    const { stdout } = await orch('hostile', 'audit')
    expect(stdout.split('\n').filter(Boolean)).toHaveLength(2)
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toMatch(/^1 of 1/m)
  })

  it('tells a program the same in its schema', async () => {
    const { stdout, code } = await orch('forged', 'audit', '--json')
    const { findings, claimed } = JSON.parse(stdout)
    expect(findings).toEqual([
      { receipt: 'made-up', goal_hash: expect.any(String), verdict: 'denied', why: expect.any(String) },
    ])
    expect(claimed).toEqual([{ goal_hash: expect.any(String), id: 'zero', told: 'proved' }])
    expect(code).toBe(1)
  })
})

describe('a blueprint that nobody checks anew', () => {
  const tex = join(folder, 'blueprint', 'src', 'content.tex')
  mkdirSync(join(folder, 'blueprint', 'src'), { recursive: true })
  const status = async (text: string, ...flags: string[]) => {
    writeFileSync(tex, text)
    return orch('blueprint-home', 'blueprint', 'status', '--no-verify', ...flags)
  }
  const text = String.raw`\begin{definition}[Two]\label{two}\lean{two}\end{definition}
\begin{lemma}\label{known}\mathlibok\end{lemma}
\begin{lemma}\label{later}\notready\uses{two}\end{lemma}
\begin{theorem}\label{main}\lean{main}\uses{later, known}\leanok\end{theorem}
\begin{proof}\leanok\uses{nowhere}\end{proof}
`

  it('shows each statement with its status, what waits for what, and the longest chain', async () => {
    const { stdout, stderr, code } = await status(text)
    const rows = stdout.split('\n')
    expect(rows[0]).toMatch(/^statement +status +unlocks +declarations$/)
    expect(stdout).toMatch(/^known +mathlib/m)
    expect(stdout).toMatch(/^later +not ready/m)
    expect(stdout).toMatch(/^two +(?:not stated|claimed|stated)/m)
    expect(stdout).toMatch(/^main +(?:claimed|not stated).* main$/m)
    expect(stdout).toMatch(/^critical path: .*main$/m)
    expect(stderr).toContain('nowhere')
    expect(code).toBe(1)
  })

  it('says the same to a program', async () => {
    const answer = JSON.parse((await status(text, '--json')).stdout)
    expect(answer.main).toBe('blueprint/src/content.tex')
    expect(answer.nodes.map(({ id }: { id: string }) => id)).toEqual(['two', 'known', 'later', 'main'])
    const [two] = answer.nodes
    expect(two).toMatchObject({ kind: 'definition', title: 'Two', line: 1, declarations: ['two'] })
    expect(Object.values(answer.counts).reduce((a, b) => Number(a) + Number(b), 0)).toBe(4)
    expect(answer.problems.length).toBeGreaterThan(0)
  })

  it('is complete when all that it says is in Mathlib', async () => {
    const { stdout, code } = await status(String.raw`\begin{lemma}\label{a}\mathlibok\end{lemma}`)
    expect(stdout).toContain('1 mathlib\n')
    expect(stdout).not.toContain('critical path')
    expect(code).toBe(0)
  })

  it('names twenty of its problems and how many more there are', async () => {
    const many = Array.from(
      { length: 30 },
      (_, at) => `\\begin{lemma}\\label{l${at}}\\uses{none${at}}\\end{lemma}`,
    )
    const { stderr } = await status(many.join('\n'))
    expect(stderr.split('\n').filter((line) => line.startsWith('blueprint/src/content.tex:'))).toHaveLength(
      20,
    )
    expect(stderr).toContain('… and 10 more problems.')
  })

  it('cannot steer a terminal by its labels', async () => {
    const { stdout } = await status('\\begin{lemma}\\label{a\u001b[31m\u202E}\\lean{x}\\end{lemma}')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain('\u202E')
  })

  it('loses a marker that no receipt bears out, and nothing else', async () => {
    writeFileSync(tex, text)
    const checked = await orch('blueprint-home', 'blueprint', 'sync', '--no-verify', '--check')
    expect(checked.stdout).toMatch(/^- \\leanok in the (?:statement|proof) of main \(/m)
    expect(checked.stdout).toMatch(/markers? out of date\. Run orch blueprint sync\.$/m)
    expect(checked.code).toBe(1)
    expect(readFileSync(tex, 'utf8')).toBe(text)
    const { changes } = JSON.parse(
      (await orch('blueprint-home', 'blueprint', 'sync', '--no-verify', '--json')).stdout,
    )
    expect(changes.every(({ change }: { change: string }) => change === 'remove')).toBe(true)
    expect(readFileSync(tex, 'utf8')).toBe(text.replaceAll('\\leanok', ''))
    expect((await orch('blueprint-home', 'blueprint', 'sync', '--no-verify')).stdout).toBe(
      'Every marker says what is true.\n',
    )
  })
})
