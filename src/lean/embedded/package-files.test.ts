import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, constants as zlib, zstdCompressSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { removeTemporaryFolders, temporaryFolder } from './fixtures/echo.ts'
import { packPackage } from './pack-package.ts'
import { locatePackage, readLibraryArchive, readPackageFile } from './package-files.ts'

afterAll(removeTemporaryFolders)

it('takes a file of the installed package, and the same one packed, as an install leaves it or an image', async () => {
  const original = await readPackageFile(locatePackage(), 'lean.js')
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'lean.js'), original)
  await packPackage(folder)
  expect(readdirSync(folder)).toEqual(['lean.js.zst'])
  expect((await readPackageFile(folder, 'lean.js')).equals(original)).toBe(true)
  rmSync(join(folder, 'lean.js.zst'))
  writeFileSync(join(folder, 'lean.js.gz'), gzipSync(original, { level: 1 }))
  expect((await readPackageFile(folder, 'lean.js')).equals(original)).toBe(true)
})

it('takes the library packed again, if it is the same', async () => {
  const library = await readLibraryArchive(locatePackage())
  const folder = temporaryFolder()
  const fast = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } }
  writeFileSync(join(folder, 'lean-lib.tar.zst'), zstdCompressSync(library, fast))
  expect((await readLibraryArchive(folder)).equals(library)).toBe(true)
  writeFileSync(join(folder, 'lean-lib.tar.zst'), zstdCompressSync('something else'))
  const refusal = { code: 'LEAN_PACKAGE_CHECKSUM', message: expect.stringContaining('lean-lib.tar') }
  await expect(readLibraryArchive(folder)).rejects.toMatchObject(refusal)
  rmSync(join(folder, 'lean-lib.tar.zst'))
  await expect(readLibraryArchive(folder)).rejects.toMatchObject(refusal)
})

it('refuses a file that is missing, changed, or packed and changed, by name', async () => {
  const folder = temporaryFolder()
  const refusal = { code: 'LEAN_PACKAGE_CHECKSUM', message: expect.stringContaining('lean.js') }
  await expect(readPackageFile(folder, 'lean.js')).rejects.toMatchObject(refusal)
  for (const [suffix, content] of [
    ['gz', 'no archive'],
    ['gz', gzipSync('something else')],
    ['zst', 'no archive'],
    ['zst', zstdCompressSync('something else')],
  ] as const) {
    writeFileSync(join(folder, `lean.js.${suffix}`), content)
    await expect(readPackageFile(folder, 'lean.js')).rejects.toMatchObject(refusal)
  }
  copyFileSync(join(import.meta.dirname, 'package-files.ts'), join(folder, 'lean.js'))
  await expect(readPackageFile(folder, 'lean.js')).rejects.toMatchObject(refusal)
})

it('packs nothing where nothing is', async () => {
  const folder = temporaryFolder()
  await packPackage(folder)
  expect(existsSync(folder) && readdirSync(folder)).toEqual([])
})
