import { renamedTheorem } from '../goal/index.ts'
import { type Checker, type Receipt, readReceipt, withScript } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Market, Ticket } from '../market/index.ts'
import { type GoalProblem, shortHash } from './problem.ts'

const MOST_LEMMAS = 8
/** Lemmas made for other goals are offered to those that share this much of their words. */
const ALIKE = 0.3

interface LemmaSource {
  readonly ledger: Ledger
  readonly market: Market
  readonly checker: Checker
}

/**
 * Lemmas of the marketplace that a goal may use, as Lean text: those it waited for, then those of similar goals
 * over the same definitions. Empty if there are none.
 */
export async function lemmasFor(
  source: LemmaSource,
  problem: GoalProblem,
  signal: AbortSignal,
): Promise<string> {
  const { market } = source
  const completed = await market.listTickets({ status: 'completed', limit: 1000 })
  if (completed.length === 0) return ''
  const asked = completed.filter(({ waitingGoals }) => waitingGoals.includes(problem.key))
  const similar = await market.searchSimilar(problem.text, {
    context: problem.goal.context,
    limit: 2 * MOST_LEMMAS,
  })
  const offered = similar
    .filter(({ ticket, similarity }) => ticket.status === 'completed' && similarity >= ALIKE)
    .map(({ ticket }) => ticket)
  const texts = new Map<string, string>()
  for (const ticket of [...asked, ...offered]) {
    if (texts.size >= MOST_LEMMAS || ticket.goalKey === problem.key || texts.has(ticket.goalKey)) continue
    const text = await lemmaText(source, ticket, problem, signal)
    if (text) texts.set(ticket.goalKey, text)
  }
  // Lemmas may carry lemmas of their own, and two of them the same one.
  return [...new Set([...texts.values()].flatMap((text) => text.split(SEPARATOR)))].join(SEPARATOR)
}

const SEPARATOR = '\n\n'

function lemmaName(ticket: Pick<Ticket, 'goalKey' | 'suggestedName'>): string {
  const suggested = ticket.suggestedName?.replace(/[^\p{L}\p{N}_]+/gu, '_').replace(/^[^\p{L}_]+/u, '')
  return `${suggested || 'orch_lemma'}_${shortHash(ticket.goalKey).slice(0, 10)}`
}

async function lemmaText(
  { ledger, checker }: LemmaSource,
  ticket: Ticket,
  { input }: GoalProblem,
  signal: AbortSignal,
): Promise<string | undefined> {
  const stored = await ledger.goal(ticket.goalKey)
  const body = stored?.receipt && (await ledger.receipt(stored.receipt))
  if (!body) return undefined
  const receipt = readReceipt(body)
  const sameContext =
    receipt.preamble.trim() === (input.preamble ?? '').trim() &&
    receipt.imports.join(' ') === (input.imports ?? []).join(' ')
  if (!sameContext || !('script' in receipt.proof)) return undefined
  const { script, lemmas } = receipt.proof
  const header = await namedHeader(checker, receipt, lemmaName(ticket), signal)
  const own = withScript(header, script)
    .trimEnd()
    .replace(/\n{2,}/g, '\n')
  return lemmas ? `${lemmas.trim()}${SEPARATOR}${own}` : own
}

/** `theorem name …` in front of a proof, under a name of our choice. */
export async function namedHeader(
  checker: Checker,
  { statement, preamble, imports }: Pick<Receipt, 'statement' | 'preamble' | 'imports'>,
  name: string,
  signal?: AbortSignal,
): Promise<string> {
  const { header } = await checker.fix({ statement, preamble, imports }, { signal })
  return renamedTheorem(header, name)
}

/** Lemmas that the stored proof of a goal stands on, if it is this proof. */
export async function storedLemmas(ledger: Ledger, key: string, script: string): Promise<string | undefined> {
  const stored = await ledger.goal(key)
  const body = stored?.receipt && (await ledger.receipt(stored.receipt))
  if (!body) return undefined
  const { proof } = readReceipt(body)
  return 'script' in proof && proof.script === script ? proof.lemmas : undefined
}
