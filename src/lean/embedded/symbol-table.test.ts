import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findSymbol } from './runtime/symbol-lookup.ts'
import { buildSymbolTable } from './symbol-table.ts'

const name = fc.stringMatching(/^[A-Za-z_][\w.]{0,40}$/)

it('finds each symbol it was built from and no other', () => {
  fc.assert(
    fc.property(fc.dictionary(name, fc.integer({ min: 1, max: 2 ** 31 - 1 })), name, (symbols, other) => {
      const table = buildSymbolTable(new Map(Object.entries(symbols)))
      const find = (text: string) => findSymbol(table, Buffer.from(text), 0, Buffer.byteLength(text))
      for (const [text, address] of Object.entries(symbols)) expect(find(text)).toBe(address)
      if (!Object.hasOwn(symbols, other)) expect(find(other)).toBe(0)
    }),
  )
})

it('reads a name in memory up to its zero byte', () => {
  const table = buildSymbolTable(new Map([['lean_apply_1', 42]]))
  expect(findSymbol(table, Buffer.from('xxlean_apply_1\0yy'), 2, -1)).toBe(42)
  expect(findSymbol(table, Buffer.from('xxlean_apply\0_1'), 2, -1)).toBe(0)
})
