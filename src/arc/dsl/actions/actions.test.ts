import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GridStore, gridFromRows } from '../../grid/index.ts'
import {
  BOUND_NAMES,
  drawEach,
  type EachInk,
  findObjectAction,
  inkOf,
  MEASURE_NAMES,
  OBJECT_ACTIONS,
  OBJECT_MEASURES,
  type Picture,
  pictureOf,
  SEGMENTATIONS,
  type Segmentation,
} from '../index.ts'

function picture(rows: string, by: Segmentation = 'corner'): Picture {
  const store = new GridStore(8)
  const grid = gridFromRows(rows.split('/').map((row) => [...row].map(Number)))
  const made = pictureOf(store, store.add(grid), by)
  if (made === undefined) throw new Error('no objects')
  return made
}

function text({ width }: Picture, cells: Uint8Array): string {
  return Array.from({ length: cells.length / width }, (_, y) =>
    cells.subarray(y * width, (y + 1) * width).join(''),
  ).join('/')
}

/** Every object does the same. */
function act(rows: string, deed: string, ink?: EachInk): string {
  const seen = picture(rows)
  const action = ink === undefined ? { deed } : { deed, ink }
  return text(
    seen,
    drawEach(
      seen,
      seen.objects.map(() => action),
    ),
  )
}

const CASES: readonly (readonly [string, EachInk | undefined, string, string])[] = [
  ['keep', undefined, '102', '102'],
  ['remove', undefined, '102', '000'],
  ['slide-right', undefined, '1002', '0012'],
  ['slide-hit-left', undefined, '1002', '1200'],
  ['edge-left', undefined, '0011', '1100'],
  ['step-right-1', undefined, '100', '010'],
  ['leap-right', undefined, '1100', '0011'],
  ['move-by-size-down', undefined, '11/00/00', '00/00/11'],
  ['approach', undefined, '1002', '0210'],
  ['approach-largest', undefined, '10022', '00122'],
  ['approach-colour', undefined, '1001', '0110'],
  ['copy-right-0', undefined, '10000', '11000'],
  ['copy-right-1', undefined, '10000', '10100'],
  ['repeat-right-1', undefined, '100000', '101010'],
  ['flip-across', undefined, '110/010', '110/100'],
  ['flip-along', undefined, '11/01', '01/11'],
  ['turn-half', undefined, '11/01', '10/11'],
  ['turn-right', undefined, '11/01', '01/11'],
  ['turn-left', undefined, '11/01', '11/10'],
  ['fold-across', undefined, '11/01', '11/11'],
  ['fold-along', undefined, '11/01', '11/11'],
  ['mirror-right', undefined, '1000/1100', '1001/1111'],
  ['mirror-left', undefined, '001/011', '001/111'],
  ['mirror-down', undefined, '11/01/00/00', '11/01/01/11'],
  ['mirror-up', undefined, '00/00/11/01', '01/11/11/01'],
  ['dock-colour', undefined, '103011', '003111'],
  ['dock-largest', undefined, '30022', '00322'],

  ['mark-faced', 'own', '10022', '10012'],
  ['step-nearer', undefined, '1000/0000/0000/0002', '0000/0100/0020/0000'],
  ['recolour', 5, '102', '505'],
  ['fill-holes', 3, '111/101/111', '111/131/111'],
  ['paint-holes', 3, '111/121/111', '111/131/111'],
  ['fill-box', 3, '11/10', '11/13'],
  ['paint-box', 'own', '11/10', '11/11'],
  ['ring', 4, '000/010/000', '444/414/444'],
  ['ring-sides', 4, '000/010/000', '040/414/040'],
  ['frame', 4, '0000/0100/0010/0000', '4444/4104/4014/4444'],
  ['paint-core', 7, '111/111/111', '111/171/111'],
  ['paint-edge', 7, '111/111/111', '777/717/777'],
  ['paint-corners', 7, '111/111/111', '717/111/717'],
  ['corner-dots', 4, '000/010/000', '404/010/404'],
  ['side-dots', 4, '000/010/000', '040/414/040'],
  ['paint-middle', 4, '111/111/111', '111/141/111'],
  ['bridge-colour', 'own', '1001', '1111'],
  ['bridge-other', 3, '1002', '1332'],
  ['bridge-larger', 'own', '3022', '3322'],
  ['bridge-inner', 3, '102/102/102', '102/132/102'],
  ['elbow-across', 4, '100/000/002', '144/404/442'],
  ['beam-right-edge', 'own', '1020', '1122'],
  ['beam-right-contact', 'own', '1000/1000/0000', '1111/1111/0000'],
  ['beam-right-hit', 'own', '1002', '1112'],
  ['thin-beam-down-edge', 'own', '111/000', '111/010'],
  ['slant-down-right-edge', 'own', '100/000/000', '100/010/001'],
  ['slant-cross-contact', 'own', '000/010/000', '101/010/101'],
  ['shade-right', 3, '1000', '1300'],
]

describe('what objects can do', () => {
  it.each(CASES)('%s %s turns %s into %s', (deed, ink, before, after) => {
    expect(act(before, deed, ink)).toBe(after)
  })

  it('draws the largest other object over a marker, as it is or in an ink', () => {
    const marked = picture('0000000/0100000/1110020/0100000/0000000')
    const stamp = (deed: string, ink?: EachInk) =>
      text(
        marked,
        drawEach(
          marked,
          marked.objects.map((object) =>
            object.colour !== 2 ? { deed: 'keep' } : ink === undefined ? { deed } : { deed, ink },
          ),
        ),
      )
    expect(stamp('stamp')).toBe('0000000/0100010/1110111/0100010/0000000')
    expect(stamp('stamp-ink', 'own')).toBe('0000000/0100020/1110222/0100020/0000000')
  })

  it('takes the colours of another object of the same shape', () => {
    const twins = picture('12000/03088/00008', 'blob-side')
    const acted = twins.objects.map((_, k) => ({ deed: k === 1 ? 'dress' : 'keep' }))
    expect(text(twins, drawEach(twins, acted))).toBe('12000/03012/00003')
  })

  it('has a case for every family of deeds', () => {
    const family = (name: string): string =>
      name.replace(/-(left|right|up|down|across|along|plus|falling|rising|cross|edge|contact|hit|\d).*$/, '')
    const covered = new Set([...CASES.map(([deed]) => family(deed)), 'stamp', 'stamp-ink', 'dress'])
    expect(OBJECT_ACTIONS.map(({ name }) => family(name)).filter((name) => !covered.has(name))).toEqual([])
  })

  it('looks at the picture as it was, so that objects move together', () => {
    expect(act('1200', 'step-right-1')).toBe('0120')
  })

  it('draws nothing when an object has no such colour', () => {
    expect(act('100', 'recolour', 'holder')).toBe('100')
  })
})

describe('what can be asked of objects', () => {
  const ask = (rows: string, name: string, by: Segmentation = 'corner'): readonly number[] =>
    OBJECT_MEASURES[name]?.(picture(rows, by)) ?? []
  it.each([
    ['size', '110/000/222', [2, 3]],
    ['size-rank', '110/000/222', [1, 0]],
    ['largest', '110/000/222', [0, 1]],
    ['holes', '111/101/111', [1]],
    ['on-edge', '0000/0100/0000/0002', [0, 1]],
    ['shape-alone', '101/000/022', [0, 0, 1]],
    ['colour-alone', '102/000/001', [0, 1, 0]],
    ['lie', '110/000/300', [2, 1]],
    ['largest-of-colour', '1011/0000/0002', [0, 1, 1]],
    ['has-larger-kin', '1011/0000/0002', [1, 0, 0]],
    ['ink', '110/000/222', [2, 3]],
    ['fullest', '110/000/222', [0, 1]],
    ['emptiest', '110/000/222', [1, 0]],
    ['touches-colour', '12/00', [2, 1]],
    ['holds', '1111/1001/1021/1111', [1, 0]],
    ['held', '1111/1001/1021/1111', [0, 1]],
    ['sees-left', '102', [0, 1]],
    ['topmost', '100/000/002', [1, 0]],
    ['colour-in-row', '101/000/002', [1, 1, 0]],
  ] as const)('%s', (name, rows, answers) => {
    expect(ask(rows, name)).toEqual(answers)
  })

  it('gives every attribute one number that a program can hold for every object', () => {
    const seen = picture('1120/0020/3003/0440')
    for (const name of MEASURE_NAMES) {
      const values = OBJECT_MEASURES[name]?.(seen) ?? []
      expect(values).toHaveLength(seen.objects.length)
      for (const value of values) expect(Number.isInteger(value) && value >= 0, name).toBe(true)
    }
  })
})

describe('colours bound per object', () => {
  it.each([
    ['own', '1002', [1, 2]],
    ['nearest', '10203', [2, 1, 2]],
    ['touching', '120', [2, 1]],
    ['inside', '111/131/111', [3, -1]],
    ['holder', '1111/1001/1021/1111', [-1, 1]],
    ['held', '1111/1001/1021/1111', [2, -1]],
    ['same-shape', '100/000/002', [2, 1]],
    ['left', '102', [-1, 1]],
    ['row-start', '402', [4, 4]],
    ['largest', '1022', [2, 2]],
  ] as const)('%s', (name, rows, colours) => {
    const seen = picture(rows)
    expect(seen.objects.map((object) => inkOf(seen, object, name))).toEqual(colours)
  })
})

it('splits a picture in each of the ways', () => {
  const counts = SEGMENTATIONS.filter((by) => by !== 'panel').map(
    (by) => picture('120/010/300', by).objects.length,
  )
  expect(counts).toEqual([4, 3, 1, 2, 3, 2, 4])
  expect(picture('120/555/300', 'panel').objects.map(({ cells }) => cells)).toEqual([
    [0, 1, 2],
    [6, 7, 8],
  ])
})

it('the language page names every way to split, attribute, ink and deed', () => {
  const page = readFileSync(new URL('../../../../docs/arc/language.md', import.meta.url), 'utf8')
  for (const name of [...SEGMENTATIONS, ...MEASURE_NAMES, ...BOUND_NAMES])
    expect(page).toContain(`\`${name}\``)
  for (const { name } of OBJECT_ACTIONS) {
    expect(findObjectAction(name)?.name).toBe(name)
    const pattern = name
      .replace(
        /-(left|right|up|down|across|along|plus|falling|rising|cross|up-left|up-right|down-left|down-right)(?=-|$)/g,
        '-WAY',
      )
      .replace(/(-WAY)+/, '-WAY')
      .replace(/-(edge|contact|hit)$/, '-REACH')
      .replace(/-\d$/, '-N')
    expect(page, name).toMatch(new RegExp(`\`(${name}|${pattern})\``))
  }
})
