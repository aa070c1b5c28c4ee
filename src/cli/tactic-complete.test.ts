/** What Tab offers and what a mistyped word was meant to be, on a state that is written down here. */
import { describe, expect, it } from 'vitest'
import type { Dojo, DojoState, Survey } from '../lean/index.ts'
import { NameList } from '../premises/index.ts'
import { TacticCompleter } from './tactic-complete.ts'

const hypothesis = (name: string, isAccessible = true) => ({
  name,
  type: 'Nat',
  value: null,
  isProof: false,
  isInstance: false,
  isAccessible,
  isEquation: false,
  isIdle: false,
})

function stateWith(...names: string[]): DojoState {
  const hypotheses = [...names.map((name) => hypothesis(name)), hypothesis('x✝', false)]
  return {
    goals: [{ case: null, text: '⊢ p', target: 'p', hypotheses }],
    parent: undefined,
    tactic: undefined,
  }
}

const state = stateWith('hlt', 'hle', 'n')
const survey = {
  definitions: [{ name: 'double' }, { name: 'Tree.size' }],
  theorems: ['double_add'],
  types: [
    { name: 'Tree', own: true, constructors: [{ name: 'Tree.leaf' }, { name: 'Tree.node' }] },
    { name: 'Nat', own: false, constructors: [{ name: 'Nat.zero' }] },
  ],
} as unknown as Survey

interface Circumstances {
  readonly library?: NameList | undefined
  /** Tactics that this environment has besides those of core Lean; undefined if Lean does not answer. */
  readonly there?: readonly string[] | undefined
  readonly survey?: Survey | undefined
}

function completer(given: Circumstances = {}): { complete: TacticCompleter; asked: string[] } {
  const asked: string[] = []
  const dojo = {
    survey: async () => {
      asked.push('survey')
      if ('survey' in given && given.survey === undefined) throw new Error('Lean died')
      return given.survey ?? survey
    },
    knownTactics: async () => {
      asked.push('tactics')
      if ('there' in given && given.there === undefined) throw new Error('Lean died')
      return given.there ?? []
    },
  } as unknown as Dojo
  const commands = [':help', ':go', ':tree', ':undo', ':redo']
  return { complete: new TacticCompleter({ commands, dojo, names: () => given.library }), asked }
}

const library = new NameList([
  'Nat.add_comm',
  'Nat.add_assoc',
  'Nat.mul_comm',
  'List.map_map',
  'List.length_append',
  ...Array.from({ length: 60 }, (_, at) => `Int.lemma_${at}`),
])

describe('Tab', () => {
  it('completes a command where a line begins with a colon', async () => {
    const { complete, asked } = completer()
    expect(await complete.complete(':', state)).toEqual([[':help', ':go', ':tree', ':undo', ':redo'], ':'])
    expect(await complete.complete(':r', state)).toEqual([[':redo'], ':r'])
    expect(await complete.complete(':x', state)).toEqual([[], ':x'])
    expect(asked).toEqual([])
  })

  it.each([
    ['\\forall', '∀'],
    ['intro \\to', '→'],
    ['exact \\<', '⟨'],
  ])('makes a sign of %s', async (line, sign) => {
    const [found, replaced] = await completer().complete.complete(line, state)
    expect(found).toEqual([sign])
    expect(line.endsWith(replaced)).toBe(true)
  })

  it('lists the names that a sign may have as long as none is whole', async () => {
    const [found] = await completer().complete.complete('\\', state)
    expect(found).toHaveLength(40)
    expect(found.every((name) => name.startsWith('\\'))).toBe(true)
  })

  it.each(['si', 'constructor; si', '· si', 'case zero => si', 'first | skip <;> si', 'have : p := by si'])(
    'offers tactics where one may stand: %s',
    async (line) => {
      const [found, replaced] = await completer().complete.complete(line, state)
      expect(replaced).toBe('si')
      expect(found).toEqual(['simp', 'simp?', 'simp_all', 'simpa'])
    },
  )

  it('offers tactics of a library only where the environment has them', async () => {
    const offered = async (given: Circumstances) =>
      (await completer(given).complete.complete('lin', state))[0]
    expect(await offered({})).toEqual([])
    expect(await offered({ there: ['linarith'] })).toEqual(['linarith'])
    expect(await offered({ there: undefined })).toEqual([])
  })

  it('offers what stands in the goal before anything of the library, and never a name out of reach', async () => {
    const { complete } = completer({ library })
    expect(await complete.complete('exact h', state)).toEqual([['hlt', 'hle'], 'h'])
    expect(await complete.complete('exact ', state)).toEqual([
      ['hlt', 'hle', 'n', 'double', 'Tree.size', 'double_add', 'Tree', 'Tree.leaf', 'Tree.node'],
      '',
    ])
    expect((await complete.complete('exact x', state))[0]).toEqual([])
  })

  it('takes a name behind a bracket, a comma or an arrow by itself', async () => {
    const { complete } = completer({ library })
    for (const line of ['rw [dou', 'rw [hlt, dou', 'rw [← dou', 'exact (dou', 'simp only [hlt,dou'])
      expect(await complete.complete(line, state), line).toEqual([['double', 'double_add'], 'dou'])
  })

  it('asks the library where nothing in the goal fits: by the beginning of a name, then of its last part', async () => {
    const { complete } = completer({ library })
    expect((await complete.complete('exact Nat.a', state))[0]).toEqual(['Nat.add_assoc', 'Nat.add_comm'])
    expect((await complete.complete('rw [mul_c', state))[0]).toEqual(['Nat.mul_comm'])
    expect((await completer().complete.complete('exact Nat.a', state))[0]).toEqual([])
  })

  it('offers hundreds of names by their next part', async () => {
    const [found] = await completer({ library }).complete.complete('exact Int.', state)
    expect(found).toEqual(['Int.lemma_'])
  })

  it('asks Lean once about a state, and does without its answer where there is none', async () => {
    const { complete, asked } = completer()
    await complete.complete('exact d', state)
    await complete.complete('exact do', state)
    expect(asked).toEqual(['survey'])
    await complete.complete('exact d', stateWith('m'))
    expect(asked).toEqual(['survey', 'survey'])
    const alone = completer({ survey: undefined }).complete
    expect((await alone.complete('exact h', state))[0]).toEqual(['hlt', 'hle'])
  })
})

describe('a word that Lean does not know', () => {
  it('is taken for the nearest name of the goal, then of the library', async () => {
    const { complete } = completer({ library })
    expect(await complete.meant('hlf', state)).toBe('hlt')
    expect(await complete.meant('doubel', state)).toBe('double')
    expect(await complete.meant('Nat.add_com', state)).toBe('Nat.add_comm')
    expect(await complete.meant('nothing_like_it', state)).toBeUndefined()
  })

  it('is taken for a tactic when it is one or two letters away, short words for one at most', async () => {
    const { complete } = completer()
    expect(await complete.meantTactic('inductoin')).toBe('induction')
    expect(await complete.meantTactic('omgea')).toBe('omega')
    expect(await complete.meantTactic('xyz')).toBeUndefined()
    expect(await complete.meantTactic('simp')).toBeUndefined()
  })
})
