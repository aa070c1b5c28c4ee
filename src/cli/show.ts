import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import { goalsByPrefix, type Ledger, type StoredAttempt, type StoredGoal } from '../ledger/index.ts'
import { goalAsJson, paintStatus } from './goals.ts'
import { EXIT, paint, print, printJson, runAction } from './output.ts'
import { settings, withLedger } from './settings.ts'
import { oneLine, padEnd } from './text-width.ts'

export function addShow(program: Command): void {
  program
    .command('show')
    .description('The whole history of a goal: every attempt, its proof, its receipt.')
    .argument('<goal>', 'its id in the bank, or (the start of) its key')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch show nat_add_zero\n\nExit code: 0 solved, 1 not solved, 2 no such goal or no ledger.',
    )
    .action((name: string, { json }: { json?: boolean }) =>
      runAction(json, () =>
        withLedger(settings(), async (ledger) => {
          const goals = await findGoals(ledger, name)
          const histories = []
          for (const goal of goals) histories.push(await historyOf(ledger, goal))
          const [only, ...others] = histories
          if (json) printJson('show', only && others.length === 0 ? only : { goals: histories })
          else {
            for (const [index, goal] of goals.entries())
              showGoal(goal, (await attemptsOn(ledger, goal)).toReversed(), index)
          }
          return goals.every(({ status }) => status === 'proved') ? EXIT.done : EXIT.unsolved
        }),
      ),
    )
}

/** The same name may stand for several goals: banks change. */
async function findGoals(ledger: Ledger, name: string): Promise<readonly StoredGoal[]> {
  const { items } = await ledger.goals({ goalId: name })
  if (items.length > 0) return items
  const exact = await ledger.goal(name)
  if (exact) return [exact]
  const keys = await goalsByPrefix(ledger, name, 2)
  const [only] = keys
  const found = keys.length === 1 && only !== undefined ? await ledger.goal(only) : undefined
  if (found) return [found]
  throw new InputError(
    'unknown_goal',
    `There is ${keys.length > 1 ? 'more than one' : 'no'} goal ${name} in ${ledger.place}.`,
    {
      hint: 'orch goals lists them.',
    },
  )
}

async function attemptsOn(ledger: Ledger, { key }: StoredGoal): Promise<readonly StoredAttempt[]> {
  return (await ledger.attempts({ goalKey: key, limit: 1000 })).items
}

async function historyOf(ledger: Ledger, goal: StoredGoal) {
  const attempts = await attemptsOn(ledger, goal)
  return {
    ...goalAsJson(goal),
    attempts: attempts.map((attempt) => ({
      strategy: attempt.strategy,
      strategy_version: attempt.strategyVersion,
      outcome: attempt.outcome,
      time_seconds: attempt.timeSeconds,
      cpu_seconds: attempt.cpuSeconds,
      budget_seconds: attempt.budget.seconds,
      timestamp: new Date(attempt.startedAt).toISOString(),
      run_id: attempt.runId ?? null,
      error: attempt.error ?? null,
    })),
    receipt: goal.receipt ? await ledger.receipt(goal.receipt) : null,
  }
}

const WORDS = { open: 'begun', claimed: 'claimed', proved: 'proved', refuted: 'disproved' } as const

function showGoal(goal: StoredGoal, attempts: readonly StoredAttempt[], index: number): void {
  if (index > 0) print('')
  print(`${paintStatus(goal.status)} ${oneLine(goal.id)}\n${goal.text}`)
  print(paint('dim', goal.key))
  if (goal.preamble) print(`\n${goal.preamble.trim()}`)
  if (goal.provedType !== undefined)
    print(`\nwhat was proved, in the library's notation:\n  ${oneLine(goal.provedType)}`)
  if (goal.script) print(`\n${WORDS[goal.status]} by ${goal.solvedBy}:`)
  for (const line of goal.script?.split('\n') ?? []) print(`  ${line}`)
  if (goal.status === 'claimed')
    print(
      'The ledger holds no receipt about this statement, so nothing is proved. Prove it again: orch prove',
    )
  else if (goal.receipt) print(`receipt ${goal.receipt}`)
  print('\nattempts:')
  for (const { startedAt, strategy, outcome, timeSeconds, error } of attempts) {
    const when = new Date(startedAt).toISOString().replace('T', ' ').slice(0, 19)
    print(
      `  ${when}  ${padEnd(oneLine(strategy), 10)} ${outcome.padEnd(9)} ${timeSeconds.toFixed(1)} s  ${paint('dim', error ?? '')}`.trimEnd(),
    )
  }
}
