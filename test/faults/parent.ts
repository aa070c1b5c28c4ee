/**
 * A process that uses Lean and is killed by the test. Argument `work`: keeps Lean in a loop that nothing
 * but a kill ends, and says when it is there. Argument `sweep`: only makes a scratch folder, as every
 * start of Lean does, and removes it.
 */
import { rm } from 'node:fs/promises'
import { cacheDir } from '../../src/config/index.ts'
import { embeddedToolchain, LeanServer } from '../../src/lean/index.ts'
import { makeScratch } from '../../src/lean/scratch.ts'

if (process.argv[2] === 'sweep') {
  await rm(await makeScratch(), { recursive: true })
} else {
  const server = await LeanServer.start(await embeddedToolchain({ cacheDir: cacheDir() }))
  const text = 'partial def spin (n : Nat) : Nat := spin (n + 1)\n#eval spin 0'
  const loops = [1, 2].map(() => server.request('file', { text, codegen: true }))
  await server.ping()
  process.stdout.write(`${server.pid}\n`)
  await Promise.all(loops)
}
