/** The types that a server hands out are TypeScript, and they hold a program to what the API takes and answers. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteDatabases, type TestDatabases } from '../ledger/test-databases.ts'
import { clientTypes } from './openapi-types.ts'
import { openTestServer, type TestServer } from './test-server.ts'

const TSC = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tsc')

/** A program that asks by the names of operations, written as a user would. */
const ASKING = `
import type { OrchApi } from './orch-api.ts'
type Answer<Name extends keyof OrchApi> = OrchApi[Name]['answer']
export const goal: OrchApi['postGoal']['body'] = { goal: '1 + 1 = 2', preamble: 'def two := 2' }
export const search: OrchApi['postGoalSearch']['body'] = { kind: 'prove', timeout_seconds: 60 }
export const query: OrchApi['listGoals']['query'] = { status: 'open' }
export const params: OrchApi['getGoal']['params'] = { goal_hash: 'lean:1' }
export function names({ items, next }: Answer<'listGoals'>): string[] {
  const after: string | null = next
  return [...items.map((one) => one.id + one.goal_hash), after ?? '']
}
`
const WRONG = [
  `import type { OrchApi } from './orch-api.ts'; export const a: OrchApi['postGoal']['body'] = { gaol: '1' }`,
  `import type { OrchApi } from './orch-api.ts'; export const b: OrchApi['listGoals']['query'] = { status: 'opened' }`,
  `import type { OrchApi } from './orch-api.ts'; export const c = (d: OrchApi['getGoal']['answer']) => d.nothing`,
]

let databases: TestDatabases
let server: TestServer
let folder: string
beforeAll(async () => {
  databases = await sqliteDatabases()
  server = await openTestServer({ database: await databases.fresh() })
  folder = mkdtempSync(join(tmpdir(), 'orch-types-'))
  writeFileSync(join(folder, 'orch-api.ts'), await (await server.get('/api/types.ts')).text())
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server[Symbol.asyncDispose]()
  await databases.close()
})

function complaints(files: readonly string[]): string[] {
  for (const [at, text] of files.entries()) writeFileSync(join(folder, `use-${at}.ts`), text)
  const names = files.map((_, at) => `use-${at}.ts`)
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
    '--types',
    '',
  ]
  const { stdout } = spawnSync(TSC, [...flags, ...names], { cwd: folder, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes('error'))
}

describe('the types of the API', () => {
  it('let a program through that asks as the API wants it', () => {
    expect(complaints([ASKING])).toEqual([])
  })

  it('refuse a field, a word and an answer that do not exist', () => {
    const found = complaints(WRONG)
    for (const at of WRONG.keys()) expect(found.join('\n')).toContain(`use-${at}.ts`)
  })

  it('hold names and texts of any kind', () => {
    const answer = {
      content: { 'application/json': { schema: { type: ['array', 'null'], items: { enum: ["it's", 1] } } } },
    }
    const operation = { operationId: 'odd', summary: 'ends */ here', responses: { 200: answer } }
    const text = clientTypes(
      { '/a/{b}': { get: operation } },
      { Odd: { $ref: '#/components/schemas/Other' } },
      '1.2.3',
    )
    expect(text).toContain("answer: Array<'it\\'s' | 1> | null")
    expect(text).toContain('/** ends * / here */')
    expect(text).toContain('export type Odd = Other')
  })
})
