import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { removeTemporaryFolders, temporaryFolder } from './fixtures/echo.ts'
import { locatePackage, readPackageFile } from './package-files.ts'

afterAll(removeTemporaryFolders)

it('takes a file of the installed package, and the same one packed', async () => {
  const original = await readPackageFile(locatePackage(), 'lean.js')
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'lean.js.gz'), gzipSync(original, { level: 1 }))
  expect((await readPackageFile(folder, 'lean.js')).equals(original)).toBe(true)
})

it('refuses a file that is missing, changed, or packed and changed, by name', async () => {
  const folder = temporaryFolder()
  const refusal = { code: 'LEAN_PACKAGE_CHECKSUM', message: expect.stringContaining('lean.js') }
  await expect(readPackageFile(folder, 'lean.js')).rejects.toMatchObject(refusal)
  writeFileSync(join(folder, 'lean.js.gz'), 'no archive')
  await expect(readPackageFile(folder, 'lean.js')).rejects.toMatchObject(refusal)
  writeFileSync(join(folder, 'lean.js.gz'), gzipSync('something else'))
  await expect(readPackageFile(folder, 'lean.js')).rejects.toMatchObject(refusal)
  copyFileSync(join(import.meta.dirname, 'package-files.ts'), join(folder, 'lean.js'))
  await expect(readPackageFile(folder, 'lean.js')).rejects.toMatchObject(refusal)
})
