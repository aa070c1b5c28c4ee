import { describe, expect, it } from 'vitest'
import { bar, clock, Pace } from './meter.ts'

describe('a bar', () => {
  it('has its width, whatever the fraction', () => {
    expect(bar(0, 4)).toBe('░░░░')
    expect(bar(0.5, 4)).toBe('██░░')
    expect(bar(1, 4)).toBe('████')
    expect(bar(7, 4)).toBe('████')
    expect(bar(-1, 4)).toBe('░░░░')
    expect(bar(Number.NaN, 4)).toBe('░░░░')
  })

  it('is full only when all is done', () => {
    expect(bar(0.999, 10)).toBe('█████████░')
  })
})

describe('a clock', () => {
  it('shows minutes, and hours when there are any', () => {
    expect([0, 7.9, 65, 3599, 3661].map(clock)).toEqual(['0:00', '0:07', '1:05', '59:59', '1:01:01'])
  })
})

describe('the pace of a log', () => {
  it('is a line every ten seconds, and every minute after the first', () => {
    let now = 0
    const pace = new Pace(() => now)
    const moments: number[] = []
    for (now = 0; now <= 240_000; now += 1_000) if (pace.due()) moments.push(now / 1000)
    expect(moments).toEqual([10, 20, 30, 40, 50, 60, 120, 180, 240])
  })
})
