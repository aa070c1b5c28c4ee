/** One answer per strategy: whether it can run here, why not, and what to do about it. */
import { type Config, loadConfig } from '../config/index.ts'
import { InputError } from '../errors.ts'
import { createChat, llmEndpoint } from '../models/index.ts'
import { loadStrategies, type Strategy } from '../strategies/index.ts'
import type { DoctorAnswer } from './question.ts'

export interface Finding {
  readonly name: string
  readonly answer: DoctorAnswer
}

/** The built-in strategies and the user's own; a module that cannot be used has an answer too. */
export async function examineStrategies(load: () => Config = () => loadConfig().config): Promise<Finding[]> {
  let config: Config
  try {
    config = load()
  } catch (error) {
    return [{ name: 'Strategies', answer: complaint(error) }]
  }
  const usable: string[] = []
  const broken: Finding[] = []
  for (const path of config.strategies) {
    try {
      await loadStrategies([...usable, path])
      usable.push(path)
    } catch (error) {
      broken.push({ name: `Strategy module ${path}`, answer: complaint(error) })
    }
  }
  const endpoint = llmEndpoint(config)
  const tools = endpoint ? { chat: createChat(endpoint) } : {}
  const strategies = await loadStrategies(usable)
  const answers = strategies.map(async (strategy) => ({
    name: `Strategy ${strategy.name}`,
    answer: await ask(strategy, tools),
  }))
  return [...(await Promise.all(answers)), ...broken]
}

async function ask(
  strategy: Strategy,
  tools: Parameters<Strategy['availability']>[0],
): Promise<DoctorAnswer> {
  try {
    const answer = await strategy.availability(tools)
    if (!answer.available) return { verdict: 'absent', detail: answer.why, fix: answer.fix }
    const { note } = answer
    return { verdict: 'good', detail: note === undefined ? 'available' : `available: ${note}` }
  } catch (error) {
    return { verdict: 'bad', detail: `does not say whether it is available: ${sentence(error)}` }
  }
}

function complaint(error: unknown): DoctorAnswer {
  const hint = error instanceof InputError ? error.hint : undefined
  return { verdict: 'bad', detail: sentence(error), ...(hint !== undefined && { fix: hint }) }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
