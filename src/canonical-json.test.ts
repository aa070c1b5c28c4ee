import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCanonical, printCanonical } from './canonical-json.ts'
import { InputError } from './errors.ts'

function refusalOf(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof InputError && error.code === 'not_canonical') return error.message
    throw error
  }
  return undefined
}

const accepts = (text: string | Uint8Array, limits = {}) =>
  refusalOf(() => parseCanonical(text, limits)) === undefined

/** Strings that the form can hold: whole characters, but no NUL. */
const text = fc.string({ unit: 'binary' }).map((s) => s.replaceAll('\0', '').toWellFormed())
const number = fc.oneof(
  fc.nat(),
  fc.maxSafeNat(),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n) && n > 0),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constant(null), fc.boolean(), number, text, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 5 }),
  object: fc.dictionary(fc.oneof(text, fc.constantFrom('__proto__', 'toJSON', '10', '9')), tie('value'), {
    maxKeys: 6,
  }),
}))

describe('canonical JSON', () => {
  it('reads back what it printed, and prints what it read', () => {
    fc.assert(
      fc.property(value, (v) => {
        const printed = printCanonical(v)
        const read = parseCanonical(printed)
        expect(read).toEqual(JSON.parse(JSON.stringify(v)))
        expect(printCanonical(read)).toBe(printed)
        expect(parseCanonical(Buffer.from(printed))).toEqual(read)
      }),
    )
  })

  it('prints the same text whatever the order of the keys', () => {
    fc.assert(
      fc.property(fc.dictionary(text, number), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse())
        expect(printCanonical(reversed)).toBe(printCanonical(object))
      }),
    )
  })

  it('refuses every other way to write the same value', () => {
    const ways = [
      (v: unknown) => `${JSON.stringify(v)}`,
      (v: unknown) => `${printCanonical(v)}\n`,
      (v: unknown) => ` ${printCanonical(v)}`,
      (v: unknown) => `\ufeff${printCanonical(v)}`,
      (v: unknown) => printCanonical(v).replace('\n', '\r\n'),
      (v: unknown) => `${JSON.stringify(v, null, 2)}\n`,
    ]
    fc.assert(
      fc.property(value, fc.constantFrom(...ways), (v, way) => {
        const other = way(v)
        fc.pre(other !== printCanonical(v))
        expect(accepts(other)).toBe(false)
      }),
    )
  })

  it('refuses or reads as another value whatever one changed character makes of it', () => {
    const change = fc.record({
      at: fc.nat(),
      to: fc.constantFrom('', ' ', '\t', '0', '"', ',', '\\u0041', 'e1', '-'),
    })
    fc.assert(
      fc.property(value, change, (v, { at, to }) => {
        const printed = printCanonical(v)
        const place = at % printed.length
        const changed = printed.slice(0, place) + to + printed.slice(place + (at % 2))
        fc.pre(changed !== printed)
        if (!accepts(changed)) return
        expect(parseCanonical(changed)).not.toEqual(parseCanonical(printed))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[string, string, string]>([
    ['a key twice', '{"a":1,"a":2}\n', 'differs'],
    ['a key twice with one value', '{"a":1,"a":1}\n', 'differs'],
    ['keys out of order', '{"b":1,"a":2}\n', 'differs'],
    ['an escape that is not needed', '"\\u0041"\n', 'differs'],
    ['an escaped slash', '"\\/"\n', 'differs'],
    ['upper-case escapes', '"\\u001F"\n', 'differs'],
    ['a negative number', '-1\n', 'negative'],
    ['a negative zero', '-0\n', 'negative'],
    ['a long form of a number', '1.0\n', 'differs'],
    ['an exponent that is not needed', '1e2\n', 'differs'],
    ['a number too large', '9007199254740992\n', 'too large'],
    ['a number beyond all', '1e999\n', 'not finite'],
    ['NUL', '"\\u0000"\n', 'NUL'],
    ['a lone surrogate', '"\\ud800"\n', 'surrogate'],
    ['a lone surrogate in a key', '{"\\udc00":1}\n', 'surrogate'],
    ['two values', '1\n2\n', 'JSON'],
    ['nothing', '', 'JSON'],
    ['a comment', '{}//\n', 'JSON'],
    ['a trailing comma', '[1,]\n', 'JSON'],
    ['NaN', 'NaN\n', 'JSON'],
  ])('refuses %s', (_, input, why) => {
    expect(refusalOf(() => parseCanonical(input))).toContain(why)
  })

  it('says where a text leaves the form', () => {
    expect(refusalOf(() => parseCanonical('{"a": 1}\n'))).toContain('at character 6: it has " 1}')
  })

  it('refuses what is not UTF-8, and a byte order mark', () => {
    expect(accepts(Uint8Array.of(0x22, 0xff, 0x22, 0x0a))).toBe(false)
    expect(accepts(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22, 0x0a))).toBe(false)
    expect(accepts(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31, 0x0a))).toBe(false)
    expect(accepts(Uint8Array.of(0x31, 0x0a))).toBe(true)
  })

  it('holds to its limits, also when millions of brackets are sent', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}\n`
    expect(accepts(nested(32))).toBe(true)
    expect(accepts(nested(33))).toBe(false)
    expect(accepts(nested(2_000_000))).toBe(false)
    expect(accepts(nested(3), { maxDepth: 2 })).toBe(false)
    expect(accepts('"aaaa"\n', { maxBytes: 7 })).toBe(true)
    expect(accepts('"aaaa"\n', { maxBytes: 6 })).toBe(false)
    expect(accepts('"éé"\n', { maxBytes: 6 })).toBe(false)
  })

  it.each<[string, unknown]>([
    ['undefined', { a: undefined }],
    ['a hole', new Array(2)],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a big integer', 1n],
    ['a function', () => 1],
    ['NaN', Number.NaN],
    ['a negative number', -1],
  ])('does not print %s', (_, input) => {
    expect(refusalOf(() => printCanonical(input))).toBeDefined()
  })
})
