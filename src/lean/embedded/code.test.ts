import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildCode, codeFile, codeKey, keepCode } from './code.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const kept = join(folder, 'kept')
const steps = { compile: 'compiles', load: 'loads', kept }
// There is no Lean at hand: whoever compiles here fails.
const options = { toolchain: folder, text: 'a program', steps, onProgress: () => {}, signal: undefined }

it('takes code that was kept for this text, and says so when the file is damaged', async () => {
  const [made, taken] = [mkdtempSync(join(folder, 'made-')), mkdtempSync(join(folder, 'taken-'))]
  writeFileSync(join(made, codeFile), 'code of the program')
  const packed = keepCode(made, kept, codeKey(options.text, steps))
  await buildCode(taken, options)
  expect(readFileSync(join(taken, codeFile), 'utf8')).toBe('code of the program')
  truncateSync(packed, 20)
  await expect(buildCode(taken, options)).rejects.toMatchObject({ code: 'LEAN_CODE_DAMAGED' })
})

it('keeps the newest code alone, under another key for another text or compiler', () => {
  const made = mkdtempSync(join(folder, 'made-'))
  writeFileSync(join(made, codeFile), 'code')
  const keys = [codeKey('a', steps), codeKey('b', steps), codeKey('a', { ...steps, compile: 'other' })]
  expect(new Set(keys).size).toBe(3)
  for (const key of keys) keepCode(made, kept, key)
  expect(readdirSync(kept)).toEqual([`${keys[2]}.olean.gz`])
})
