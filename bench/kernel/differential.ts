/** Mutations of the library's declarations, judged by Lean's kernel and by the second one. */
import {
  type Declaration,
  type Expr,
  Kernel,
  KernelBudget,
  type KernelContext,
  type KernelOutcome,
  partsOf,
} from '../../src/kernel/index.ts'
import { type Library, LibraryView } from '../../src/lean/certificate/library.ts'
import { declarationOf } from '../../src/lean/certificate/library-declarations.ts'
import { LeanGoneError, type LeanServer } from '../../src/lean/index.ts'
import { mutate, type Random, randomFrom } from './mutate.ts'
import { lieAboutRecursors } from './recursor-lies.ts'
import { renamed } from './renaming.ts'
import { writeTables } from './tables-writer.ts'

export interface Difference {
  readonly name: string
  readonly change: string
  readonly lean: string
  readonly ours: string
}

interface Mutant {
  readonly name: string
  readonly change: string
  readonly declaration: Declaration
  /** What Lean is asked, or what is known of it without asking. */
  readonly lean: { readonly question: Declaration } | { readonly verdict: string }
}

/** How often both kernels accepted and rejected. */
type Agreed = [accepted: number, rejected: number]

export interface Comparison {
  readonly mutants: number
  readonly bothAccept: number
  readonly bothReject: number
  /** The second kernel does not judge. */
  readonly declined: readonly Difference[]
  /** Lean did not answer in time. */
  readonly unanswered: number
  readonly differences: readonly Difference[]
  readonly changes: Readonly<Record<string, Agreed>>
  readonly leanMillis: number
  readonly ourMillis: number
}

export interface ComparisonOptions {
  readonly count: number
  readonly seed: number
  readonly batch?: number
  /** Leave the declarations as they are: both kernels should accept them. */
  readonly unchanged?: boolean
  /** How many of the mutants are lies about recursors. */
  readonly lies?: number
  /** These constants one after the other, instead of some by chance. */
  readonly only?: readonly string[]
  /** Lean's number of the environment that the library is of. */
  readonly env?: number
  readonly onProgress?: (done: number) => void
}

/** Terms above this size make Lean's reader, which is interpreted, slower than it is worth. */
const MAX_PARTS = 3000
/** Most take milliseconds; a busy machine makes them a thousand times slower. */
const LEAN_MS = 300_000
const LIMITS = { steps: 3_000_000 }

export async function compareKernels(
  library: Library,
  server: () => Promise<LeanServer>,
  { count, seed, batch = 25, unchanged = false, lies = 0.15, only, env = 0, onProgress }: ComparisonOptions,
): Promise<Comparison> {
  const random = randomFrom(seed)
  const candidates = Array.from({ length: library.data.parts.length }, (_, n) => n).filter((n) =>
    isCandidate(library, n),
  )
  const inductives = candidates.filter((n) => library.row(n)?.kind === 'inductive')
  const queue = only?.flatMap((name) => library.number(componentsOf(name)) ?? [])
  const pick = (from: readonly number[]) =>
    queue ? queue.shift() : (from[Math.floor(random() * from.length)] as number)
  const result = { mutants: 0, bothAccept: 0, bothReject: 0, unanswered: 0, leanMillis: 0, ourMillis: 0 }
  const differences: Difference[] = []
  const declined: Difference[] = []
  const changes: Record<string, Agreed> = {}
  while (result.mutants + result.unanswered < count) {
    const kernel = new Kernel(new KernelBudget(LIMITS, () => performance.now()))
    const view = new LibraryView(library, kernel.context)
    view.attach()
    const mutants = Array.from({ length: batch }, (_, i) => {
      const isLie = !unchanged && random() < lies
      const n = pick(isLie || random() < 0.2 ? inductives : candidates)
      const original = n === undefined ? undefined : originalOf(kernel.context, view, n)
      const change = unchanged ? keep : isLie ? lie : alter
      return original && change(kernel, original, `mutant${i}`, random)
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
      const ours = wordsOf(outcome)
      if (outcome.kind === 'declined' || (lean === '') !== (ours === '')) {
        const list = outcome.kind === 'declined' ? declined : differences
        list.push({ name, change, lean, ours })
        continue
      }
      changes[change] ??= [0, 0]
      changes[change][lean === '' ? 0 : 1]++
      if (lean === '') result.bothAccept++
      else result.bothReject++
    }
    onProgress?.(result.mutants)
  }
  return { ...result, declined, differences, changes }
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

/** Empty where it is accepted, as Lean says it. */
function wordsOf(outcome: KernelOutcome): string {
  if (outcome.kind === 'accepted') return ''
  return outcome.kind === 'declined' ? outcome.why : outcome.detail
}

interface Original {
  readonly name: string
  readonly declaration: Declaration
}

function originalOf(context: KernelContext, view: LibraryView, n: number): Original | undefined {
  const constant = view.constant(view.name(n))
  const declaration = constant && declarationOf(context, constant, (name) => view.constant(name))
  if (!constant || !declaration || sizeOf(context, declaration) > MAX_PARTS) return undefined
  return { name: context.names.text(constant.name), declaration }
}

type Make = (kernel: Kernel, original: Original, prefix: string, random: Random) => Mutant | undefined

const keep: Make = ({ context }, { name, declaration }, prefix) => {
  const fresh = renamed(context, declaration, prefix)
  return { name, change: 'none', declaration: fresh, lean: { question: fresh } }
}

const alter: Make = ({ context }, { name, declaration }, prefix, random) => {
  const mutant = mutate(context, renamed(context, declaration, prefix), random)
  return mutant && { name, ...mutant, lean: { question: mutant.declaration } }
}

const lie: Make = (kernel, { name, declaration }, prefix, random) => {
  if (declaration.kind !== 'inductive' || !declaration.claims) return undefined
  const told = lieAboutRecursors(kernel, declaration.claims.recursors, random)
  if (!told) return undefined
  const claims = { ...declaration.claims, recursors: told.recursors }
  return {
    name,
    change: told.change,
    declaration: renamed(kernel.context, { ...declaration, claims }, prefix),
    lean: told.question ? { question: told.question } : { verdict: "not what Lean's own recursor has" },
  }
}

async function askLean(
  server: LeanServer,
  env: number,
  context: KernelContext,
  mutants: readonly Mutant[],
): Promise<readonly (string | undefined)[]> {
  const ask = async (questions: readonly Declaration[]) => {
    const tables = writeTables(context, questions)
    const answer = await server.request('kernel', { tables, env }, { timeoutMs: LEAN_MS })
    // A reader that does not understand the tables judges nothing: that is a defect here, not an answer.
    if (answer.kind === 'no') throw new Error(`Lean cannot read the mutants: ${answer.failure.message}`)
    return answer.kind === 'ok' ? answer.value.verdicts : undefined
  }
  const questions = mutants.flatMap(({ lean }) => ('question' in lean ? [lean.question] : []))
  let verdicts: readonly (string | undefined)[] | undefined = questions.length > 0 ? await ask(questions) : []
  if (!verdicts) {
    // One of them takes too long: each for itself.
    const single: (string | undefined)[] = []
    for (const question of questions) single.push((await ask([question]))?.[0])
    verdicts = single
  }
  const answers = verdicts.values()
  return mutants.map(({ lean }) => ('verdict' in lean ? lean.verdict : answers.next().value))
}

function sizeOf(context: KernelContext, declaration: Declaration): number {
  const roots =
    declaration.kind === 'inductive'
      ? declaration.types.flatMap(({ type, ctors }) => [type, ...ctors.map((ctor) => ctor.type)])
      : [declaration.type, ...('value' in declaration ? [declaration.value] : [])]
  const seen = new Set<Expr>(roots)
  for (const e of seen) for (const part of partsOf(context.exprs, e)) seen.add(part)
  return seen.size
}
