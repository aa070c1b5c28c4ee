import { unexpectedPackage } from './failures.ts'
import { slotWords, symbolKey } from './runtime/symbol-lookup.ts'

/** Builds the table that `runtime/symbol-lookup.ts` reads. Addresses must not be 0, which means "not there". */
export function buildSymbolTable(symbols: ReadonlyMap<string, number>): Int32Array {
  let slots = 1024
  while (slots < symbols.size * 2) slots *= 2
  const table = new Int32Array(slots * slotWords)
  for (const [name, address] of symbols) {
    const bytes = Buffer.from(name)
    const { low, high } = symbolKey(bytes, 0, bytes.length)
    let at = (low & (slots - 1)) * slotWords
    while (table[at] !== 0 || table[at + 1] !== 0) {
      if (table[at] === low && table[at + 1] === high) {
        throw unexpectedPackage(`two symbols have the same hash, one is "${name}"`)
      }
      at = (at + slotWords) % table.length
    }
    table[at] = low
    table[at + 1] = high
    table[at + 2] = address
  }
  return table
}
