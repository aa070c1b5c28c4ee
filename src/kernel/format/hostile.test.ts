/** Files that no exporter writes: refused or declined with a line, never accepted, never a crash. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRows, checkText, exportLines, exportRows } from '../test-files.ts'
import { FileChecker } from './check-file.ts'

const META =
  '{"meta":{"exporter":{"name":"t","version":"1"},"lean":{"githash":"","version":"4.28.0"},"format":{"version":"3.1.0"}}}'
const TYPE = '{"il":1,"succ":0}\n{"ie":0,"sort":1}\n{"in":1,"str":{"pre":0,"str":"T"}}'
const AXIOM = '{"axiom":{"name":1,"levelParams":[],"type":0,"isUnsafe":false}}'
const file = (...lines: string[]) => [META, ...lines, ''].join('\n')

describe('the reader', () => {
  it('accepts a small file, with and without the last newline, with blank lines', () => {
    expect(checkText(file(TYPE, AXIOM)).outcome).toEqual({ kind: 'accepted' })
    expect(checkText(file(TYPE, AXIOM).trimEnd()).outcome).toEqual({ kind: 'accepted' })
    expect(checkText(file(TYPE, '', AXIOM)).axioms).toEqual(['T'])
  })

  it('accepts indices with gaps and out of order', () => {
    const swapped =
      '{"il":9,"succ":0}\n{"il":4,"succ":9}\n{"ie":4000000000,"sort":4}\n{"in":77,"str":{"pre":0,"str":"T"}}'
    const axiom = '{"axiom":{"name":77,"levelParams":[],"type":4000000000,"isUnsafe":false}}'
    expect(checkText(file(swapped, axiom)).outcome).toEqual({ kind: 'accepted' })
  })

  it('reads a file in pieces of any size', () => {
    const bytes = new TextEncoder().encode(exportLines('axiom é : A').join('\n'))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 97 }), (size) => {
        const checker = new FileChecker()
        for (let at = 0; at < bytes.length; at += size) checker.push(bytes.subarray(at, at + size))
        const { outcome, axioms } = checker.finish()
        expect(outcome).toEqual({ kind: 'accepted' })
        expect(axioms).toContain('é')
      }),
      { numRuns: 3 },
    )
  })

  const refused: readonly [string, string, number][] = [
    ['a key that is there twice', file('{"il":1,"succ":0,"succ":0}'), 2],
    [
      'a key that is there twice inside',
      file(TYPE, '{"axiom":{"name":1,"name":1,"levelParams":[],"type":0,"isUnsafe":false}}'),
      5,
    ],
    ['a key that is there twice in other letters', file('{"il":1,"succ":0,"su\\u0063c":0}'), 2],
    ['NaN', file('{"il":NaN,"succ":0}'), 2],
    ['Infinity', file('{"il":1e999,"succ":0}'), 2],
    [
      'an unknown field',
      file(TYPE, '{"axiom":{"name":1,"levelParams":[],"type":0,"isUnsafe":false,"x":1}}'),
      5,
    ],
    ['a missing field', file(TYPE, '{"axiom":{"name":1,"levelParams":[],"type":0}}'), 5],
    [
      'a prototype for a field',
      file(TYPE, '{"axiom":{"name":1,"levelParams":[],"type":0,"__proto__":false}}'),
      5,
    ],
    ['an index that is not given', file('{"ie":0,"sort":7}'), 2],
    ['an index that is given later', file('{"ie":0,"app":{"fn":1,"arg":1}}', '{"ie":1,"bvar":0}'), 2],
    ['an expression that contains itself', file('{"ie":0,"app":{"fn":0,"arg":0}}'), 2],
    ['an index that is given twice', file('{"il":1,"succ":0}', '{"il":1,"succ":0}'), 3],
    ['the index of what is always there', file('{"il":0,"succ":0}'), 2],
    ['a negative index', file('{"il":-1,"succ":0}'), 2],
    ['a fraction for an index', file('{"il":1.5,"succ":0}'), 2],
    ['a text for an index', file('{"il":"1","succ":0}'), 2],
    ['an index beyond all numbers', file('{"il":9007199254740993,"succ":0}'), 2],
    ['a row that is a list', file('[1]'), 2],
    ['a row that is a number', file('1'), 2],
    ['a row with nothing', file('{}'), 2],
    ['two rows in one', file('{"il":1,"succ":0}{"il":2,"succ":0}'), 2],
    ['no JSON', file('il 1 succ 0'), 2],
    ['an unknown kind', file('{"ie":0,"fvar":1}'), 2],
    ['a metavariable', file('{"ie":0,"mvar":1}'), 2],
    ['two kinds in one row', file('{"ie":0,"bvar":0,"sort":0}'), 2],
    ['an unknown declaration', file('{"axiomatic":{}}'), 2],
    ['a literal that is no number', file('{"ie":0,"natVal":"-1"}'), 2],
    ['a literal with a sign', file('{"ie":0,"natVal":"+1"}'), 2],
    ['a literal with leading zeros', file('{"ie":0,"natVal":"01"}'), 2],
    ['a literal that is a number', file('{"ie":0,"natVal":1}'), 2],
    ['half a character', file('{"ie":0,"strVal":"\\ud800"}'), 2],
    [
      'a binder of an unknown kind',
      file(TYPE, '{"ie":1,"lam":{"name":0,"type":0,"body":0,"binderInfo":"x"}}'),
      5,
    ],
    ['no meta', TYPE, 1],
    ['meta with an unknown field', META.replace('"meta":{', '"meta":{"x":1,'), 1],
    ['meta twice', file(META), 2],
    ['an empty first row', `\n${META}`, 1],
  ]

  it.each(refused)('refuses %s, with the line', (_, text, line) => {
    const { outcome } = checkText(text)
    expect(outcome).toMatchObject({ kind: 'rejected', rule: 'format', line })
  })

  it('refuses an empty file', () => {
    expect(checkText('').outcome).toMatchObject({ kind: 'rejected', rule: 'format' })
  })

  it('refuses what is not UTF-8', () => {
    const bytes = new TextEncoder().encode(file(TYPE))
    bytes[bytes.length - 5] = 0xff
    expect(checkText(bytes).outcome).toMatchObject({ kind: 'rejected', rule: 'format' })
  })

  it('declines another version of the format', () => {
    expect(checkText(META.replace('3.1.0', '4.0.0')).outcome).toMatchObject({ kind: 'declined' })
  })

  it('declines a line of ten megabytes', () => {
    const long = `{"ie":0,"strVal":"${'x'.repeat(10_000_000)}"}`
    expect(checkText(file(long)).outcome).toMatchObject({ kind: 'declined', line: 2 })
    expect(checkText(`${META}\n${'y'.repeat(10_000_000)}`).outcome).toMatchObject({
      kind: 'declined',
      line: 2,
    })
  })
})

describe('hostile terms', () => {
  const nat = exportRows('')
  const names = nat.length
  const next = { name: 100_000, expr: 1_000_000 }

  /** A file with one more declaration, whose value is made by `make`. */
  const withValue = (make: (add: (row: object) => number, nat: number, succ: number) => number) => {
    const rows: object[] = [...nat]
    let index = next.expr
    const add = (row: object) => {
      rows.push({ ie: index, ...row })
      return index++
    }
    const constant = (text: string, pre: number, at: number) => {
      rows.push({ in: at, str: { pre, str: text } })
      return at
    }
    const natName = constant('Nat', 0, next.name)
    const succName = constant('succ', natName, next.name + 1)
    const own = constant('d', 0, next.name + 2)
    const type = add({ const: { name: natName, us: [] } })
    const value = make(add, type, add({ const: { name: succName, us: [] } }))
    rows.push({
      def: { name: own, levelParams: [], type, value, hints: 'opaque', safety: 'safe', all: [own] },
    })
    expect(names).toBeGreaterThan(0)
    return checkRows(rows as never).outcome
  }

  it('does not crash on a million nested applications', () => {
    const outcome = withValue((add, _, succ) => {
      let e = add({ natVal: '0' })
      for (let i = 0; i < 1_000_000; i++) e = add({ app: { fn: succ, arg: e } })
      return e
    })
    expect(['accepted', 'declined']).toContain(outcome.kind)
  })

  it('does not crash on a million arguments', () => {
    const outcome = withValue((add, _, succ) => {
      const zero = add({ natVal: '0' })
      let e = succ
      for (let i = 0; i < 1_000_000; i++) e = add({ app: { fn: e, arg: zero } })
      return e
    })
    expect(['rejected', 'declined']).toContain(outcome.kind)
  })

  it('does not crash on a hundred thousand nested functions', () => {
    const outcome = withValue((add, type) => {
      let e = add({ natVal: '0' })
      for (let i = 0; i < 100_000; i++) e = add({ lam: { name: 0, type, body: e, binderInfo: 'default' } })
      return e
    })
    expect(['rejected', 'declined']).toContain(outcome.kind)
  })

  it('shares what is shared: two to the power of a thousand leaves are a thousand terms', () => {
    const outcome = withValue((add, type) => {
      let e = add({ natVal: '1' })
      for (let i = 0; i < 1000; i++) {
        const body = add({ bvar: 0 })
        const fn = add({
          lam: {
            name: 0,
            type,
            body: add({ letE: { name: 0, type, value: body, body: add({ bvar: 1 }), nondep: false } }),
            binderInfo: 'default',
          },
        })
        e = add({ app: { fn, arg: e } })
      }
      return e
    })
    expect(outcome).toEqual({ kind: 'accepted' })
  })

  it('declines a literal of two million digits', () => {
    expect(withValue((add) => add({ natVal: '9'.repeat(2_000_000) }))).toMatchObject({ kind: 'declined' })
  })
})

describe('a good file', () => {
  const lines = exportLines(
    'inductive Rose : Type | mk : List.{0} Rose → Rose  def two : Nat := Nat.succ (Nat.succ Nat.zero)',
  )
  const accepted = JSON.stringify(checkText(lines.join('\n')).outcome)

  it('is never accepted with other declarations after a random change of a byte', () => {
    expect(accepted).toBe('{"kind":"accepted"}')
    const bytes = new TextEncoder().encode(lines.join('\n'))
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 32, max: 126 }), (at, byte) => {
        const changed = bytes.slice()
        changed[at] = byte
        const { outcome } = checkText(changed)
        expect(['accepted', 'rejected', 'declined']).toContain(outcome.kind)
      }),
      { numRuns: 150 },
    )
  })

  it('never crashes with rows left out, doubled or moved', () => {
    fc.assert(
      fc.property(
        fc.nat(lines.length - 1),
        fc.nat(lines.length - 1),
        fc.constantFrom('drop', 'double', 'swap'),
        (a, b, how) => {
          const changed = [...lines]
          if (how === 'drop') changed.splice(a, 1)
          else if (how === 'double') changed.splice(b, 0, lines[a] as string)
          else [changed[a], changed[b]] = [lines[b] as string, lines[a] as string]
          const { outcome } = checkText(changed.join('\n'))
          expect(['accepted', 'rejected', 'declined']).toContain(outcome.kind)
        },
      ),
      { numRuns: 100 },
    )
  })
})
