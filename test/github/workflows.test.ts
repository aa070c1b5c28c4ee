/** What GitHub reads must have the shape GitHub wants: a mistake here would show only at night, on its machines. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import schema from './workflow.schema.json' with { type: 'json' }

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
// The list of types is how JSON schema says that an expression may stand for anything.
const ajv = new Ajv({ allowUnionTypes: true, strictRequired: false }).addSchema(schema, 'github')

function faults(kind: 'action' | 'workflow', document: unknown): string[] {
  const validate = ajv.getSchema(`github#/definitions/${kind}`)
  if (!validate) throw new Error(`there is no schema for ${kind}`)
  return validate(document) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)
}

interface Step {
  readonly id?: string
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}
interface Action {
  readonly inputs: Readonly<Record<string, unknown>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}
const action = parse(read('action.yml')) as Action
/** Workflows of our own, and those that the manual tells people to copy. */
const workflows = [
  ...globSync('.github/workflows/*.yml', { cwd: root }).map((file) => [file, read(file)] as const),
  ...[...read('docs/github.md').matchAll(/```yaml\n(.*?)```/gs)].map(
    ([, text = ''], index) => [`docs/github.md, example ${index + 1}`, text] as const,
  ),
]

describe('the action', () => {
  it('fits its schema', () => {
    expect(faults('action', action)).toEqual([])
  })

  it('uses every input, and nothing that is none', () => {
    const text = JSON.stringify(action.runs)
    const used = new Set([...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name))
    expect([...used].toSorted()).toEqual(Object.keys(action.inputs).toSorted())
  })

  it('passes what a workflow says as data, never as a piece of shell', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{')
  })

  it('runs a program that is there, and tells what that program tells', () => {
    const fill = action.runs.steps.find(({ id }) => id === 'fill')
    expect(existsSync(join(root, (fill?.run ?? '').replace(/^.*PATH\/(.*?)".*$/, '$1')))).toBe(true)
    const told = [...read('scripts/nightly.ts').matchAll(/output\('([\w-]+)'/g)].map(([, name]) => name)
    expect(new Set(told)).toEqual(new Set(Object.keys(action.outputs)))
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.fill.outputs.${name} }}`)
    const given = Object.keys((fill as { env?: object }).env ?? {}).filter((name) =>
      name.startsWith('NIGHTLY_'),
    )
    const wanted = [...read('scripts/nightly.ts').matchAll(/\bNIGHTLY_\w+/g)].map(([name]) => name)
    expect(new Set(wanted)).toEqual(new Set(given))
  })
})

describe.each(workflows)('%s', (_, text) => {
  const workflow = parse(text) as {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
  }
  it('fits its schema', () => {
    expect(faults('workflow', workflow)).toEqual([])
  })

  it('gives the action only inputs that it has', () => {
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
    for (const step of steps.filter(({ uses }) => uses === './' || uses?.includes('/orch@')))
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})))
  })
})

it('is a schema that refuses what GitHub would refuse', () => {
  const [, text] = workflows[0] ?? ['', '']
  const good = parse(text) as Record<string, unknown>
  expect(faults('workflow', { ...good, permission: {} })).not.toEqual([])
  expect(faults('workflow', { ...good, on: { schedule: [{ cron: 'nightly' }] } })).not.toEqual([])
  expect(
    faults('workflow', { ...good, jobs: { test: { 'runs-on': 'ubuntu-latest', steps: [{}] } } }),
  ).not.toEqual([])
  expect(faults('action', { ...action, runs: { using: 'composite', steps: [{ run: 'true' }] } })).not.toEqual(
    [],
  )
})
