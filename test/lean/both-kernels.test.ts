/** Both kernels on the library, as it is and changed: the first steps of what bench/kernel does at length. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLibrary } from '../../bench/kernel/check-library.ts'
import { compareKernels } from '../../bench/kernel/differential.ts'
import { cacheDir } from '../../src/config/index.ts'
import { Library } from '../../src/lean/certificate/library.ts'
import { readLibrary } from '../../src/lean/certificate/library-file.ts'
import { contextOf } from '../../src/lean/context.ts'
import { ensureLibrary, LeanPool } from '../../src/lean/index.ts'
import { embeddedToolchain } from '../../src/lean/toolchains/index.ts'

const IMPORTS = ['Init.Prelude']
/** Lean writes out its library, if nobody has asked for it before. */
const LIBRARY_MS = 600_000

let pool: LeanPool
let library = ''

beforeAll(async () => {
  pool = new LeanPool(await embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
  library = await ensureLibrary(pool.toolchain, { cacheDir: cacheDir(), imports: IMPORTS })
}, LIBRARY_MS)

afterAll(async () => {
  await pool?.close()
})

describe('the library', () => {
  it('is accepted as far as it has bodies', async () => {
    const { failures, kinds } = await checkLibrary(library, () => {})
    expect(kinds.inductive).toBeGreaterThan(100)
    expect(kinds.definition).toBeGreaterThan(500)
    // What stands on a definition that this library has without its body cannot be checked by anybody.
    expect(
      failures.filter(({ outcome }) => outcome.kind !== 'rejected' || !MISSING.has(outcome.rule)),
    ).toEqual([])
  })

  it('gets the same verdict from both kernels, as it is and changed', async () => {
    const data = new Library(readLibrary(library))
    await pool.use(async (server) => {
      const { env } = await contextOf(server, { imports: IMPORTS })
      for (const unchanged of [true, false]) {
        const result = await compareKernels(data, async () => server, { count: 100, seed: 7, unchanged, env })
        expect(result.differences).toEqual([])
        expect(result.declined).toEqual([])
        expect(unchanged ? result.bothAccept : result.bothReject).toBeGreaterThan(50)
      }
    })
  })

  it('gets the same verdict from both kernels on what a file may say about recursors', async () => {
    const data = new Library(readLibrary(library))
    await pool.use(async (server) => {
      const { env } = await contextOf(server, { imports: IMPORTS })
      const result = await compareKernels(data, async () => server, { count: 60, seed: 3, lies: 1, env })
      expect(result.differences).toEqual([])
      expect(result.declined).toEqual([])
      // One kind is no lie: the same rule in other words.
      expect(result.changes['rule: the same in other words']).toEqual([expect.any(Number), 0])
      expect(result.bothReject).toBeGreaterThan(30)
    })
  })
})

const MISSING: ReadonlySet<string> = new Set(['known-constant', 'value-type', 'application-type'])
