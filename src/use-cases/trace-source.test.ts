import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { filesToTrace } from './trace-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-trace-source-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (...names: string[]) => {
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), name)
  }
}
write('src/Init/Data.lean', 'src/Init/Data/Nat.lean', 'src/Init/Data/Nat/Basic.lean', 'src/Init/Other.lean')
write('src/Init/Data/.lake/Hidden.lean', 'src/Init/Data/notes.txt')
const source = join(folder, 'src')

const unasked = () => Promise.reject(new Error('Lean was asked'))
const native = (place: string | undefined) => async () => ({
  kind: 'native' as const,
  librarySource: async () => place,
})
const found = async (what: string, lean: Parameters<typeof filesToTrace>[1]) =>
  (await filesToTrace(what, lean)).map(({ text }) => text)

it('takes a file as it is, and a folder with all that is below it, without asking Lean', async () => {
  expect(await found(join(source, 'Init/Other.lean'), unasked)).toEqual(['src/Init/Other.lean'])
  expect(await found(join(source, 'Init/Data'), unasked)).toEqual([
    'src/Init/Data/Nat.lean',
    'src/Init/Data/Nat/Basic.lean',
  ])
})

it('takes a module of the library for its file and those below it', async () => {
  expect(await found('Init.Data.Nat', native(source))).toEqual([
    'src/Init/Data/Nat.lean',
    'src/Init/Data/Nat/Basic.lean',
  ])
  expect(await found('Init.Data', native(source))).toHaveLength(3)
})

it('says that the source is not at hand, and where it would be', async () => {
  await expect(found('Init.Data', native(undefined))).rejects.toMatchObject({
    code: 'no_library_source',
    hint: expect.stringContaining('src/lean'),
  })
  const embedded = async () => ({ kind: 'embedded' as const, librarySource: async () => undefined })
  await expect(found('Init.Data', embedded)).rejects.toThrow('the embedded Lean comes compiled')
})

it('refuses what is nowhere, without asking Lean where it is no name of a module', async () => {
  await expect(found('Init.Nowhere', native(source))).rejects.toThrow(
    'There are no Lean files in Init.Nowhere',
  )
  for (const what of ['no/such.lean', 'nothing', 'Nothing.lean', '../Init', ''])
    await expect(found(what, unasked)).rejects.toMatchObject({ code: 'file_unreadable' })
})
