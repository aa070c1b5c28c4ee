/** Mutations of the library's declarations, judged by Lean's kernel and by the second one. */
import {
  Budget,
  type Context,
  type Declaration,
  type Expr,
  Kernel,
  KIND,
  type Name,
  partsOf,
} from '../../src/kernel/index.ts'
import { type Library, LibraryView } from '../../src/lean/certificate/library.ts'
import { declarationOf } from '../../src/lean/certificate/library-declarations.ts'
import { LeanGoneError, type LeanServer } from '../../src/lean/index.ts'
import { type Mutant, mutate, type Random, randomFrom } from './mutate.ts'
import { writeTables } from './tables-writer.ts'

export interface Difference {
  readonly name: string
  readonly change: string
  readonly lean: string
  readonly ours: string
}

export interface Comparison {
  readonly mutants: number
  readonly bothAccept: number
  readonly bothReject: number
  /** The second kernel does not judge. */
  readonly declined: readonly Difference[]
  /** Lean did not answer in time. */
  readonly unanswered: number
  readonly differences: readonly Difference[]
  readonly leanMillis: number
  readonly ourMillis: number
}

export interface ComparisonOptions {
  readonly count: number
  readonly seed: number
  readonly batch?: number
  /** Leave the declarations as they are: both kernels should accept them. */
  readonly unchanged?: boolean
  /** These constants one after the other, instead of some by chance. */
  readonly only?: readonly string[]
  /** Lean's number of the environment that the library is of. */
  readonly env?: number
  readonly onProgress?: (done: number) => void
}

/** Terms above this size make Lean's reader, which is interpreted, slower than it is worth. */
const MAX_PARTS = 3000
const LIMITS = { steps: 3_000_000 }

export async function compareKernels(
  library: Library,
  server: () => Promise<LeanServer>,
  { count, seed, batch = 25, unchanged = false, only, env = 0, onProgress }: ComparisonOptions,
): Promise<Comparison> {
  const random = randomFrom(seed)
  const candidates = Array.from({ length: library.data.parts.length }, (_, n) => n).filter((n) =>
    isCandidate(library, n),
  )
  const inductives = candidates.filter((n) => library.row(n)?.kind === 'inductive')
  const queue = only?.flatMap((name) => library.number(componentsOf(name)) ?? [])
  const pick = () => {
    if (queue) return queue.shift()
    const from = random() < 0.2 ? inductives : candidates
    return from[Math.floor(random() * from.length)] as number
  }
  const result = { mutants: 0, bothAccept: 0, bothReject: 0, unanswered: 0, leanMillis: 0, ourMillis: 0 }
  const differences: Difference[] = []
  const declined: Difference[] = []
  while (result.mutants + result.unanswered < count) {
    const kernel = new Kernel(new Budget(LIMITS, () => performance.now()))
    const view = new LibraryView(library, kernel.context)
    view.attach()
    const mutants = Array.from({ length: batch }, (_, i) => {
      const n = pick()
      return n === undefined ? undefined : makeMutant(kernel.context, view, n, i, random, unchanged)
    }).filter((mutant) => mutant !== undefined)
    if (queue?.length === 0 && mutants.length === 0) break
    const leanStart = performance.now()
    const verdicts = await askLean(await server(), env, kernel.context, mutants).catch((error: unknown) => {
      if (error instanceof LeanGoneError) return []
      throw error
    })
    result.leanMillis += performance.now() - leanStart
    for (const [i, { declaration, change, name }] of mutants.entries()) {
      const lean = verdicts[i]
      if (lean === undefined || lean.includes('interrupted')) {
        result.unanswered++
        continue
      }
      const start = performance.now()
      const outcome = kernel.add(declaration)
      result.ourMillis += performance.now() - start
      result.mutants++
      const ours =
        outcome.kind === 'accepted' ? '' : outcome.kind === 'rejected' ? outcome.detail : outcome.why
      if (outcome.kind === 'declined') declined.push({ name, change, lean, ours })
      else if ((lean === '') !== (ours === '')) differences.push({ name, change, lean, ours })
      else if (lean === '') result.bothAccept++
      else result.bothReject++
    }
    onProgress?.(result.mutants)
  }
  return { ...result, declined, differences }
}

/** A name as it is printed, taken apart: numbers are numbers, and no name of a library has a dot in a part. */
function componentsOf(name: string): (string | number)[] {
  return name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function isCandidate(library: Library, n: number): boolean {
  if (!library.has(n)) return false
  const row = library.row(n)
  if (row?.kind === 'inductive') return !row.unsafe && row.all[0] === n
  if (row?.kind === 'definition') return row.safety === 'safe'
  return row?.kind === 'theorem'
}

function makeMutant(
  context: Context,
  view: LibraryView,
  n: number,
  serial: number,
  random: Random,
  unchanged: boolean,
): (Mutant & { name: string }) | undefined {
  const constant = view.constant(view.name(n))
  const declaration = constant && declarationOf(context, constant, (name) => view.constant(name))
  if (!constant || !declaration) return undefined
  const fresh = renamed(context, declaration, `mutant${serial}`)
  if (sizeOf(context, fresh) > MAX_PARTS) return undefined
  const mutant = unchanged ? { declaration: fresh, change: 'none' } : mutate(context, fresh, random)
  return mutant && { ...mutant, name: context.names.text(constant.name) }
}

async function askLean(
  server: LeanServer,
  env: number,
  context: Context,
  mutants: readonly Mutant[],
): Promise<readonly (string | undefined)[]> {
  const ask = async (some: readonly Mutant[]) => {
    const tables = writeTables(
      context,
      some.map(({ declaration }) => declaration),
    )
    const answer = await server.request('kernel', { tables, env }, { timeoutMs: 30_000 })
    // A reader that does not understand the tables judges nothing: that is a defect here, not an answer.
    if (answer.kind === 'no') throw new Error(`Lean cannot read the mutants: ${answer.failure.message}`)
    return answer.kind === 'ok' ? answer.value.verdicts : undefined
  }
  const all = await ask(mutants)
  if (all) return all
  // One of them takes too long: each for itself.
  const single: (string | undefined)[] = []
  for (const mutant of mutants) single.push((await ask([mutant]))?.[0])
  return single
}

/** The declaration under other names, so that both kernels can add it beside the original. */
function renamed(context: Context, declaration: Declaration, prefix: string): Declaration {
  const { names } = context
  const root = names.of(prefix)
  if (declaration.kind !== 'inductive') return { ...declaration, name: names.str(root, 'it') }
  const map = new Map<Name, Name>()
  for (const { name, ctors } of declaration.types)
    for (const old of [name, ...ctors.map((ctor) => ctor.name)])
      map.set(old, names.fromComponents([...names.components(root), ...names.components(old)]))
  const at = (name: Name) => map.get(name) ?? name
  const rename = (e: Expr) => renameIn(context, e, map)
  return {
    ...declaration,
    claims: undefined,
    types: declaration.types.map(({ name, type, ctors }) => ({
      name: at(name),
      type: rename(type),
      ctors: ctors.map((ctor) => ({ name: at(ctor.name), type: rename(ctor.type) })),
    })),
  }
}

function renameIn(context: Context, e: Expr, map: ReadonlyMap<Name, Name>): Expr {
  const { exprs } = context
  const again = (x: Expr) => renameIn(context, x, map)
  switch (exprs.kind(e)) {
    case KIND.const:
      return exprs.const(map.get(exprs.a(e)) ?? exprs.a(e), exprs.b(e))
    case KIND.app:
      return exprs.app(again(exprs.a(e)), again(exprs.b(e)))
    case KIND.lam:
      return exprs.lam(again(exprs.a(e)), again(exprs.b(e)), exprs.note(e))
    case KIND.pi:
      return exprs.pi(again(exprs.a(e)), again(exprs.b(e)), exprs.note(e))
    case KIND.let:
      return exprs.let(again(exprs.a(e)), again(exprs.b(e)), again(exprs.c(e)), exprs.note(e))
    case KIND.proj:
      return exprs.proj(exprs.a(e), exprs.b(e), again(exprs.c(e)))
    default:
      return e
  }
}

function sizeOf(context: Context, declaration: Declaration): number {
  const roots =
    declaration.kind === 'inductive'
      ? declaration.types.flatMap(({ type, ctors }) => [type, ...ctors.map((ctor) => ctor.type)])
      : [declaration.type, ...('value' in declaration ? [declaration.value] : [])]
  const seen = new Set<Expr>(roots)
  for (const e of seen) for (const part of partsOf(context.exprs, e)) seen.add(part)
  return seen.size
}
