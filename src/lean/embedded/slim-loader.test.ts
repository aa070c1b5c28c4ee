import { beforeAll, expect, it } from 'vitest'
import { loaderPatches } from './loader-patches.ts'
import { locatePackage, readPackageFile } from './package-files.ts'
import { closedImports, isPassed, servedImports } from './runtime/import-policy.ts'
import { slimLoader } from './slim-loader.ts'

let original: string
beforeAll(async () => {
  original = (await readPackageFile(locatePackage(), 'lean.js')).toString('utf8')
})

it('keeps a hundredth of the loader and every patch', () => {
  const { source, exports } = slimLoader(original)
  expect(source.length).toBeLessThan(1_000_000)
  for (const { name, replace } of loaderPatches) expect(source, name).toContain(replace)
  expect(exports.has('lean_apply_1')).toBe(true)
  expect(exports.size).toBeLessThan(100)
})

it('names the patch whose text is missing', () => {
  const changed = original.replace('var updateGOT=', 'var renewGOT=')
  expect(() => slimLoader(changed)).toThrow('the text for "global offset table" is not in lean.js')
})

it('treats each import in one way only', () => {
  const served: readonly string[] = servedImports
  for (const name of Object.keys(closedImports))
    expect(isPassed(name) || served.includes(name), name).toBe(false)
  for (const name of served) expect(isPassed(name), name).toBe(false)
})
