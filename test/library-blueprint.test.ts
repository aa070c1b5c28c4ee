/** The blueprint of the example library speaks of what is there; whether it is true is for Lean, in other tests. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { graphOf, openBlueprint } from '../src/blueprint/index.ts'

const library = join(import.meta.dirname, '..', 'examples', 'library')

it('names declarations that the library has, and labels that it has itself', () => {
  const blueprint = openBlueprint(library)
  if (!blueprint) throw new Error('the blueprint was not found')
  expect([...blueprint.files.keys()]).toHaveLength(6)
  expect([...blueprint.problems, ...graphOf(blueprint).problems]).toEqual([])
  expect(blueprint.nodes.length).toBeGreaterThan(30)
  const sources = globSync('Library/*.lean', { cwd: library })
    .map((file) => readFileSync(join(library, file), 'utf8'))
    .join('\n')
  const declared = new Set(
    [...sources.matchAll(/^(?:theorem|def|inductive) (\S+)/gm)].map(([, name]) => name),
  )
  for (const name of blueprint.nodes.flatMap((node) => node.declarations))
    expect(declared, name).toContain(name.split('.').at(-1))
})
