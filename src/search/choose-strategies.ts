import { InputError } from '../errors.ts'
import { BUILT_IN, type Strategy } from '../strategies/index.ts'

/** The strategies of a profile that can run here, or exactly those that were named. */
export async function chooseStrategies({
  profile,
  names,
  all = BUILT_IN,
}: {
  readonly profile: number
  readonly names?: readonly string[] | undefined
  readonly all?: readonly Strategy[]
}): Promise<readonly Strategy[]> {
  if (names) return Promise.all(names.map((name) => available(named(all, name))))
  const chosen: Strategy[] = []
  for (const strategy of all) {
    if (strategy.profile > profile) continue
    if ((await strategy.availability()).available) chosen.push(strategy)
  }
  return chosen
}

function named(all: readonly Strategy[], name: string): Strategy {
  const found = all.find((strategy) => strategy.name === name)
  if (found) return found
  throw new InputError('unknown_strategy', `There is no strategy ${JSON.stringify(name)}.`, {
    hint: `The strategies are ${all.map((strategy) => strategy.name).join(', ')}.`,
  })
}

async function available(strategy: Strategy): Promise<Strategy> {
  const answer = await strategy.availability()
  if (answer.available) return strategy
  throw new InputError('strategy_unavailable', `The strategy ${strategy.name} cannot run: ${answer.why}.`, {
    hint: answer.fix,
  })
}
