import { expect, describe as group, it } from 'vitest'
import { gridFromRows } from '../grid/index.ts'
import { describe, type Fact, factKey, factSentence } from './index.ts'

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))
const task = (...pairs: [string, string][]) => ({
  train: pairs.map(([input, output]) => ({ input: grid(input), output: grid(output) })),
})
const keys = (...pairs: [string, string][]): string[] => describe(task(...pairs)).map(factKey)

group('the describer', () => {
  it('finds the size rule', () => {
    expect(keys(['12', '34'], ['1/2', '3/4'])).toContain('size:same')
    expect(keys(['123', '4'], ['12', '4'])).toContain('size:fixed')
    expect(keys(['12', '1212'], ['1', '11'])).toContain('size:scaled')
    expect(keys(['123', '12'], ['12345', '1'])).toContain('size:smaller')
    expect(keys(['12', '123'], ['12', '1'])).toContain('size:mixed')
  })

  it('finds palettes and colour maps', () => {
    const facts = describe(task(['12', '32'], ['11', '33']))
    expect(facts.map(factKey)).toEqual(
      expect.arrayContaining(['palette:adds', 'palette:removes', 'colour-map']),
    )
    expect(facts.find(({ key }) => key === 'colour-map')?.sentence).toBe('Colours are renamed: 1 becomes 3.')
    expect(keys(['12', '21'], ['21', '12'])).toContain('palette:keeps')
  })

  it('finds symmetries, periods, separators and frames', () => {
    const found = keys(['1515/5555/1515', '11'], ['2525/5555/2525', '22'])
    expect(found).toEqual(
      expect.arrayContaining([
        'symmetry:inputs:up-down',
        'symmetry:outputs:left-right',
        'period:inputs:rows',
      ]),
    )
    expect(found).toContain('separators')
    expect(keys(['333/303/333', '0'], ['3333/3003/3333', '0'])).toContain('frame')
  })

  it('finds what happens to objects', () => {
    expect(keys(['100/000', '000/001'], ['020/000', '200/000'])).toContain('correspondence:moved')
    expect(keys(['100/000', '300/000'], ['020/000', '030/000'])).toContain('correspondence:recoloured')
    expect(keys(['102', '100'], ['203', '200'])).toEqual(
      expect.arrayContaining([
        'correspondence:kept',
        'object-count:objects corner:to-one',
        'ink-count:fewer',
      ]),
    )
  })

  it('finds invariants', () => {
    expect(keys(['10', '12'], ['01', '21'])).toEqual(
      expect.arrayContaining(['invariant:ink-stays', 'invariant:only-empty-cells-change']),
    )
    expect(keys(['123', '12'], ['456', '6'])).toContain('invariant:output-inside-input')
    expect(keys(['12', '125'], ['4', '54'])).toContain('invariant:input-inside-output')
    expect(keys(['10', '20'], ['11', '22'])).toContain('invariant:shape-of-ink-stays')
  })

  it('gives evidence for every pair and a sentence for every fact', () => {
    const facts: readonly Fact[] = describe(
      task(['1515/5555/1515', '3535/5555/3535'], ['1515/5555/1515', '3535/5555/3535']),
    )
    expect(facts.length).toBeGreaterThan(8)
    for (const fact of facts) {
      expect(fact.evidence.map((e) => e.pair)).toEqual([0, 1])
      expect(fact.evidence.every((e) => e.seen !== '')).toBe(true)
      expect(factSentence(fact)).toMatch(/^[A-Z].+\.$/)
    }
  })
})
