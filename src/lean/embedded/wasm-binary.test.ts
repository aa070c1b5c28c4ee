import fc from 'fast-check'
import { it } from 'vitest'
import { signed32, unsigned, WasmReader } from './wasm-binary.ts'

it('reads back every unsigned number it writes', () => {
  fc.assert(fc.property(fc.nat({ max: 2 ** 31 - 1 }), (n) => new WasmReader(unsigned(n)).unsigned() === n))
})

it('reads back every signed number it writes', () => {
  fc.assert(fc.property(fc.integer(), (n) => new WasmReader(signed32(n)).signed32() === n))
})
