/**
 * What is known about the declarations of a project: where they stand, whether their text is whole, and whether a
 * receipt proves them as they stand. A receipt is found by a key of everything that decides what the declaration says
 * and means, and it must be about that very text; one for an earlier version of a file counts for nothing.
 */
import { createHash } from 'node:crypto'
import type { DeclarationFact } from '../blueprint/index.ts'
import { Bench, flatText, type ModuleReport, type Project, statementText } from '../fill/index.ts'
import { makeGoal } from '../goal/index.ts'
import {
  type Checker,
  GoalError,
  type GoalInput,
  type LeanDeclaration,
  type Proof,
  type Receipt,
  readReceipt,
} from '../lean/index.ts'
import { heldReceipt, type Ledger } from '../ledger/index.ts'

export interface ProjectReading {
  readonly project: Project
  readonly reports: readonly ModuleReport[]
  /** Stands for the Lean that read it. */
  readonly fingerprint: string
}

/** What the checker is asked about a declaration: its own statement, and its file up to its end as the proof. */
interface DeclarationClaim {
  readonly key: string
  readonly input: GoalInput
  readonly proof: Proof
}

const NOTHING: DeclarationFact = {
  stated: false,
  complete: false,
  isProposition: false,
  receipt: undefined,
  given: [],
}

export class Declarations {
  readonly #reading: ProjectReading
  readonly #bench: Bench
  readonly #found = new Map<
    string,
    { readonly report: ModuleReport; readonly declaration: LeanDeclaration }
  >()
  /** Names that files declare which do not import each other, with two of these. */
  readonly #ambiguous = new Map<string, readonly [string, string]>()
  readonly #receipts = new Map<string, Receipt>()

  constructor(reading: ProjectReading) {
    this.#reading = reading
    this.#bench = new Bench(reading.project, reading.reports)
    for (const report of reading.reports) {
      for (const declaration of report.declarations) {
        const other = this.#found.get(declaration.name)
        if (other) this.#ambiguous.set(declaration.name, [other.report.path, report.path])
        else this.#found.set(declaration.name, { report, declaration })
      }
    }
  }

  fact(name: string): DeclarationFact {
    const found = this.#find(name)
    if (!found) return NOTHING
    const { kind, hasSorry } = found.declaration
    const receipt = this.#receipts.get(name)
    return {
      stated: true,
      complete: !hasSorry && kind !== 'axiom',
      isProposition: receipt !== undefined && /(?:^| )Prop$/.test(definedType(receipt, name) ?? ''),
      receipt: receipt?.id,
      given:
        receipt === undefined
          ? this.#bench.givenFor({ module: found.report.module, declaration: found.declaration.name })
          : [],
    }
  }

  /** Looks for the receipts of some declarations; gives the complete ones that have none. */
  async findReceipts(ledger: Ledger, names: Iterable<string>): Promise<string[]> {
    const without: string[] = []
    for (const name of new Set(names)) {
      const { complete, given } = this.fact(name)
      // What stands on a hole would be refused: nobody need ask.
      if (!complete || given.length > 0) continue
      const claim = this.#claim(name)
      const receipt = claim && (await storedReceipt(ledger, claim, name))
      if (receipt) this.#receipts.set(name, receipt)
      else without.push(name)
    }
    return without
  }

  /** Has the checker judge a declaration as it stands; says why not, or nothing when it has its receipt. */
  async check(name: string, { ledger, checker }: Judges, signal: AbortSignal): Promise<string | undefined> {
    const places = this.#ambiguous.get(name)
    if (places) return `${places.join(' and ')} both declare it: which one is meant nobody can say`
    const claim = this.#claim(name)
    if (!claim) return 'only a theorem with a name of its own can be checked by itself'
    const { key, input, proof } = claim
    const before = await refusal(ledger, key)
    if (before !== undefined) return before
    const startedAt = Date.now()
    try {
      const statement = await checker.fix(input, { signal })
      const verdict = await checker.check({ statement, proof, strategy: STRATEGY }, { signal })
      if (verdict.kind === 'unknown') return verdict.detail
      const accepted = verdict.kind === 'accepted' ? verdict.receipt : undefined
      const receipt = accepted && isAbout(accepted, name) ? accepted : undefined
      const why =
        verdict.kind === 'refused'
          ? verdict.detail
          : receipt
            ? undefined
            : `what was checked is not this declaration, but ${accepted?.type ?? ''}`
      const { cpuSeconds } = verdict
      await keep(ledger, { key, name, input, receipt, why, startedAt, cpuSeconds })
      if (!receipt) return why
      this.#receipts.set(name, receipt)
      return undefined
    } catch (error) {
      if (error instanceof GoalError) return `${error.where}: ${error.message}`
      throw error
    }
  }

  #find(name: string) {
    // Lean lists the functions that it makes for an inductive type, not the type.
    return this.#found.get(name) ?? this.#found.get(`${name}.casesOn`)
  }

  #claim(name: string): DeclarationClaim | undefined {
    const found = this.#find(name)
    if (!found || this.#ambiguous.has(name)) return undefined
    const { project, fingerprint } = this.#reading
    const { report, declaration } = found
    const span = report.commands[declaration.command]
    const text = project.modules.get(report.module)?.text
    if (!span || text === undefined) return undefined
    const command = text.slice(span.from, span.to)
    const flat = flatText(project, this.#bench.reports, report.module, { upTo: span.from, edits: [] })
    const { imports, text: before } = flat
    const parts = [fingerprint, name, ...imports, before, command]
    const key = `declaration:${createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 40)}`
    if (declaration.kind !== 'theorem') {
      const input = { statement: definitionClaim(name), preamble: [before, command].join('\n'), imports }
      return { key, input, proof: { script: DEFINITION_PROOF } }
    }
    const stated = statementText(command)
    if (!stated) return undefined
    const preamble = [before, ...stated.front].join('\n')
    const source = [...imports.map((one) => `import ${one}`), before, command].join('\n')
    return {
      key,
      input: { statement: stated.statement, preamble, imports },
      proof: { source, theorem: name },
    }
  }
}

interface Judges {
  readonly ledger: Ledger
  readonly checker: Checker
}

/**
 * The kernel checks theorems; a definition it checks on the way, with the axioms it stands on, when a theorem mentions
 * it. This one says nothing else, and shows the type of what is defined.
 */
const definitionClaim = (name: string) => `∀ value, value = @_root_.${name} → True`
const DEFINITION_PROOF = 'exact fun _ _ => trivial'

/** The type of what a receipt of that theorem is about, as the checker shows it; undefined if it is about anything else. */
function definedType({ type, definitions, proof }: Receipt, name: string): string | undefined {
  const front = '∀ (value : '
  if (!('script' in proof) || !definitions.includes(name) || !type.startsWith(front)) return undefined
  let open = 1
  for (let at = front.length; at < type.length; at++) {
    if (type[at] === '(') open += 1
    if (type[at] === ')') open -= 1
    if (open === 0) return type.slice(front.length, at)
  }
  return undefined
}

/** The text before it can give our words another meaning: what the checker shows has to be what was asked. */
const isAbout = (receipt: Receipt, name: string) =>
  'source' in receipt.proof ? receipt.theorem === name : definedType(receipt, name) !== undefined

/** Nobody searched: the author wrote the proof. */
const STRATEGY = 'check'

/** The ledger's receipt for a claim, if it is about the very statement and the very text. */
async function storedReceipt(
  ledger: Ledger,
  { key, input, proof }: DeclarationClaim,
  name: string,
): Promise<Receipt | undefined> {
  const body = 'source' in proof ? await provedGoalReceipt(ledger, key) : await heldReceipt(ledger, key)
  if (body === undefined) return undefined
  try {
    const receipt = readReceipt(body)
    const isSameProof =
      'source' in proof
        ? 'source' in receipt.proof && receipt.proof.source === proof.source
        : 'script' in receipt.proof && receipt.proof.script === proof.script
    const matches =
      isAbout(receipt, name) &&
      receipt.statement === input.statement &&
      receipt.preamble === input.preamble &&
      isSameProof
    return matches ? receipt : undefined
  } catch {
    // A receipt that was changed after it was written is none.
    return undefined
  }
}

async function provedGoalReceipt(ledger: Ledger, key: string): Promise<unknown> {
  const goal = await ledger.goal(key)
  if (goal?.status !== 'proved' || goal.receipt === undefined) return undefined
  return await ledger.receipt(goal.receipt)
}

/** What the checker said when it refused the very same text before. */
async function refusal(ledger: Ledger, key: string): Promise<string | undefined> {
  const { items } = await ledger.attempts({ goalKey: key, strategy: STRATEGY, outcome: 'failed', limit: 1 })
  return items[0]?.error
}

interface Checked {
  readonly key: string
  readonly name: string
  readonly input: GoalInput
  readonly receipt: Receipt | undefined
  readonly why: string | undefined
  readonly startedAt: number
  readonly cpuSeconds: number | null
}

async function keep(
  ledger: Ledger,
  { key, name, input, receipt, why, startedAt, cpuSeconds }: Checked,
): Promise<void> {
  const { statement, preamble = '', imports = [] } = input
  const timeSeconds = (Date.now() - startedAt) / 1000
  if (receipt) {
    await ledger.saveReceipt({ id: receipt.id, goalKey: key, body: receipt })
    // A definition is nothing that anybody wanted proved: it is no goal.
    if ('script' in receipt.proof) return
    await ledger.saveGoals([
      { ...makeGoal({ id: name, text: statement, preamble, imports: [...imports] }), key },
    ])
  }
  await ledger.record({
    goalKey: key,
    goalText: statement,
    strategy: STRATEGY,
    strategyVersion: '1',
    outcome: receipt ? 'proved' : 'failed',
    tactics: [],
    timeSeconds,
    cpuSeconds: cpuSeconds ?? timeSeconds,
    budget: { seconds: 60 },
    startedAt,
    receipt: receipt?.id,
    error: why,
  })
  await ledger.flush()
}
