import type { Command } from 'commander'
import type { StoredGoal } from '../ledger/index.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { settings, withLedger } from './settings.ts'
import { oneLine } from './text-width.ts'

interface GoalsFlags {
  readonly unsolved?: boolean
  readonly json?: boolean
}

const PAGE = 500

export function addGoals(program: Command): void {
  program
    .command('goals')
    .description('Goals in the ledger and what became of them.')
    .option('--unsolved', 'only those that are open, or claimed without a receipt')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch goals --unsolved\n\nExit code: 0, or 2 if the ledger cannot be read.',
    )
    .action((flags: GoalsFlags) => runAction(flags.json, () => goalsCommand(flags)))
}

async function goalsCommand({ unsolved, json }: GoalsFlags): Promise<number> {
  return withLedger(settings(), async (ledger) => {
    const goals: StoredGoal[] = []
    let after: number | undefined = 0
    while (after !== undefined) {
      const page = await ledger.goals({ after, limit: PAGE })
      for (const goal of page.items)
        if (!unsolved || goal.status === 'open' || goal.status === 'claimed') goals.push(goal)
      after = page.next
    }
    if (json) printJson('goals', { goals: goals.map(goalAsJson) })
    else if (goals.length === 0) note(unsolved ? 'No open goals.' : 'No goals yet. Run orch bank first.')
    else
      for (const goal of goals)
        print(
          `${paintStatus(goal.status)} ${oneLine(goal.id)}  ${paint('dim', oneLine(goal.provedType ?? goal.text))}`,
        )
    return EXIT.done
  })
}

export function goalAsJson(goal: StoredGoal) {
  const {
    id,
    key,
    text,
    status,
    solvedBy,
    tactics,
    receipt,
    difficulty,
    priority,
    context,
    imports,
    preamble,
    provedType,
  } = goal
  return {
    id,
    goal_hash: key,
    goal: text,
    status,
    solved_by: solvedBy ?? null,
    script: tactics.length > 0 ? tactics.join('\n') : null,
    receipt: receipt ?? null,
    proved_type: provedType ?? null,
    difficulty,
    priority,
    context,
    imports,
    preamble,
  }
}

export function paintStatus(status: StoredGoal['status']): string {
  const style = status === 'proved' ? 'green' : status === 'refuted' ? 'cyan' : 'yellow'
  return paint(style, status.padEnd(7))
}
