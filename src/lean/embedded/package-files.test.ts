import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { removeTemporaryFolders, temporaryFolder } from './fixtures/echo.ts'
import { locatePackage, verifyPackage } from './package-files.ts'

afterAll(removeTemporaryFolders)

it('accepts the installed package', async () => {
  const folder = locatePackage()
  expect(await verifyPackage(folder)).toMatchObject({ 'lean.wasm': join(folder, 'lean.wasm') })
})

it('refuses a package with another file in it, by name', async () => {
  const folder = temporaryFolder()
  for (const name of ['lean-lib.tar.gz', 'lean.wasm'])
    symlinkSync(join(locatePackage(), name), join(folder, name))
  await expect(verifyPackage(folder)).rejects.toMatchObject({
    code: 'LEAN_PACKAGE_CHECKSUM',
    message: expect.stringContaining('lean.js'),
  })
  copyFileSync(join(locatePackage(), 'lean.js'), join(folder, 'lean.js'))
  writeFileSync(join(folder, 'lean.js'), ' ', { flag: 'a' })
  await expect(verifyPackage(folder)).rejects.toMatchObject({ code: 'LEAN_PACKAGE_CHECKSUM' })
})
