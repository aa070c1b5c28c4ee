/** In which order laws come from Lean, and what is asked for. */
import { expect, it } from 'vitest'
import type { Dojo, FoundLaw, LawOptions } from '../../lean/index.ts'
import { LAW_SCHEMAS } from '../../lemmas/index.ts'
import { TRIALS } from '../../tactics/index.ts'
import { dojoWhere, openSession } from '../test-session.ts'
import { MOST, SCREENING } from './plan.ts'
import { lawsFor, toldApartIn } from './screen.ts'

const timing = { wallMicros: 1, cpuMicros: 1 }
const law = (statement: string, tested = true): FoundLaw => ({
  statement,
  names: [],
  data: [],
  calls: [],
  conditional: false,
  instance: null,
  tested,
})

/** Asks for laws of some families from a Lean that has these of each, and notes what it was asked. */
async function asked(
  groups: Parameters<typeof lawsFor>[2],
  all: readonly FoundLaw[],
  seen: number = SCREENING.chunk,
) {
  type Asked = Pick<LawOptions, 'from' | 'limit' | 'most'> & { schemas: readonly { text: string }[] }
  const requests: Asked[] = []
  const laws: Dojo['laws'] = async (_, schemas, { count, ...options }) => {
    const { from } = options
    requests.push({ ...options, schemas })
    const some = all.slice(from, from + Math.min(count, seen))
    return { total: all.length, seen: some.length, laws: some, timing }
  }
  const scripted = dojoWhere(() => undefined, { laws })
  await using session = await openSession(scripted)
  const found: string[] = []
  for await (const { statement } of lawsFor(session, scripted.dojo.root, groups)) found.push(statement)
  return { found, requests }
}

it('laws that could not be computed come after all that could, of every family', async () => {
  const { found, requests } = await asked([['units'], ['further']], [law('untested', false), law('good')])
  expect(found).toEqual(['good', 'good', 'untested', 'untested'])
  expect(requests).toHaveLength(2)
})

it('each family is asked for with its own schemas', async () => {
  const { requests } = await asked([['commutativity']], [law('one')])
  const texts = LAW_SCHEMAS.filter(({ family }) => family === 'commutativity').map(({ text }) => text)
  expect(requests[0]?.schemas.map(({ text }) => text)).toEqual(texts)
})

it('the families of a group are asked for at once, and may have as many laws as they would one by one', async () => {
  const { requests } = await asked([['commutativity', 'units']], [law('one')])
  const families = new Set(requests[0]?.schemas.map(({ text }) => familyOf(text)))
  expect(families).toEqual(new Set(['units', 'commutativity']))
  expect(requests.map(({ most }) => most)).toEqual([2 * SCREENING.most])
})

const familyOf = (text: string) => LAW_SCHEMAS.find((schema) => schema.text === text)?.family

it('laws come in chunks, from where Lean stopped, until all are seen', async () => {
  const all = Array.from({ length: 7 }, (_, index) => law(`law ${index}`))
  const { found, requests } = await asked([['units']], all, 3)
  expect(found).toEqual(all.map(({ statement }) => statement))
  expect(requests.map(({ from }) => from)).toEqual([0, 3, 6])
  expect(requests.every(({ limit }) => limit === TRIALS.guess.limit)).toBe(true)
})

it('a Lean that looks at nothing is not asked for ever', async () => {
  const { found, requests } = await asked([['units']], [law('never')], 0)
  expect(found).toEqual([])
  expect(requests).toHaveLength(1)
})

it('variables in several places are told apart for a few of them, with the effort of a guess', async () => {
  const told = [{ law: "∀ a' : N, p a a'", variable: 'a', other: "a'" }]
  let options: Parameters<Dojo['occurrences']>[1] | undefined
  const scripted = dojoWhere(() => undefined, {
    occurrences: async (_, given) => {
      options = given
      return { laws: told, timing }
    },
  })
  await using session = await openSession(scripted)
  expect(await toldApartIn(session, scripted.dojo.root)).toBe(told)
  expect(options).toMatchObject({ ...TRIALS.guess, most: MOST.apart })
})
