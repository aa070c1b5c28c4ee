import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codeKey } from '../embedded/index.ts'
import { KEPT_CODE } from '../program.ts'
import { embeddedProgram } from './embedded.ts'

it('has the code of the search program as it is now: `npm run compile` makes it', () => {
  const { text, steps } = embeddedProgram('search')
  if (steps === undefined) throw new Error('the search program is not run as code')
  expect(readdirSync(KEPT_CODE)).toEqual([`${codeKey(text, steps)}.olean.gz`])
})

it('runs the verdict program from its text', () => {
  expect(embeddedProgram('verdict').steps).toBeUndefined()
})
