import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGoal } from '../goal/index.ts'
import { GoalTexts } from './goal-texts.ts'
import { type Ledger, openLedger } from './index.ts'

let home: string
let ledger: Ledger
let saved = 0

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'orch-goal-texts-'))
  ledger = await openLedger({ home })
})
afterAll(async () => {
  await ledger.close()
  rmSync(home, { recursive: true, force: true })
})

async function save(texts: readonly (readonly [id: string, text: string])[]): Promise<void> {
  await ledger.saveGoals(
    texts.map(([id, text]) => {
      saved += 1
      return { ...makeGoal({ id, text }), key: `text:${saved}` }
    }),
  )
}

async function byLooking(piece: string): Promise<number[]> {
  const pattern = `%${piece.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await ledger.sql.all<{ id: number }>(
    `select id from goals where goal_text like ? escape '\\' or goal_id like ? escape '\\' order by id`,
    [pattern, pattern],
  )
  return rows.map(({ id }) => id)
}

describe('the texts of goals', () => {
  it('find what looking at every row finds, also among goals that came later', async () => {
    const texts = GoalTexts.of(ledger)
    const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '∀', ' ', '_', '%', 'É'), maxLength: 6 })
    const goals = fc.array(fc.tuple(letters, letters), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(goals, letters, async (some, piece) => {
        await save(some.map(([id, text]) => [`n${id}`, `t${text}`] as const))
        expect((await texts.find(piece)).toSorted((one, other) => one - other)).toEqual(
          await byLooking(piece),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('do not take the end of one goal and the beginning of the next for a text', async () => {
    await save([
      ['one', 'xyz'],
      ['two', 'uvw'],
    ])
    const texts = new GoalTexts(ledger)
    expect(await texts.find('xyztwo')).toEqual([])
    expect(await texts.find('xyz\u0000')).toEqual([])
    expect(await texts.find('XYZ')).toHaveLength(1)
  })
})
