import { expect, it } from 'vitest'
import { type Dojo, type GoneReason, LeanGoneError, type TacticResult, type Timing } from '../lean/index.ts'
import { Session } from './session.ts'
import type { StrategyGoal, StrategyTools } from './strategy.ts'

/** A dojo whose Lean ends under some tactics; what Lean itself would say is of no interest here. */
function dojoWhere(reasonOf: (tactic: string) => GoneReason | undefined) {
  const asked: string[] = []
  const runTactic = async (_state: unknown, tactic: string): Promise<TacticResult> => {
    asked.push(tactic)
    const reason = reasonOf(tactic)
    if (reason) return { kind: 'crashed', error: new LeanGoneError(reason, 'gone') }
    return { kind: 'timeout', timing: {} as Timing }
  }
  const dojo = { runTactic, root: {}, close: async () => {} } as unknown as Dojo
  const tools = { openDojo: async () => dojo } as unknown as StrategyTools
  const open = () =>
    Session.open({} as StrategyGoal, tools, { budgetSeconds: 60, signal: new AbortController().signal })
  return { asked, open }
}

it('tries a tactic once more when Lean dies under it, and gives the goal up after three such tactics in a row', async () => {
  const { asked, open } = dojoWhere(() => 'exited')
  const session = await open()
  expect(await session.step(session.dojo.root, 'one')).toMatchObject({ kind: 'crashed' })
  expect(await session.step(session.dojo.root, 'two')).toMatchObject({ kind: 'crashed' })
  await expect(session.step(session.dojo.root, 'three')).rejects.toMatchObject({ reason: 'exited' })
  expect(asked).toEqual(['one', 'one', 'two', 'two', 'three', 'three'])
})

it('goes on where Lean survives in between, or had to be stopped', async () => {
  const { open } = dojoWhere((tactic) =>
    tactic === 'deadly' ? 'exited' : tactic === 'endless' ? 'unresponsive' : undefined,
  )
  const session = await open()
  for (const tactic of [
    'deadly',
    'deadly',
    'simp',
    'deadly',
    'deadly',
    'endless',
    'endless',
    'endless',
    'endless',
  ])
    await session.step(session.dojo.root, tactic)
})
