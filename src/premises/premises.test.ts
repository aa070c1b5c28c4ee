import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { chooseToolchain, Dojo, type GoalInput, LeanPool } from '../lean/index.ts'
import { openLedger } from '../ledger/index.ts'
import { buildIndex, indexFile, indexOnce } from './build.ts'
import { isEligible } from './eligible.ts'
import { PremiseFinder } from './finder.ts'
import { fuse } from './fusion.ts'
import { lookUp } from './query.ts'
import { RANK_FEATURES, type RankWeights, rankBy, rankFeatures } from './ranker.ts'
import { removeIndexes } from './remove.ts'
import { PremiseIndex, writeIndex } from './store.ts'
import { indexWord, nameWords, wordsOfGoal, wordsOfQuery } from './words.ts'

/** Lean prints every theorem it has: a minute on a quiet machine. */
const WHOLE_LIBRARY_MS = 600_000

const LENGTHS = '∀ xs ys : List Nat, (xs ++ ys).length = ys.length + xs.length'

const folder = mkdtempSync(join(tmpdir(), 'orch-premises-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the words of a theorem', () => {
  it('are the parts of its name', () => {
    expect(nameWords("List.getElem?_append'")).toEqual(['list', 'get', 'elem?', "append'"])
  })

  it('name operations as theorems about them are named', () => {
    const words = wordsOfGoal({
      plain: '∀ (a b : Nat), a + b = b + a',
      explicit: '∀ (a b : Nat), @Eq Nat (@HAdd.hAdd Nat Nat Nat (@instHAdd Nat instAddNat) a b) b',
    })
    expect(words.name).toContain('add')
    expect(words.name).not.toContain('inst')
    expect(words.constants).toContain('HAdd.hAdd')
    expect(words.statement).toEqual(['+', '=', '+ =', '= +'])
  })

  it('stay different from each other in the index, whatever they are made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        expect(indexWord(one)).toMatch(/^[a-z0-9]+$/)
        // Words that begin with x and hexadecimal digits only come from the encoding itself.
        fc.pre(!/^x[0-9a-f]*$/.test(one) && !/^x[0-9a-f]*$/.test(other))
        expect(indexWord(one) === indexWord(other)).toBe(one === other)
      }),
    )
  })
})

describe('what is suggested', () => {
  it('leaves out what Lean generates and what tactics use inside', () => {
    const names = ['Nat.add_comm', 'List.foldl.eq_1', 'Prod.mk.injEq', 'Lean.Omega.Int.foo', 'Nat.Linear.x']
    expect(names.filter(isEligible)).toEqual(['Nat.add_comm'])
  })
})

describe('fusion', () => {
  it('prefers what two rankings agree on', () => {
    const rankings = [
      { names: ['a', 'both'], weight: 1 },
      { names: ['b', 'both'], weight: 1 },
    ]
    expect(fuse(rankings, 3)).toEqual(['both', 'a', 'b'])
  })

  it('keeps a single ranking as it is', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.nat(20), (names, limit) => {
        expect(fuse([{ names, weight: 2 }], limit)).toEqual(names.slice(0, limit))
      }),
    )
  })
})

describe('the joint ranking', () => {
  const theorems = new Map(
    ['Nat.add_comm', 'Nat.mul_comm', 'List.map_map'].map((name) => [name, { name, statement: 'a = b' }]),
  )
  const features = rankFeatures(
    new Map([
      ['index', ['List.map_map', 'Nat.mul_comm', 'Nat.no_such']],
      ['sine_qua_non', ['Nat.add_comm', 'Nat.mul_comm']],
    ]),
    { name: ['mul'], constants: ['Nat.succ'], statement: [] },
    (name) => theorems.get(name),
    () => 1,
  )

  it('knows of every theorem where it stands and how it looks beside the goal', () => {
    expect([...features.keys()].sort()).toEqual([...theorems.keys()].sort())
    const of = (name: string, feature: (typeof RANK_FEATURES)[number]) =>
      features.get(name)?.[RANK_FEATURES.indexOf(feature)]
    expect(of('List.map_map', 'index')).toBe(1)
    expect(of('Nat.mul_comm', 'index')).toBeCloseTo(10 / 11)
    expect(of('List.map_map', 'sine_qua_non')).toBe(0)
    expect([of('Nat.add_comm', 'namespace'), of('List.map_map', 'namespace')]).toEqual([1, 0])
    expect(of('Nat.mul_comm', 'name_parts')).toBeCloseTo(1 / 3)
  })

  it('weighs what it knows', () => {
    const only = (feature: string) =>
      Object.fromEntries(
        RANK_FEATURES.map((name) => [name, name === feature ? 1 : 0]),
      ) as unknown as RankWeights
    expect(rankBy(features, 1, only('index'))).toEqual(['List.map_map'])
    expect(rankBy(features, 1, only('sine_qua_non'))).toEqual(['Nat.add_comm'])
    expect(rankBy(features, 1, only('name_parts'))).toEqual(['Nat.mul_comm'])
    expect(rankBy(features, 3)[0]).toBe('Nat.mul_comm')
  })
})

describe('an index', () => {
  const theorems = [
    {
      name: 'Nat.add_comm',
      module: 'A',
      statement: '∀ (n m : Nat), n + m = m + n',
      constants: ['HAdd.hAdd'],
    },
    { name: 'Nat.add_comm.eq_1', module: 'A', statement: 'True', constants: ['HAdd.hAdd'] },
    {
      name: 'Nat.mul_comm',
      module: 'B',
      statement: '∀ (n m : Nat), n * m = m * n',
      constants: ['HMul.hMul'],
    },
    {
      name: 'Nat.add_mul',
      module: 'C',
      statement: '(a + b) * c = a * c + b * c',
      constants: ['HAdd.hAdd', 'HMul.hMul'],
    },
  ]
  const file = join(folder, 'small.db')
  let index: PremiseIndex

  beforeAll(() => {
    expect(writeIndex(file, theorems)).toBe(3)
    const opened = PremiseIndex.open(file)
    if (!opened) throw new Error('the index that was just written is not there')
    index = opened
  })
  afterAll(() => index.close())

  it('finds theorems by words of their names', () => {
    expect(index.lookUp(wordsOfQuery('mul comm'), { limit: 1 }).names).toEqual(['Nat.mul_comm'])
  })

  it('finds a theorem by its whole name before all others', () => {
    expect(index.lookUp(wordsOfQuery('Nat.add_mul'), { limit: 2 }).names[0]).toBe('Nat.add_mul')
  })

  it('finds theorems by the beginning of a name, and does not call that a way out', () => {
    expect(lookUp(index, 'Nat.mul_com', { limit: 1 })).toMatchObject({
      names: ['Nat.mul_comm'],
      fallback: undefined,
    })
  })

  it('says when it can answer only by some of the words, and why', () => {
    const ask = (text: string) => lookUp(index, text, { limit: 3 })
    expect(ask('mul comm')).toMatchObject({ kind: 'words', fallback: undefined })
    expect(ask('mul reverse')).toMatchObject({ fallback: 'no theorem has all of this in its name' })
    expect(ask('_ + _ = mul _ _')).toMatchObject({ kind: 'words', fallback: 'no theorem fits the pattern' })
    expect(ask('_ + _ mul (')).toMatchObject({ fallback: 'this cannot be read as a pattern' })
    expect(ask('nothing like this')).toMatchObject({ names: [], fallback: undefined })
  })

  it('counts a match by the weight of its field', () => {
    const words = { name: ['mul'], constants: ['HAdd.hAdd'], statement: [] }
    const best = (weights: { name: number; constants: number; statement: number }) =>
      index.search(words, { limit: 1, scope: { before: 'Nat.add_mul' }, weights })
    expect(best({ name: 9, constants: 0.1, statement: 1 })).toEqual(['Nat.mul_comm'])
    expect(best({ name: 0.1, constants: 9, statement: 1 })).toEqual(['Nat.add_comm'])
  })

  it('offers a library theorem neither itself nor what came later', () => {
    const words = wordsOfQuery('nat add mul comm')
    const scope = { before: 'Nat.mul_comm' }
    expect(index.search(words, { limit: 9, scope })).toEqual(['Nat.add_comm'])
    expect(index.usable(['Nat.add_mul', 'Nat.mul_comm', 'Nat.add_comm', 'Nat.no_such'], scope)).toEqual([
      'Nat.add_comm',
    ])
  })

  it('ranks a theorem by how much of it the goal speaks of, within its scope', () => {
    const words = { name: [], constants: ['HMul.hMul', 'instMulNat'], statement: [] }
    const covered = (scope = {}) => index.rankings(words, { limit: 9, scope }).get('coverage')
    expect(covered()).toEqual(['Nat.mul_comm', 'Nat.add_mul'])
    expect(covered({ before: 'Nat.add_mul' })).toEqual(['Nat.mul_comm'])
    expect(index.rarity('nat')).toBeLessThan(index.rarity('comm'))
  })

  it('answers words that it does not know, or that look like its own syntax, with nothing', () => {
    for (const text of ['zzz', '"', 'name : (', 'NEAR(', '*'])
      expect(index.search({ name: [text], constants: [], statement: [] }, { limit: 3 })).toEqual([])
    expect(index.search({ name: [], constants: [], statement: [] }, { limit: 3 })).toEqual([])
  })
})

describe('several builders at once', () => {
  it('build one index, read the theorems once, and leave nothing else', async () => {
    const file = join(folder, 'together', 'one.db')
    let reads = 0
    const { promise: oneWaits, resolve: waits } = Promise.withResolvers<void>()
    const build = () =>
      indexOnce(
        file,
        async () => {
          reads += 1
          await oneWaits
          return [{ name: 'Nat.add_comm', module: 'A', statement: 'True', constants: [] }]
        },
        { onStep: ({ kind }) => kind === 'waiting' && waits() },
      )
    const built = await Promise.all([build(), build()])
    expect(built.map((index) => index.size)).toEqual([1, 1])
    expect(reads).toBe(1)
    for (const index of built) index.close()
    expect(readdirSync(dirname(file))).toEqual([basename(file)])
  })
})

describe('cleaning up', () => {
  it('removes every index and says how much it was', () => {
    const cache = join(folder, 'old')
    mkdirSync(join(cache, 'premises'), { recursive: true })
    writeFileSync(join(cache, 'premises', 'x.db'), 'twelve bytes')
    expect(removeIndexes(cache)).toEqual({ bytesFreed: 12 })
    expect(readdirSync(cache)).toEqual([])
    expect(removeIndexes(cache)).toEqual({ bytesFreed: 0 })
  })
})

describe('the premises of a goal', () => {
  let pool: LeanPool
  const library = () => ({ fingerprint: pool.toolchain.fingerprint, imports: [] })

  beforeAll(async () => {
    pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), { size: 1 })
    // The machine's own, as `orch init` builds it: other tests want it too.
    const index = await buildIndex(pool)
    expect(index.size).toBeGreaterThan(10_000)
    expect(index.theorem('Bool.not_eq_false')?.module).toMatch(/^Init\./)
    index.close()
  }, WHOLE_LIBRARY_MS)
  afterAll(() => pool.close())

  const open = (goal: GoalInput) => Dojo.open(pool, goal, { structured: true, keys: true })

  it('leave no half-built index behind when the build is stopped', async () => {
    const stop = new AbortController()
    const cache = join(folder, 'stopped')
    const building = buildIndex(pool, {
      imports: [],
      cacheDir: cache,
      signal: stop.signal,
      onStep: () => stop.abort(new Error('enough')),
    })
    await expect(building).rejects.toThrow('enough')
    expect(existsSync(indexFile({ ...library(), imports: [], cacheDir: cache }))).toBe(false)
    expect(readdirSync(join(cache, 'premises'))).toEqual([])
  })

  it('are found by all sources together, and remembered in the ledger', async () => {
    const ledger = await openLedger({ home: join(folder, 'home') })
    using finder = new PremiseFinder({ ...library(), ledger })
    await using dojo = await open({ statement: LENGTHS })
    const rankings = await finder.rankings(dojo, dojo.root, {})
    expect([...rankings.keys()].sort()).toEqual([
      'constants',
      'coverage',
      'index',
      'mepo',
      'sine_qua_non',
      'statement',
    ])
    const found = await finder.find(dojo, dojo.root, { limit: 12 })
    expect(found).toContain('List.length_append')
    const rows = await ledger.sql.all('select premises from premise_cache')
    expect(rows.map((row) => JSON.parse(String(Object(row).premises)))).toEqual([found])
    expect(await finder.find(dojo, dojo.root, { limit: 12 })).toEqual(found)
    await ledger.close()
  })

  it('hold neither the theorem itself nor later ones for whoever proves a library theorem again', async () => {
    using finder = new PremiseFinder(library())
    await using dojo = await open({ statement: LENGTHS })
    const before = 'List.length_append'
    const found = await finder.find(dojo, dojo.root, { limit: 12, scope: { before } })
    expect(found.length).toBeGreaterThan(0)
    expect(found).not.toContain(before)
    const rankings = await finder.rankings(dojo, dojo.root, { scope: { before } })
    for (const names of rankings.values()) expect(names).not.toContain(before)
  })

  it('are those of Lean alone while there is no index', async () => {
    using finder = new PremiseFinder({ ...library(), cacheDir: join(folder, 'nothing-here') })
    await using dojo = await open({ statement: LENGTHS })
    expect([...(await finder.rankings(dojo, dojo.root, {})).keys()]).toEqual(['mepo', 'sine_qua_non'])
    expect(await finder.find(dojo, dojo.root, { limit: 12 })).toHaveLength(12)
  })
})
