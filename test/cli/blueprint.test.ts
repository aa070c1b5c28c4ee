/** `orch blueprint` as people call it: exit codes, sentences, files that change by nothing but markers. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runOrch } from './run-orch.ts'

let folder = ''
const tex = () => join(folder, 'blueprint', 'src', 'content.tex')
const orch = (...args: string[]) =>
  runOrch(['blueprint', ...args, '--lean', 'embedded'], {
    cwd: folder,
    env: { ORCH_HOME: join(folder, '.orch') },
  })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-blueprint-cli-'))
  mkdirSync(join(folder, 'blueprint', 'src'), { recursive: true })
  writeFileSync(
    join(folder, 'A.lean'),
    'theorem a : 1 + 1 = 2 := rfl\n\ntheorem b : a = a → 2 = 2 := by\n  sorry\n',
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('tells the status, syncs the markers, and is content from then on', async () => {
  const text = String.raw`\begin{lemma}\label{a}
  \lean{a}
\end{lemma}
\begin{proof}  Clear.\end{proof}
\begin{lemma}\label{b}\lean{b}\uses{a}\leanok
\end{lemma}
\begin{proof}
  \leanok
\end{proof}
`
  writeFileSync(tex(), text)
  const status = await orch('status')
  expect(status.stdout).toMatch(/^a +fully proved/m)
  expect(status.stdout).toMatch(/^b +claimed/m)
  expect(status.stdout).toContain('critical path: b')
  expect(status.code).toBe(1)
  const check = await orch('sync', '--check')
  expect(check.stdout).toContain('3 markers out of date')
  expect(check.code).toBe(1)
  expect(readFileSync(tex(), 'utf8')).toBe(text)
  const sync = await orch('sync', '--json')
  expect(JSON.parse(sync.stdout)).toMatchObject({ written: true, files: ['blueprint/src/content.tex'] })
  expect(readFileSync(tex(), 'utf8')).toBe(
    text
      .replace('\\lean{a}\n', '\\lean{a}\n  \\leanok\n')
      .replace('{proof}  Clear', '{proof}\\leanok   Clear')
      .replace('  \\leanok\n\\end{proof}', '\\end{proof}'),
  )
  expect(await orch('sync', '--check')).toMatchObject({
    code: 0,
    stdout: 'Every marker says what is true.\n',
  })
})

it('says in a sentence what cannot be done, and changes nothing', async () => {
  const refused = async (text: string | Buffer, sentence: string, ...flags: string[]) => {
    writeFileSync(tex(), text)
    const { code, stderr } = await orch('sync', '--no-verify', ...flags)
    expect(stderr).toContain(sentence)
    expect(code).toBe(2)
    expect(readFileSync(tex())).toEqual(Buffer.from(text))
  }
  await refused('\\input{content}', 'reads itself')
  await refused('\\input{../../../etc/passwd}', 'outside of the project')
  await refused(Buffer.from([0xff, 0xfe]), 'is not UTF-8')
  await refused('', 'There is no blueprint at nowhere.tex', '--main', 'nowhere.tex')
  const none = await runOrch(['blueprint', 'status', tmpdir(), '--lean', 'embedded'])
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no blueprint in') })
})
