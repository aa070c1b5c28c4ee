import * as z from 'zod'
import type * as schemas from '../../api/index.ts'
import * as routes from '../../api/routes/index.ts'
import { findReceipt, type Ledger, proofStates, saveProofStates } from '../../ledger/index.ts'
import { replayProof, searchPremises, submitGoal } from '../../use-cases/index.ts'
import { fromCursor, idCursor, toCursor } from '../cursor.ts'
import { attemptJson, buildProofTree, ticketsOfGoal } from '../data/goal-tree.ts'
import { goalPage, goalSummary } from '../data/goals.ts'
import { receiptPage } from '../data/receipts.ts'
import { ApiProblem } from '../problem.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

const MOST_SIMILAR = 5

export function goalRoutes({ connection, lean, tallies }: ServerContext) {
  return createRoutes()
    .openapi(routes.listGoals, async ({ req, json }) => {
      const query = req.valid('query')
      const ledger = await connection.open()
      return json(await goalPage(ledger, await tallies.effort(ledger), query), 200)
    })
    .openapi(routes.postGoal, async ({ req, json }) => {
      const body = req.valid('json')
      const { signal } = req.raw
      const ledger = await connection.open()
      const { goal: text, id, context, imports, preamble, difficulty, priority } = body
      const given = { id, context, imports, preamble, difficulty, priority }
      const parts = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const { goal_hash } = await submitGoal({ ledger, lean }, { text, ...parts }, signal)
      return json(known(await goalSummary(ledger, await tallies.effort(ledger), goal_hash), goal_hash), 201)
    })
    .openapi(routes.getGoal, async ({ req, json }) => {
      const { goal_hash: key } = req.valid('param')
      const ledger = await connection.open()
      const summary = known(await goalSummary(ledger, await tallies.effort(ledger), key), key)
      const goal = known(await ledger.goal(key), key)
      const similar = await ledger.similarGoals(goal.text, {
        context: goal.context,
        limit: MOST_SIMILAR + 1,
      })
      return json(
        {
          ...summary,
          context: [...goal.context],
          imports: [...goal.imports],
          preamble: goal.preamble,
          script: goal.status === 'proved' ? (goal.script ?? null) : null,
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
        },
        200,
      )
    })
    .openapi(routes.listAttemptsOnGoal, async ({ req, json }) => {
      const params = req.valid('param')
      const query = req.valid('query')
      return json(await attemptPage(await connection.open(), { ...query, goal: params.goal_hash }), 200)
    })
    .openapi(routes.getProofTree, async ({ req, json }) => {
      const { goal_hash } = req.valid('param')
      const ledger = await connection.open()
      known(await ledger.goal(goal_hash), goal_hash)
      return json(await buildProofTree(ledger, goal_hash), 200)
    })
    .openapi(routes.getProofSteps, async ({ req, json }) => {
      const { goal_hash } = req.valid('param')
      const { signal } = req.raw
      const ledger = await connection.open()
      const goal = known(await ledger.goal(goal_hash), goal_hash)
      const held = goal.status === 'proved' && goal.receipt !== undefined
      const receipt = held ? await ledger.receipt(goal.receipt) : undefined
      const proof = Replayable.safeParse(receipt).data
      if (!proof) throw new ApiProblem(404, 'no-proof', 'There is no proof of this goal to replay.')
      const { statement, imports } = proof
      const { script } = proof.proof
      const stored = await proofStates(ledger, goal_hash, script)
      if (stored) return json({ goal_hash, ...stored, complete: true, detail: null }, 200)
      if (req.valid('query').replay === 'false')
        throw new ApiProblem(
          404,
          'not-stored',
          'The states of this proof are not stored; Lean can replay it.',
        )
      const preamble = [proof.preamble, proof.proof.lemmas ?? ''].filter(Boolean).join('\n\n')
      const replayed = await replayProof(lean, { statement, preamble, imports }, script, signal)
      if (replayed.complete) await saveProofStates(ledger, goal_hash, script, replayed)
      return json(
        { goal_hash, ...replayed, start: [...replayed.start], steps: replayed.steps.map(mutable) },
        200,
      )
    })
    .openapi(routes.listAttempts, async ({ req, json }) =>
      json(await attemptPage(await connection.open(), req.valid('query')), 200),
    )
    .openapi(routes.listReceipts, async ({ req, json }) =>
      json(await receiptPage(await connection.open(), req.valid('query')), 200),
    )
    .openapi(routes.getReceipt, async ({ req, json }) => {
      const { receipt } = req.valid('param')
      const ledger = await connection.open()
      const found = await findReceipt(ledger, receipt)
      if (!found) throw new ApiProblem(404, 'unknown-receipt', 'There is no such receipt in the ledger.')
      const { goalKey: goal_hash, createdAt: created_at, body } = found
      return json({ receipt, goal_hash, created_at, body }, 200)
    })
    .openapi(routes.searchPremises, async ({ req, json }) => {
      const { goal, limit } = req.valid('query')
      const { signal } = req.raw
      const { query, source, items } = await searchPremises(lean, { statement: goal }, { limit, signal })
      return json({ query, source, items: [...items] }, 200)
    })
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
): Promise<schemas.AttemptList> {
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
