import { describe, expect, it } from 'vitest'
import { Kernel } from '../declare/kernel.ts'
import { parseDeclarations } from '../test-language.ts'
import { RULES } from '../verdict.ts'
import { ELIMINATION } from './elimination.ts'
import { EQUALITY } from './equality.ts'
import { FUNCTIONS } from './functions.ts'
import { INDUCTIVES } from './inductives.ts'
import { LEVELS } from './levels.ts'
import { LITERALS } from './literals.ts'
import { NAMES } from './names.ts'
import { OCCURRENCES } from './occurrences.ts'
import { PRELUDE } from './pair.ts'
import { RECURSORS } from './recursors.ts'
import { STRUCTURES } from './structures.ts'

const FAMILIES = {
  LEVELS,
  FUNCTIONS,
  NAMES,
  INDUCTIVES,
  OCCURRENCES,
  RECURSORS,
  ELIMINATION,
  EQUALITY,
  LITERALS,
  STRUCTURES,
}

/** What becomes of the last declaration of a text, after all others were accepted. */
function judge(text: string) {
  const kernel = new Kernel()
  const all = parseDeclarations(kernel.context, text)
  const last = all.pop()
  if (!last) throw new Error('nothing to judge')
  for (const declaration of all) expect(kernel.add(declaration)).toEqual({ kind: 'accepted' })
  return kernel.add(last)
}

describe.each(Object.entries(FAMILIES))('%s', (_, pairs) => {
  it.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, { given = '', good, bad, rule }) => {
    expect(judge(`${PRELUDE}${given}\n${good}`)).toEqual({ kind: 'accepted' })
    const outcome = judge(`${PRELUDE}${given}\n${bad}`)
    expect(outcome).toMatchObject({ kind: 'rejected', rule })
    if (outcome.kind === 'rejected') expect(outcome.detail).toContain(RULES[rule])
  })
})

describe('the suite', () => {
  it('has more than a hundred pairs with names of their own', () => {
    const names = Object.values(FAMILIES).flatMap((pairs) => pairs.map(({ name }) => name))
    expect(names.length).toBeGreaterThan(100)
    expect(new Set(names).size).toBe(names.length)
  })
})
