import { describe, expect, it } from 'vitest'
import { MEMORISED, programLength, vouchedLength } from './cost.ts'
import { PLAIN_VIEW, parseProgram } from './dsl/index.ts'
import { cellRuler, objectRuler, Scene, stackRuler } from './rulers/index.ts'
import { TASKS } from './test-tasks.ts'

function length(text: string): number {
  const parsed = parseProgram(text)
  if (parsed.kind === 'rejected') throw new Error(parsed.reason)
  return programLength(parsed.program)
}

const plain = '(view none as-is)'
const size = '(of () (1 1) (1 1) (0 0))'

describe('description length', () => {
  it('grows with steps, layers, keys, rows, stages and views', () => {
    const one = length(`(program ${plain} (stack ${size} (layer place (keep 1))))`)
    expect(length(`(program ${plain} (stack ${size} (layer place (keep 1) (crop))))`)).toBeGreaterThan(one)
    expect(length(`(program ${plain} (stack ${size} (layer place (keep 1)) (layer place)))`)).toBeGreaterThan(
      one,
    )
    expect(length(`(program (view left as-is) (stack ${size} (layer place (keep 1))))`)).toBeGreaterThan(one)
    expect(length(`(program ${plain} (stack ${size} (layer place (keep 1))) (pipe (crop)))`)).toBeGreaterThan(
      one,
    )
    const each = (rows: string) =>
      length(`(program ${plain} (each side (keys colour) (otherwise (keep)) ${rows}))`)
    expect(each('(row (1) (recolour 2)) (row (2) (recolour 3))')).toBeGreaterThan(
      each('(row (1) (recolour 2))'),
    )
    expect(each('(row (1) (recolour nearest))')).toBeGreaterThan(each('(row (1) (recolour 2))'))
  })

  it('is what the rulers say, less what their tables memorise', () => {
    const even: readonly number[] = []
    let checked = 0
    for (const { task } of TASKS) {
      const scene = new Scene(task, PLAIN_VIEW, 0, { lengths: even, order: even, nodes: 1500 })
      for (const ruler of [stackRuler, cellRuler, objectRuler]) {
        for (const proposal of ruler.propose(scene, 1500).solutions) {
          const extra = proposal.cost - programLength(scene.program(proposal))
          const rows = 'table' in proposal.stage ? proposal.stage.table.length : 0
          expect(extra).toBeGreaterThanOrEqual(-1e-9)
          if (rows === 0) expect(extra).toBeCloseTo(0, 9)
          else expect(Number.isInteger(Math.round(extra * 1e9) / 1e9)).toBe(true)
          checked++
        }
      }
    }
    expect(checked).toBeGreaterThan(10)
    expect(MEMORISED.unknownKey).toBeGreaterThan(MEMORISED.cellRowOnce)
  })

  it('counts a prediction as shorter the more candidates stand behind it', () => {
    expect(vouchedLength(30, 1)).toBe(30)
    expect(vouchedLength(30, 8)).toBeLessThan(vouchedLength(30, 2))
  })
})
