import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GridStore, gridFromRows } from '../../grid/index.ts'
import {
  BOUND_NAMES,
  drawEach,
  type EachInk,
  findObjectAction,
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
function act(rows: string, name: string, ink?: EachInk): string {
  const seen = picture(rows)
  const action = ink === undefined ? { name } : { name, ink }
  return text(
    seen,
    drawEach(
      seen,
      seen.objects.map(() => action),
    ),
  )
}

describe('what objects can do', () => {
  it('draws the largest other object over a marker, as it is or in an ink', () => {
    const marked = picture('0000000/0100000/1110020/0100000/0000000')
    const stamp = (name: string, ink?: EachInk) =>
      text(
        marked,
        drawEach(
          marked,
          marked.objects.map((object) =>
            object.colour !== 2 ? { name: 'keep' } : ink === undefined ? { name } : { name, ink },
          ),
        ),
      )
    expect(stamp('stamp')).toBe('0000000/0100010/1110111/0100010/0000000')
    expect(stamp('stamp-ink', 'own')).toBe('0000000/0100020/1110222/0100020/0000000')
  })

  it('takes the colours of another object of the same shape', () => {
    const twins = picture('12000/03088/00008', 'blob-side')
    const acted = twins.objects.map((_, k) => ({ name: k === 1 ? 'dress' : 'keep' }))
    expect(text(twins, drawEach(twins, acted))).toBe('12000/03012/00003')
  })

  it('looks at the picture as it was, so that objects move together', () => {
    expect(act('1200', 'step-right-1')).toBe('0120')
  })

  it('draws nothing when an object has no such colour', () => {
    expect(act('100', 'recolour', 'holder')).toBe('100')
  })
})

describe('what can be asked of objects', () => {
  it('gives every attribute one number that a program can hold for every object', () => {
    const seen = picture('1120/0020/3003/0440')
    for (const name of MEASURE_NAMES) {
      const values = OBJECT_MEASURES[name]?.(seen) ?? []
      expect(values).toHaveLength(seen.objects.length)
      for (const value of values) expect(Number.isInteger(value) && value >= 0, name).toBe(true)
    }
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

it('the language page names every way to split, attribute, ink and action', () => {
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
