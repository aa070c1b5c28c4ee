import { expect, it } from 'vitest'
import { parseProgram } from '../dsl/index.ts'
import { explainProgram } from './explain.ts'

function explained(text: string): string[] {
  const parsed = parseProgram(text)
  if (parsed.kind !== 'program') throw new Error(parsed.reason)
  return explainProgram(parsed.program)
}

const SAME_SIZE = '(of () (1 1) (1 1) (0 0))'
const COLOUR = '(plane colour (layer place))'

it('says of a rule that asks nothing what every cell becomes, and of no case that cannot come', () => {
  const text = `(program (view none as-is) (cells ${SAME_SIZE} (keys) (otherwise (copy ${COLOUR}))
    (row () (copy (plane mirror-across (layer place))))))`
  expect(explained(text)).toEqual([
    'The output has the size of the input.',
    '  For every cell: write the colour at its mirror image, left and right.',
  ])
})

it('says of a rule that asks something what becomes of each answer', () => {
  const text = `(program (view none as-is) (cells ${SAME_SIZE} (keys ${COLOUR}) (otherwise (copy ${COLOUR}))
    (row (1) (colour 2))))`
  expect(explained(text).at(-1)).toBe('  Otherwise: write the colour found there.')
})
