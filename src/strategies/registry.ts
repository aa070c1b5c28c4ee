/** All strategies by name: those that come with Orch, and the user's own from module paths. */
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InputError } from '../errors.ts'
import { copilot } from './copilot/copilot.ts'
import { micro } from './micro/micro.ts'
import { refute } from './refute/refute.ts'
import { reprover } from './reprover/reprover.ts'
import { sketch } from './sketch/sketch.ts'
import type { Strategy } from './strategy.ts'

/** In the order in which one attempt after the other makes sense: cheap and decisive first. */
export const BUILT_IN: readonly Strategy[] = [micro, refute, sketch, copilot, reprover]

export const PROFILES = [0, 1, 2] as const
export type Profile = (typeof PROFILES)[number]

/** Strategies by name, in the order asked for. */
export function strategiesByName(
  names: readonly string[],
  registry: readonly Strategy[] = BUILT_IN,
): Strategy[] {
  return names.map((name) => {
    const found = registry.find((strategy) => strategy.name === name)
    if (found) return found
    throw new InputError('unknown_strategy', `There is no strategy '${name}'.`, {
      hint: `Known strategies: ${registry.map((strategy) => strategy.name).join(', ')}.`,
    })
  })
}

/** The built-in strategies and those of the given modules. Two strategies of one name are an error. */
export async function loadStrategies(paths: readonly string[], folder = process.cwd()): Promise<Strategy[]> {
  const all: Strategy[] = [...BUILT_IN]
  for (const path of paths) {
    for (const strategy of await strategiesIn(path, folder)) {
      if (all.some((other) => other.name === strategy.name)) {
        throw new InputError(
          'strategy_name_taken',
          `The strategy module ${path} defines '${strategy.name}', but there is a strategy of that name already.`,
          { hint: 'Give it another name.' },
        )
      }
      all.push(strategy)
    }
  }
  return all
}

async function strategiesIn(path: string, folder: string): Promise<Strategy[]> {
  const isFile = path.startsWith('.') || isAbsolute(path)
  const address = isFile ? pathToFileURL(resolve(folder, path)).href : path
  let module: Record<string, unknown>
  try {
    module = await import(address)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new InputError('strategy_module', `The strategy module ${path} could not be loaded: ${message}`, {
      cause,
      hint: 'Give the path of a JavaScript or TypeScript module, or the name of an installed package.',
    })
  }
  const found = Object.values(module).filter(isStrategy)
  if (found.length > 0) return found
  throw new InputError('strategy_module', `The strategy module ${path} exports no strategy.`, {
    hint: 'Export an object with name, version, profile, timeoutSeconds, availability() and run(); see docs/strategies.md.',
  })
}

function isStrategy(value: unknown): value is Strategy {
  if (typeof value !== 'object' || value === null) return false
  const parts = value as Partial<Record<keyof Strategy, unknown>>
  return (
    typeof parts.name === 'string' &&
    parts.name !== '' &&
    Number.isInteger(parts.version) &&
    PROFILES.some((profile) => profile === parts.profile) &&
    typeof parts.timeoutSeconds === 'number' &&
    parts.timeoutSeconds > 0 &&
    typeof parts.availability === 'function' &&
    typeof parts.run === 'function'
  )
}
