import * as z from 'zod'
import { replayProof, searchPremises, submitGoal } from '../../actions/index.ts'
import { findReceipt, GOAL_SORTS, type Ledger } from '../../ledger/index.ts'
import { fromCursor, idCursor, pageQuery, toCursor } from '../cursor.ts'
import { attemptJson, proofTree, ticketsOfGoal } from '../data/goal-tree.ts'
import { goalPage, goalSummary } from '../data/goals.ts'
import { receiptPage } from '../data/receipts.ts'
import type { ServerParts } from '../parts.ts'
import { ApiProblem } from '../problem.ts'
import type { ApiRouter } from '../router.ts'
import * as schemas from '../schemas.ts'

const GoalParams = z.object({ goal_hash: z.string().min(1).max(200) })
const MOST_SIMILAR = 5

export function addGoals(router: ApiRouter, { door, lean, tallies }: ServerParts): void {
  router.get(
    '/api/goals',
    {
      summary: 'Goals, filtered, sorted and searched',
      tag: 'Goals',
      request: {
        query: z.object({
          status: schemas.goalStatus.optional(),
          q: z.string().max(1000).optional(),
          strategy: z.string().max(100).optional(),
          sort: z.enum(GOAL_SORTS).default('created'),
          order: z.enum(['asc', 'desc']).default('asc'),
          offset: z.coerce.number().int().min(0).max(100_000_000).optional(),
          ...pageQuery,
        }),
      },
      answer: schemas.goalPage,
    },
    async ({ query }) => {
      const ledger = await door.open()
      return goalPage(ledger, await tallies.effort(ledger), query)
    },
  )

  router.post(
    '/api/goals',
    {
      summary: 'Submit a goal; a running search takes it up',
      tag: 'Goals',
      request: { body: schemas.submitGoal },
      answer: schemas.goal,
      status: 201,
    },
    async ({ body, signal }) => {
      const ledger = await door.open()
      const { goal: text, id, context, imports, preamble, difficulty, priority } = body
      const given = { id, context, imports, preamble, difficulty, priority }
      const parts = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const { goal_hash } = await submitGoal({ ledger, lean }, { text, ...parts }, signal)
      return known(await goalSummary(ledger, await tallies.effort(ledger), goal_hash), goal_hash)
    },
  )

  router.get(
    '/api/goals/{goal_hash}',
    {
      summary: 'One goal with its proof',
      tag: 'Goals',
      request: { params: GoalParams },
      answer: schemas.goalDetail,
    },
    async ({ params: { goal_hash: key } }) => {
      const ledger = await door.open()
      const summary = known(await goalSummary(ledger, await tallies.effort(ledger), key), key)
      const goal = known(await ledger.goal(key), key)
      const similar = await ledger.similarGoals(goal.text, {
        context: goal.context,
        limit: MOST_SIMILAR + 1,
      })
      return {
        ...summary,
        context: [...goal.context],
        imports: [...goal.imports],
        preamble: goal.preamble,
        script: goal.status === 'proved' && goal.tactics.length > 0 ? goal.tactics.join('\n') : null,
        counterexample: goal.status === 'refuted' ? await counterexampleOf(ledger, key) : null,
        similar: similar
          .filter((one) => one.goal.key !== key)
          .slice(0, MOST_SIMILAR)
          .map(({ goal: { key: goal_hash, id, text, status, provedType }, similarity }) => ({
            goal_hash,
            id,
            goal: provedType ?? text,
            status,
            similarity,
          })),
        tickets: await ticketsOfGoal(ledger, key),
      }
    },
  )

  router.get(
    '/api/goals/{goal_hash}/attempts',
    {
      summary: 'Attempts on a goal, newest first',
      tag: 'Goals',
      request: { params: GoalParams, query: z.object(pageQuery) },
      answer: schemas.attemptPage,
    },
    async ({ params, query }) => attemptPage(await door.open(), { ...query, goal: params.goal_hash }),
  )

  router.get(
    '/api/goals/{goal_hash}/tree',
    {
      summary: 'The search on a goal as a tree',
      tag: 'Goals',
      request: { params: GoalParams },
      answer: schemas.proofTree,
    },
    async ({ params: { goal_hash } }) => {
      const ledger = await door.open()
      known(await ledger.goal(goal_hash), goal_hash)
      return proofTree(ledger, goal_hash)
    },
  )

  router.get(
    '/api/goals/{goal_hash}/steps',
    {
      summary: 'The proof replayed by Lean, with the goals after each step',
      tag: 'Goals',
      request: { params: GoalParams },
      answer: schemas.proofSteps,
    },
    async ({ params: { goal_hash }, signal }) => {
      const ledger = await door.open()
      const goal = known(await ledger.goal(goal_hash), goal_hash)
      const held = goal.status === 'proved' && goal.receipt !== undefined
      const receipt = held ? await ledger.receipt(goal.receipt) : undefined
      const proof = Replayable.safeParse(receipt).data
      if (!proof) throw new ApiProblem(404, 'no-proof', 'There is no proof of this goal to replay.')
      const { statement, imports } = proof
      const preamble = [proof.preamble, proof.proof.lemmas ?? ''].filter(Boolean).join('\n\n')
      const replayed = await replayProof(lean, { statement, preamble, imports }, proof.proof.script, signal)
      return { goal_hash, ...replayed, start: [...replayed.start], steps: replayed.steps.map(mutable) }
    },
  )

  router.get(
    '/api/attempts',
    {
      summary: 'Attempts, newest first',
      tag: 'Goals',
      request: {
        query: z.object({
          goal: z.string().max(200).optional(),
          strategy: z.string().max(100).optional(),
          outcome: schemas.outcome.optional(),
          run: z.string().max(200).optional(),
          ...pageQuery,
        }),
      },
      answer: schemas.attemptPage,
    },
    async ({ query }) => attemptPage(await door.open(), query),
  )

  router.get(
    '/api/receipts',
    {
      summary: 'Receipts, newest first',
      tag: 'Goals',
      request: { query: z.object(pageQuery) },
      answer: schemas.receiptPage,
    },
    async ({ query }) => receiptPage(await door.open(), query),
  )

  router.get(
    '/api/receipts/{receipt}',
    {
      summary: 'One receipt, as orch verify takes it',
      tag: 'Goals',
      request: { params: z.object({ receipt: z.string().min(1).max(200) }) },
      answer: schemas.receipt,
    },
    async ({ params: { receipt } }) => {
      const ledger = await door.open()
      const found = await findReceipt(ledger, receipt)
      if (!found) throw new ApiProblem(404, 'unknown-receipt', 'There is no such receipt in the ledger.')
      const { goalKey: goal_hash, createdAt: created_at, body } = found
      return { receipt, goal_hash, created_at, body }
    },
  )

  router.get(
    '/api/premises',
    {
      summary: 'Lemmas that may help with a statement',
      tag: 'Goals',
      request: {
        query: z.object({
          goal: z.string().min(1).max(20_000),
          limit: z.coerce.number().int().min(1).max(64).default(16),
        }),
      },
      answer: schemas.premises,
    },
    async ({ query: { goal, limit }, signal }) => {
      const { query, source, items } = await searchPremises(lean, { statement: goal }, { limit, signal })
      return { query, source, items: [...items] }
    },
  )
}

const Replayable = z.object({
  statement: z.string(),
  preamble: z.string(),
  imports: z.array(z.string()),
  proof: z.object({ script: z.string(), lemmas: z.string().optional() }),
})

function mutable<T extends { goals: readonly string[]; messages: readonly string[] }>(step: T) {
  return { ...step, goals: [...step.goals], messages: [...step.messages] }
}

function known<T>(found: T | undefined, key: string): T {
  if (found !== undefined) return found
  throw new ApiProblem(404, 'unknown-goal', `There is no goal ${key} in the ledger.`)
}

async function counterexampleOf(ledger: Ledger, goalKey: string): Promise<string | null> {
  const { items } = await ledger.attempts({ goalKey, outcome: 'refuted', limit: 1 })
  return items[0]?.counterexample ?? null
}

async function attemptPage(
  ledger: Ledger,
  query: {
    goal?: string | undefined
    strategy?: string | undefined
    outcome?: z.infer<typeof schemas.outcome> | undefined
    run?: string | undefined
    cursor?: string | undefined
    limit: number
  },
): Promise<schemas.AttemptPage> {
  const { goal, strategy, outcome, run, limit } = query
  const before = fromCursor(idCursor, query.cursor)?.[0]
  const { items, next } = await ledger.attempts({
    limit,
    ...(goal !== undefined && { goalKey: goal }),
    ...(strategy !== undefined && { strategy }),
    ...(outcome !== undefined && { outcome }),
    ...(run !== undefined && { runId: run }),
    ...(before !== undefined && { before }),
  })
  return { items: items.map(attemptJson), next: next === undefined ? null : toCursor(next) }
}
