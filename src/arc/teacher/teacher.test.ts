import { describe, expect, it } from 'vitest'
import { applyProgram } from '../apply/index.ts'
import { OPERATORS, parseProgram, printProgram } from '../dsl/index.ts'
import { gridFromRows, gridToRows } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { verifyProgram } from '../verify/index.ts'
import { solve } from './index.ts'
import { LOOK_AGAIN, PLAN } from './plan.ts'

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))
const text = (rows: number[][]) => rows.map((row) => row.join('')).join('/')

function task(pairs: readonly (readonly [string, string])[], test: string): Task {
  return {
    id: 'own',
    train: pairs.map(([input, output]) => ({ input: grid(input), output: grid(output) })),
    tests: [grid(test)],
  }
}

/** Small tasks made for these tests, one per family the teacher has. */
const TASKS: readonly (readonly [family: string, task: Task, answer: string])[] = [
  [
    'a rigid move of the whole grid',
    task(
      [
        ['123/000', '321/000'],
        ['450/006', '054/600'],
      ],
      '700/089',
    ),
    '007/980',
  ],
  [
    'the largest object cut out',
    task(
      [
        ['10000/00220/00220', '22/22'],
        ['30000/30010/30000', '3/3/3'],
      ],
      '00400/00000/55550',
    ),
    '5555',
  ],
  [
    'the panel with the most ink painted over, the others emptied',
    task(
      [
        ['10500/10504/55555/00500/00500', '11500/11500/55555/00500/00500'],
        ['00500/30500/55555/00522/00500', '00500/00500/55555/00522/00522'],
        ['00500/30544/55555/00540/06500', '00544/00544/55555/00500/00500'],
      ],
      '00500/30500/55555/70500/77500',
    ),
    '00500/00500/55555/77500/77500',
  ],
  [
    'rays on a ground that is not the empty colour',
    task(
      [
        ['44444/14444/44444', '44444/11111/44444'],
        ['77777/77777/27777', '77777/77777/22222'],
      ],
      '3666/6666/6666',
    ),
    '3333/6666/6666',
  ],
  [
    'rays from one colour under another colour',
    task(
      [
        ['10000/00000/00300', '11111/00000/00300'],
        ['00030/10000/00000', '00030/11111/00000'],
      ],
      '00000/00000/10003',
    ),
    '00000/00000/11113',
  ],
  [
    'objects that take the colour of the one nearest to them',
    task(
      [
        ['550003/500000/000000/000000/400000/000055', '330003/300000/000000/000000/400000/000033'],
        ['000550/700050/000000/005000/005500/000006', '000770/700070/000000/006000/006600/000006'],
      ],
      '550000/050000/008000/000000/000055/200055',
    ),
    '880000/080000/008000/000000/000088/200088',
  ],
  [
    'small objects that move until they touch the large one',
    task(
      [
        ['100000/100220/100000/100000', '100000/122000/100000/100000'],
        ['000000/003000/000000/000000/111111', '000000/000000/000000/003000/111111'],
      ],
      '000011/000011/400011/000011',
    ),
    '000011/000011/000411/000011',
  ],
  [
    'a recolouring by object size',
    task(
      [
        ['50550/50000/50055', '10220/10000/10022'],
        ['55000/00555/00000', '22000/00111/00000'],
      ],
      '55505/00005/00000',
    ),
    '11102/00002/00000',
  ],
  [
    'a hidden part of a repeating pattern',
    task(
      [
        ['121212/343434/120012/340034', '121212/343434/121212/343434'],
        ['575757/757575/500757/700575', '575757/757575/575757/757575'],
      ],
      '898989/686868/890089/680068',
    ),
    '898989/686868/898989/686868',
  ],
  [
    'a colour that differs from pair to pair',
    task(
      [
        ['1110/1010/1112', '1110/1010/1110'],
        ['4440/4043/4440', '4440/4040/4440'],
        ['0666/7606/0666', '0666/0606/0666'],
      ],
      '5550/5059/5550',
    ),
    '5550/5050/5550',
  ],
  [
    'a logical and of two halves',
    task(
      [
        ['1015110/0115011', '100/011'],
        ['1115010/1005100', '010/100'],
      ],
      '0115001/1115111',
    ),
    '001/111',
  ],
  [
    'a grid blown up to twice its size',
    task(
      [
        ['12/30', '1122/1122/3300/3300'],
        ['405', '440055/440055'],
      ],
      '6/7',
    ),
    '66/66/77/77',
  ],
]

describe('the teacher', () => {
  it.each(TASKS)('solves %s within two attempts', (_, own, answer) => {
    const guesses = new Set(
      solve(own, { nodes: 6000 }).map((c) => text(gridToRows(c.outputs[0] ?? grid('0')))),
    )
    expect([...guesses].slice(0, 2)).toContain(answer)
  })

  it.each(TASKS)('proposes only programs that re-run as claimed: %s', (_, own) => {
    const candidates = solve(own, { nodes: 3000 })
    expect(candidates.length).toBeGreaterThan(0)
    for (const candidate of candidates.slice(0, 40)) {
      const parsed = parseProgram(printProgram(candidate.program))
      expect(parsed).toEqual({ kind: 'program', program: candidate.program })
      expect(own.tests.map((test) => applyProgram(candidate.program, test))).toEqual(candidate.outputs)
      const verdict = verifyProgram(candidate.program, own.train)
      expect(verdict.pairs.map((pair) => pair.kind === 'exact')).toEqual(candidate.solved)
      expect(candidate.pairsSolved).toBe(verdict.exact)
    }
  })

  it('gives the same list twice', () => {
    for (const [, own] of TASKS) {
      const once = solve(own, { nodes: 2000 })
      expect(JSON.stringify(solve(own, { nodes: 2000 }))).toBe(JSON.stringify(once))
    }
  })

  it('ranks candidates that solve more pairs first among the first of each prediction', () => {
    for (const [, own] of TASKS) {
      const [first, ...rest] = solve(own, { nodes: 2000 })
      for (const other of rest) expect(first?.pairsSolved ?? 0).toBeGreaterThanOrEqual(other.pairsSolved)
    }
  })

  it('finds a deep program within fewer nodes under a prior that knows the way', () => {
    const own = task(
      [
        ['120000/000000/003300', '33'],
        ['000440/000000/500060', '44'],
      ],
      '007700/000000/800009',
    )
    const way = ['objects side', 'pick-most width']
    const single = OPERATORS.map((operator) => (way.includes(operator.name) ? 8 : -8))
    const prior = () => single
    const nodesOf = (options: Parameters<typeof solve>[1]): number => {
      const found = solve(own, options).find((c) => c.pairsSolved === 2)
      return found === undefined ? Number.POSITIVE_INFINITY : found.nodes
    }
    expect(nodesOf({ nodes: 1500, prior })).toBeLessThanOrEqual(1500)
  })

  it('spends no more nodes than it is given, down to none', () => {
    for (const nodes of [0, 1, 500]) {
      for (const [, own] of TASKS) {
        for (const candidate of solve(own, { nodes })) expect(candidate.nodes).toBeLessThanOrEqual(nodes)
      }
    }
  })

  it('reads the grids from the right and from below, too, where nothing else explains them', () => {
    const own = task(
      [
        ['12034/00405/36007', '10234/40501/73600'],
        ['50061/07002/10803', '67150/00250/31080'],
        ['90020/30405/06070', '20903/40506/07000'],
      ],
      '80901/00602/30405',
    )
    const turns = solve(own, { nodes: 600 }).map(({ program }) => program.view.turn)
    expect(turns).toEqual(expect.arrayContaining(['none', 'left-right', 'up-down']))
  })

  it('looks from no further side when time is up, within a round as between rounds', () => {
    const own = task(
      [
        ['12034/00405/36007', '10234/40501/73600'],
        ['50061/07002/10803', '67150/00250/31080'],
      ],
      '80901/00602/30405',
    )
    for (const plan of [PLAN.slice(0, 1), LOOK_AGAIN]) {
      const [stopped, free] = [true, false].map((isOver) => {
        const spent = { nodes: 0 }
        solve(own, { nodes: 300, plan, spent, isOver: () => isOver })
        return spent.nodes
      })
      expect(stopped).toBeGreaterThan(0)
      expect(stopped).toBeLessThan(free ?? 0)
    }
  })

  it('has only partial answers to a task whose output size follows no rule it knows', () => {
    const own = task(
      [
        ['1', '1111111/1111111/1111111/1111111/1111111'],
        ['2', '222/222/222/222/222/222/222/222/222/222/222'],
      ],
      '3',
    )
    const found = solve(own, { nodes: 1500 })
    expect(found.length).toBeGreaterThan(0)
    for (const { pairsSolved, score } of found) expect(pairsSolved === 2 || score >= 1).toBe(false)
  })
})
