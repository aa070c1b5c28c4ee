/** What a new build of the embedded Lean is asked once must be what Lean understands, or it saves no time. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cacheDir } from '../config/index.ts'
import { chooseToolchain } from './index.ts'
import { leanProgram, type ProgramName } from './program.ts'
import type { LeanCommandName, Requests } from './requests.ts'
import { LeanServer } from './server.ts'

const line = z.looseObject({ id: z.number(), cmd: z.string() })

async function rehearse(program: ProgramName) {
  const toolchain = await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() })
  await using server = await LeanServer.start(toolchain, { program, threads: 1 })
  const answers: { command: string; kind: string; value: unknown }[] = []
  for (const text of leanProgram(program).rehearsal) {
    const { id: _, cmd, ...params } = line.parse(JSON.parse(text))
    const answer = await server.request(cmd as LeanCommandName, params as Requests[LeanCommandName])
    answers.push({ command: cmd, kind: answer.kind, value: answer.kind === 'ok' ? answer.value : null })
  }
  return answers
}

it('the search program reads, searches and exports', async () => {
  const answers = await rehearse('search')
  // Tactics may fail, and some do: most of what a search tries fails.
  expect(answers.filter(({ command, kind }) => command !== 'tactic' && kind !== 'ok')).toEqual([])
  expect(answers.filter(({ command, kind }) => command === 'tactic' && kind === 'ok').length).toBeGreaterThan(
    4,
  )
  for (const { value } of answers.filter(({ command }) => command === 'export'))
    expect(value).toMatchObject({ proof: expect.anything() })
})

it('the verdict program accepts', async () => {
  const answers = await rehearse('verdict')
  expect(answers.length).toBeGreaterThan(1)
  for (const { value } of answers) expect(value).toMatchObject({ accepted: true, proved: true })
})
