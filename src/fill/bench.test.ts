import { expect, it } from 'vitest'
import { Bench } from './bench.ts'
import { lemmaNames } from './helper-lemmas.ts'
import { openProject } from './project.ts'
import { TestProject } from './test-project.ts'

it('a lemma gets no name that a file mentions, also one that was not asked about', async () => {
  await using files = new TestProject({
    'A.lean': 'theorem a : 1 = 1 := by sorry\n',
    'B.lean': 'import A\ntheorem a_aux1 : 2 = 2 := rfl\n',
  })
  const project = openProject(`${files.root}/A.lean`)
  const inFolder = new Bench(openProject(files.root), [])
  expect(lemmaNames('a_aux', (name) => inFolder.isTaken(name))(1)).toBe("a_aux1'")
  expect(lemmaNames('b_aux', (name) => inFolder.isTaken(name))(1)).toBe('b_aux1')
  // One file outside of any project stands for itself and for what it imports.
  expect(new Bench(project, []).isTaken('a_aux1')).toBe(false)
})
