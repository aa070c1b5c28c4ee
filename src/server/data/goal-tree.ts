import type { AttemptAnswer, ProofTree, TicketAnswer, TreeNode } from '../../api/index.ts'
import type { Ledger, StoredAttempt } from '../../ledger/index.ts'
import { createMarket } from '../../market/index.ts'
import { ticketJson } from '../../use-cases/index.ts'

const MOST_ATTEMPTS = 300
const MOST_DEPTH = 3

export function attemptJson(attempt: StoredAttempt): AttemptAnswer {
  return {
    attempt_id: attempt.attemptId,
    goal_hash: attempt.goalKey,
    goal_text: attempt.goalText,
    strategy: attempt.strategy,
    strategy_version: attempt.strategyVersion,
    outcome: attempt.outcome,
    tactics: [...attempt.tactics],
    time_seconds: attempt.timeSeconds,
    cpu_seconds: attempt.cpuSeconds,
    budget_seconds: attempt.budget.seconds,
    started_at: new Date(attempt.startedAt).toISOString(),
    run_id: attempt.runId ?? null,
    receipt: attempt.receipt ?? null,
    error: attempt.error ?? null,
    worker: attempt.worker ?? null,
    cache_hit: attempt.cacheHit ?? null,
    proved_type: attempt.provedType ?? null,
  }
}

/** Tickets that a goal waits for, and the one that asks for the goal itself. */
export async function ticketsOfGoal(ledger: Ledger, key: string): Promise<TicketAnswer[]> {
  return (await createMarket(ledger).ticketsAround(key)).map(ticketJson)
}

const EMPTY = {
  state: null,
  goal_hash: null,
  attempt_id: null,
  ticket_id: null,
  time_seconds: null,
  started_at: null,
}

export async function buildProofTree(ledger: Ledger, key: string): Promise<ProofTree> {
  const nodes: TreeNode[] = []
  const seen = new Set<string>()
  let truncated = false

  async function addGoal(goalKey: string, parent: string | null, depth: number): Promise<void> {
    const goal = await ledger.goal(goalKey)
    const id = `goal:${goalKey}`
    if (!goal || seen.has(id)) return
    seen.add(id)
    nodes.push({
      ...EMPTY,
      id,
      parent,
      kind: 'goal',
      label: goal.id,
      state: goal.status,
      goal_hash: goalKey,
    })
    const { items, next } = await ledger.attempts({ goalKey, limit: MOST_ATTEMPTS })
    truncated ||= next !== undefined
    for (const [strategy, attempts] of Map.groupBy(items.toReversed(), (attempt) => attempt.strategy)) {
      const branch = `${id}/${strategy}`
      nodes.push({ ...EMPTY, id: branch, parent: id, kind: 'strategy', label: strategy, goal_hash: goalKey })
      for (const attempt of attempts) nodes.push(attemptNode(attempt, branch))
    }
    for (const ticket of await createMarket(ledger).ticketsAround(goalKey)) {
      const place = `ticket:${ticket.ticketId}`
      // The ticket that asks for this very goal is above it, not below.
      if (!ticket.waitingGoals.includes(goalKey) || seen.has(place)) continue
      seen.add(place)
      nodes.push({
        ...EMPTY,
        id: place,
        parent: id,
        kind: 'ticket',
        label: ticket.suggestedName ?? ticket.goal,
        state: ticket.status,
        goal_hash: ticket.goalKey,
        ticket_id: ticket.ticketId,
        started_at: ticket.createdAt,
      })
      if (depth < MOST_DEPTH) await addGoal(ticket.goalKey, place, depth + 1)
    }
  }

  await addGoal(key, null, 0)
  return { goal_hash: key, nodes, truncated }
}

function attemptNode(attempt: StoredAttempt, parent: string): TreeNode {
  return {
    ...EMPTY,
    id: `attempt:${attempt.attemptId}`,
    parent,
    kind: 'attempt',
    label: attempt.script?.split('\n', 1)[0] ?? attempt.outcome,
    state: attempt.outcome,
    goal_hash: attempt.goalKey,
    attempt_id: attempt.attemptId,
    time_seconds: attempt.timeSeconds,
    started_at: new Date(attempt.startedAt).toISOString(),
  }
}
