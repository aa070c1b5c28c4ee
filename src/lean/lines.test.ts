import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clip, LineSplitter, parseJson } from './lines.ts'

function collect(chunks: readonly Buffer[]): string[] {
  const lines: string[] = []
  const splitter = new LineSplitter()
  splitter.onLine = (line) => lines.push(line)
  for (const chunk of chunks) splitter.push(chunk)
  return lines
}

it('gives the same lines however the bytes are cut, also inside a character', () => {
  const text = fc.array(fc.string({ unit: 'binary' }).map((line) => line.replaceAll('\n', '∀')))
  fc.assert(
    fc.property(text, fc.array(fc.nat()), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
      const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end))
      expect(collect(chunks)).toEqual(lines.map((line) => Buffer.from(line).toString('utf8')))
    }),
  )
})

it('keeps a line without its end to itself', () => {
  expect(collect([Buffer.from('one\ntw')])).toEqual(['one'])
})

it('loses no line between two listeners', () => {
  const splitter = new LineSplitter()
  const first: string[] = []
  splitter.onLine = (line) => {
    first.push(line)
    splitter.onLine = undefined
  }
  splitter.push(Buffer.from('a\nb\n'))
  const second: string[] = []
  splitter.onLine = (line) => second.push(line)
  splitter.push(Buffer.from('c\n'))
  expect([first, second]).toEqual([['a'], ['b', 'c']])
})

it('says so when a line does not end, and keeps nothing of it', () => {
  const splitter = new LineSplitter()
  let overflows = 0
  splitter.onOverflow = () => overflows++
  const chunk = Buffer.alloc(16 * 1024 * 1024, 120)
  for (let i = 0; i < 9; i++) splitter.push(chunk)
  expect(overflows).toBe(1)
})

it('reads JSON, and nothing where there is none', () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 })
  expect(parseJson('{"a":')).toBeUndefined()
})

it('shortens what is too long to show', () => {
  expect(clip('x'.repeat(500))).toBe(`${'x'.repeat(200)}…`)
  expect(clip('short')).toBe('short')
})
