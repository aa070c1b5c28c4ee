import { describe, expect, it } from 'vitest'
import { editProgram, lociOf, type Program, parseProgram, printProgram, siblingsOf } from './index.ts'

function read(text: string): Program {
  const result = parseProgram(text)
  if (result.kind === 'rejected') throw new Error(result.reason)
  return result.program
}

const stack = read(
  '(program (view diagonal as-is) (stack (of ((crop)) (1 1) (1 1) (0 0)) (layer place (objects side) (pick-most ink)) (layer tile)))',
)
const cells = read(
  '(program (view none as-is) (pipe (crop)) (cells (fixed 2 2) (keys (plane colour (layer place (keep 1)))) (otherwise (colour 0)) (row (1) (colour 2))))',
)

describe('loci', () => {
  it('name every place of a program in reading order', () => {
    expect(lociOf(stack).map(({ name }) => name)).toEqual([
      'view',
      'stage 0',
      'stage 0 size step 0 (crop)',
      'stage 0 layer 0',
      'stage 0 layer 0 step 0 (objects side)',
      'stage 0 layer 0 step 1 (pick-most ink)',
      'stage 0 layer 1',
    ])
    expect(lociOf(cells).map(({ name }) => name)).toEqual([
      'view',
      'stage 0',
      'stage 0 pipe step 0 (crop)',
      'stage 1',
      'stage 1 key 0 step 0 (keep 1)',
      'stage 1 row 0',
    ])
  })

  it('can be dropped where the rest still makes a program', () => {
    const without = (program: Program, k: number): string | undefined => {
      const locus = lociOf(program)[k]
      const edited = locus && editProgram(locus, { kind: 'drop' })
      return edited && printProgram(edited)
    }
    expect(without(stack, 0)).toContain('(view none as-is)')
    expect(without(stack, 1)).toBeUndefined()
    expect(without(stack, 2)).toContain('(of () (1 1)')
    expect(without(stack, 3)).toBe(
      '(program (view diagonal as-is) (stack (of ((crop)) (1 1) (1 1) (0 0)) (layer tile)))',
    )
    expect(without(stack, 5)).toBeUndefined()
    expect(without(cells, 1)).not.toContain('pipe')
    expect(without(cells, 5)).not.toContain('row')
  })

  it('can be replaced and inserted at, and an edit that does not type-check is refused', () => {
    const locus = lociOf(cells)[2]
    if (locus === undefined) throw new Error('The pipe has a step.')
    const flip = { op: 'turn', argument: 'up-down' }
    expect(printProgram(editProgram(locus, { kind: 'replace', step: flip }) ?? cells)).toContain(
      '(pipe (turn up-down))',
    )
    expect(printProgram(editProgram(locus, { kind: 'insert', step: flip }) ?? cells)).toContain(
      '(pipe (turn up-down) (crop))',
    )
    expect(editProgram(locus, { kind: 'replace', step: { op: 'objects', argument: 'side' } })).toBeUndefined()
    expect(lociOf(cells).filter(({ step }) => step === undefined)).toHaveLength(4)
    for (const place of lociOf(cells))
      if (place.step === undefined)
        expect(editProgram(place, { kind: 'replace', step: flip })).toBeUndefined()
  })

  it('have siblings that always type-check in the same place', () => {
    for (const locus of lociOf(stack)) {
      const { step } = locus
      if (step === undefined) continue
      const siblings = siblingsOf(step)
      expect(siblings.length).toBeGreaterThan(5)
      for (const sibling of siblings) {
        expect(sibling).not.toEqual(step)
        expect(editProgram(locus, { kind: 'replace', step: sibling })).toBeDefined()
      }
    }
  })
})
