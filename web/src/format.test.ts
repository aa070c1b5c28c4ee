import { expect, it } from 'vitest'
import { ago, bytes, percent, plural, seconds, shortId } from './format.ts'

it('writes times in the unit people would choose', () => {
  expect([0, 0.0421, 1.25, 42.4, 600, 9000, 200_000].map(seconds)).toEqual([
    '0 s',
    '42 ms',
    '1.3 s',
    '42 s',
    '10 min',
    '2.5 h',
    '2.3 d',
  ])
})

it('says how long ago something was, never in the future', () => {
  const now = Date.parse('2026-01-01T00:01:00Z')
  expect(ago('2026-01-01T00:00:30Z', now)).toBe('30 s ago')
  expect(ago('2026-01-01T00:02:00Z', now)).toBe('just now')
})

it('shortens an id to the part that tells it from others', () => {
  expect(shortId('62096b4d-88b7-4b23-be1f-248cc750a602')).toBe('62096b4d')
  expect(shortId('bank-20261116T022802-5fa58f32')).toBe('5fa58f32')
  expect(shortId('nightly')).toBe('nightly')
})

it('counts and measures', () => {
  expect([plural(1, 'goal'), plural(1234, 'goal')]).toEqual(['1 goal', '1,234 goals'])
  expect([percent(0.123), percent(0.5, 1)]).toEqual(['12 %', '50.0 %'])
  expect([bytes(512), bytes(25_274_793_984)]).toEqual(['512 B', '25.3 GB'])
})
