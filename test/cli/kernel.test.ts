/** The command for export files, as the Lean Kernel Arena calls it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportLines } from '../../src/kernel/test-files.ts'
import { runOrch } from './run-orch.ts'

const SOURCE = 'theorem two : Eq.{1} Nat (Nat.succ (Nat.succ Nat.zero)) 2 := Eq.refl.{1} Nat 2'
let folder = ''
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-kernel-test-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('orch kernel', () => {
  it('accepts a good file with 0, listing its axioms', async () => {
    const { code, stdout } = await runOrch(['kernel', file('good.ndjson', exportLines(SOURCE).join('\n'))])
    expect(stdout).toContain('accepted: 20 declarations, 1 of them theorems')
    expect(stdout).toContain('axioms: 5\n  P : Prop\n  Q : Prop\n  p : P\n')
    expect(code).toBe(0)
  })

  it('says what axioms say, and quotes names that look like others', async () => {
    const lines = exportLines('axiom easy : False').map((line) =>
      line.replace('"str":"easy"', '"str":"Classical.choice"'),
    )
    const { stdout } = await runOrch(['kernel', file('axiom.ndjson', lines.join('\n'))])
    expect(stdout).toContain('  «Classical.choice» : False\n')
  })

  it('rejects a bad one with 1, naming line, declaration and rule', async () => {
    const bad = exportLines(SOURCE).join('\n').replace('"natVal":"2"', '"natVal":"3"')
    const { code, stdout } = await runOrch(['kernel', file('bad.ndjson', bad), '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'rejected',
      rule: 'value-type',
      declaration: 'two',
      line: expect.any(Number),
    })
    expect(code).toBe(1)
  })

  it('declines what it cannot judge with 2', async () => {
    const other = exportLines('').join('\n').replace('"version":"3.1.0"', '"version":"9.0.0"')
    const { code, stdout } = await runOrch(['kernel', file('other.ndjson', other)])
    expect(stdout).toContain('declined: line 1: format version 9.0.0 is not 3.1')
    expect(code).toBe(2)
  })

  it('checks a hundred thousand nested applications', async () => {
    const rows = exportLines('')
    let index = 1_000_000
    const add = (row: object) => {
      rows.push(JSON.stringify({ ie: index, ...row }))
      return index++
    }
    rows.push('{"in":100000,"str":{"pre":0,"str":"Nat"}}', '{"in":100001,"str":{"pre":100000,"str":"succ"}}')
    const type = add({ const: { name: 100_000, us: [] } })
    const succ = add({ const: { name: 100_001, us: [] } })
    let value = add({ natVal: '0' })
    for (let i = 0; i < 100_000; i++) value = add({ app: { fn: succ, arg: value } })
    rows.push('{"in":100002,"str":{"pre":0,"str":"deep"}}')
    const definition = {
      name: 100_002,
      levelParams: [],
      type,
      value,
      hints: 'opaque',
      safety: 'safe',
      all: [],
    }
    rows.push(JSON.stringify({ def: definition }))
    const { stdout } = await runOrch(['kernel', file('deep.ndjson', rows.join('\n')), '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'accepted', declarations: 20 })
  })

  it('says what is missing with 2', async () => {
    const { code, stderr } = await runOrch(['kernel', join(folder, 'none.ndjson')])
    expect(stderr).toContain('There is no file')
    expect(code).toBe(2)
  })
})
