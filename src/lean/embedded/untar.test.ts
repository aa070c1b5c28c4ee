import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { removeTemporaryFolders, temporaryFolder } from './fixtures/echo.ts'
import { tarFiles } from './untar.ts'

afterAll(removeTemporaryFolders)

function archive(format: 'ustar' | 'pax' | 'gnu', files: Readonly<Record<string, string>>): Buffer {
  const folder = temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return execFileSync('tar', ['-c', `--format=${format}`, '-C', folder, '.'])
}

const long = `${'deep/'.repeat(30)}${'n'.repeat(60)}.olean`

it.each(['ustar', 'pax', 'gnu'] as const)('reads what tar writes in the %s format', (format) => {
  const files = {
    'Init.olean': 'a'.repeat(1000),
    'Init/Core.olean': '',
    [long]: 'long',
    'Init/._Core.olean': 'junk',
  }
  const found = Object.fromEntries(
    [...tarFiles(archive(format, files))].map((file) => [file.path, file.content.toString()]),
  )
  expect(found).toEqual({ 'Init.olean': 'a'.repeat(1000), 'Init/Core.olean': '', [long]: 'long' })
})

it('refuses an archive that is cut short', () => {
  const whole = archive('ustar', { 'a.olean': 'x'.repeat(5000) })
  expect(() => [...tarFiles(whole.subarray(0, 3000))]).toThrow('cut short')
})
