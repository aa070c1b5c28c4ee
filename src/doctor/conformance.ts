/**
 * Does a Lean do everything that Orch asks of one? One question per ability, each with a time of its own, none of them
 * trusting another. For a Lean that Orch has never met: the report says which abilities are missing and what Lean said.
 */
import {
  atHole,
  Checker,
  Dojo,
  type LeanGoneError,
  LeanPool,
  LeanServer,
  type LeanToolchain,
  type MissingPart,
} from '../lean/index.ts'
import { BUILT_IN } from '../strategies/index.ts'
import { wordTable } from '../word-table.ts'

export interface Ability {
  readonly name: string
  readonly verdict: 'works' | 'fails'
  readonly detail: string
  readonly seconds: number
}

export interface Conformance {
  readonly toolchain: { readonly kind: string; readonly fingerprint: string; readonly lean: string | null }
  /** Parts of Orch's program that this Lean did not compile, with its own words. */
  readonly missing: readonly MissingPart[]
  readonly abilities: readonly Ability[]
  /** Memory of one process after the suite, in bytes; what a pool plans with. */
  readonly processBytes: number | null
  /** Strategies that can run with what works. */
  readonly strategies: readonly {
    readonly name: string
    readonly available: boolean
    readonly lacks: readonly string[]
  }[]
}

/** Far more than any of them takes: a busy machine is no missing ability. */
const ABILITY_TIMEOUT_MS = 60_000
const SUM = '∀ a b : Nat, a + b = b + a'

interface Lean {
  readonly pool: LeanPool
  readonly checker: Checker
  readonly toolchain: LeanToolchain
  readonly signal: AbortSignal
}

/** What a strategy cannot do without. */
const NEEDS = wordTable<readonly string[]>({
  micro: ['goal', 'tactic', 'survey', 'check'],
  refute: ['goal', 'tactic', 'counterexample', 'check'],
  sketch: ['goal', 'tactic', 'hole', 'check'],
  copilot: ['goal', 'tactic', 'survey', 'premises', 'check'],
  reprover: ['goal', 'tactic', 'premises', 'check'],
})

/** Every ability with a try of it; what it gives back is what the report says. */
const ABILITIES: readonly { readonly name: string; try(lean: Lean): Promise<string> }[] = [
  {
    name: 'environment',
    try: async ({ pool, signal }) =>
      pool.use(async (server) => {
        const answer = await server.request('import', { modules: ['Init', 'Std.Data.HashMap'] }, { signal })
        if (answer.kind !== 'ok') throw new Error(answer.kind === 'no' ? answer.failure.message : 'too slow')
        return `Lean ${server.hello.lean} imports Std.Data.HashMap`
      }, signal),
  },
  {
    name: 'goal',
    try: async ({ pool, signal }) => {
      await using dojo = await Dojo.open(pool, { statement: SUM }, { structured: true, keys: true, signal })
      return `${dojo.root.goals.length} goal, key ${dojo.root.goals[0]?.key}`
    },
  },
  {
    name: 'tactic',
    try: async ({ pool, signal }) => {
      await using dojo = await Dojo.open(pool, { statement: SUM }, { signal })
      const wrong = await dojo.runTactic(dojo.root, 'rfl', { signal })
      if (wrong.kind !== 'rejected') throw new Error(`a wrong tactic is ${wrong.kind}`)
      const right = await dojo.runTactic(dojo.root, 'intros; omega', { signal })
      if (right.kind !== 'closed') throw new Error(`a right tactic is ${right.kind}`)
      return 'a wrong tactic is rejected, a right one closes the goal'
    },
  },
  {
    name: 'hole',
    try: async ({ pool, signal }) => {
      const command = 'theorem t (n : Nat) (h : 0 < n) : n ≠ 0 := by\n  sorry'
      const at = { start: { line: 2, column: 2 }, end: { line: 2, column: 7 }, isTactic: true }
      const place = atHole({ before: [{ text: '', module: '' }], command, ...at, given: [] })
      await using dojo = await Dojo.openAt(pool, place, { structured: true, signal })
      const end = await dojo.runTactic(dojo.root, 'omega', { signal })
      if (end.kind !== 'closed') throw new Error(`its proof is ${end.kind}`)
      return `found with ${dojo.root.goals[0]?.hypotheses?.length ?? 0} hypotheses and closed`
    },
  },
  {
    name: 'survey',
    try: async ({ pool, signal }) => {
      const preamble = 'def double : Nat → Nat\n  | 0 => 0\n  | n + 1 => double n + 2'
      await using dojo = await Dojo.open(pool, { statement: '∀ n, double n = n + n', preamble }, { signal })
      const survey = await dojo.survey(dojo.root, signal)
      if (!survey?.definitions.some(({ name }) => name === 'double'))
        throw new Error('it does not see the definition')
      return `${survey.definitions.length} definitions`
    },
  },
  {
    name: 'counterexample',
    try: async ({ pool, signal }) => {
      await using dojo = await Dojo.open(pool, { statement: '∀ n : Nat, n < 5' }, { signal })
      const trial = await dojo.counterexample(dojo.root, { signal })
      if (!trial?.counterexample) throw new Error('it finds none where there is one')
      return `found after ${trial.tried} trials`
    },
  },
  {
    name: 'premises',
    try: async ({ pool, signal }) => {
      const statement = '∀ xs : List Nat, xs.reverse.reverse = xs'
      await using dojo = await Dojo.open(pool, { statement }, { signal })
      const found = await dojo.premises(dojo.root, { signal })
      if (found.length === 0) throw new Error('it selects none')
      return `${found.length}, first ${found[0]}`
    },
  },
  {
    name: 'cancel',
    try: async ({ pool, signal }) => {
      await using dojo = await Dojo.open(
        pool,
        { statement: '(List.range 100000).length = 100000' },
        { signal },
      )
      const end = await dojo.runTactic(dojo.root, 'decide +kernel', { timeoutMs: 500, signal })
      if (end.kind === 'closed') return 'done before it could be stopped'
      if (end.kind !== 'timeout') throw new Error(`a tactic over its time is ${end.kind}`)
      const next = await dojo.runTactic(dojo.root, 'simp', { signal })
      return `stopped inside Lean; the next tactic is ${next.kind}`
    },
  },
  {
    name: 'kill',
    try: async ({ toolchain, signal }) => {
      await using server = await LeanServer.start(toolchain, { threads: 1, graceMs: 500 })
      const loop = 'partial def spin (n : Nat) : Nat := spin (n + 1)\n#eval spin 0'
      const options = { timeoutMs: 1_000, signal }
      const end = await server.request('file', { text: loop, codegen: true }, options).then(
        ({ kind }) => kind,
        (error: LeanGoneError) => error.reason,
      )
      return `an endless loop ends as ${end}; the process is ${server.isAlive ? 'alive' : 'gone'}`
    },
  },
  {
    name: 'check',
    try: async ({ checker, signal }) => {
      const statement = await checker.fix({ statement: SUM }, { signal })
      const good = await checker.check({ statement, proof: { script: 'intros; omega' } }, { signal })
      if (good.kind !== 'accepted') throw new Error(`a proof is ${good.kind}: ${good.detail}`)
      const bad = await checker.check({ statement, proof: { script: 'sorry' } }, { signal })
      if (bad.kind === 'accepted') throw new Error('it accepts sorry')
      return 'a proof is accepted, sorry is not'
    },
  },
]

export async function checkConformance(
  toolchain: LeanToolchain,
  signal: AbortSignal,
  onAbility?: (ability: Ability) => void,
): Promise<Conformance> {
  await using pool = new LeanPool(toolchain, { size: 1 })
  await using checker = new Checker(pool)
  const abilities: Ability[] = []
  for (const { name, try: attempt } of ABILITIES) {
    const started = performance.now()
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ABILITY_TIMEOUT_MS)])
    const done = (verdict: Ability['verdict'], detail: string) => {
      const seconds = Math.round(performance.now() - started) / 1000
      abilities.push({ name, verdict, detail, seconds })
    }
    try {
      done('works', await attempt({ pool, checker, toolchain, signal: limit }))
    } catch (error) {
      signal.throwIfAborted()
      done('fails', error instanceof Error ? error.message : String(error))
    }
    const last = abilities.at(-1)
    if (last) onAbility?.(last)
  }
  const about = await aboutProcess(pool, signal).catch(() => ({ lean: null, bytes: null }))
  const works = new Set(abilities.filter(({ verdict }) => verdict === 'works').map(({ name }) => name))
  return {
    toolchain: { kind: toolchain.kind, fingerprint: toolchain.fingerprint, lean: about.lean },
    missing: toolchain.missing,
    abilities,
    processBytes: about.bytes,
    strategies: BUILT_IN.map(({ name }) => {
      const lacks = (NEEDS[name] ?? []).filter((need) => !works.has(need))
      return { name, available: lacks.length === 0, lacks }
    }),
  }
}

function aboutProcess(pool: LeanPool, signal: AbortSignal): Promise<{ lean: string; bytes: number | null }> {
  return pool.use(async (server) => {
    const answer = await server.request('memory', {}, { signal })
    const bytes = answer.kind === 'ok' ? (answer.value.rssBytes ?? answer.value.heapBytes) : null
    return { lean: server.hello.lean, bytes }
  }, signal)
}
