/**
 * Symbol → address, as an open-addressing hash table of (key, key, address) triples in one Int32Array whose
 * number of slots is a power of two. Keys are 64-bit hashes; the build refuses a table with a collision.
 * Read in place from WebAssembly memory: the interpreter asks for a symbol at each first call.
 */
export const slotWords = 3

/** Looks up the name at `start`; a negative length means it ends at the first zero byte. 0 is "not there". */
export function findSymbol(table: Int32Array, bytes: Uint8Array, start: number, length: number): number {
  const { low, high } = symbolKey(bytes, start, length)
  const mask = table.length / slotWords - 1
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const at = slot * slotWords
    if (table[at] === 0 && table[at + 1] === 0) return 0
    if (table[at] === low && table[at + 1] === high) return table[at + 2] ?? 0
  }
}

/** FNV-1a beside a Murmur-like second half; never (0, 0), which marks a free slot. */
export function symbolKey(bytes: Uint8Array, start: number, length: number): { low: number; high: number } {
  let low = 0x811c9dc5 | 0
  let high = 0x9e3779b9 | 0
  for (let i = 0; i !== length; i++) {
    const byte = bytes[start + i] ?? 0
    if (length < 0 && byte === 0) break
    low = Math.imul(low ^ byte, 16_777_619)
    high = Math.imul(high ^ byte, 0x5bd1e995)
    high ^= high >>> 15
  }
  return { low: low === 0 && high === 0 ? 1 : low, high }
}
