/** SHA-256 (FIPS 180-4), here because the kernel depends on nothing, and the browser's own is asynchronous. */

const ROUND = roundConstants()

export function sha256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  const state = new Uint32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  for (let at = 0; at < padded.length; at += 64) block(state, view, at)
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function block(state: Uint32Array, view: DataView, at: number): void {
  const w = new Uint32Array(64)
  const word = (i: number) => w[i] as number
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const s0 = rotate(word(i - 15), 7) ^ rotate(word(i - 15), 18) ^ (word(i - 15) >>> 3)
    const s1 = rotate(word(i - 2), 17) ^ rotate(word(i - 2), 19) ^ (word(i - 2) >>> 10)
    w[i] = word(i - 16) + s0 + word(i - 7) + s1
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + word(i)) >>> 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0]
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + value
}

function rotate(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by))
}

/** The first bits of the fractional parts of the cube roots of the first 64 primes. */
function roundConstants(): Uint32Array {
  const primes: bigint[] = []
  for (let n = 2n; primes.length < 64; n++) if (primes.every((p) => n % p !== 0n)) primes.push(n)
  return Uint32Array.from(primes, (p) => Number(cubeRoot(p << 96n) & 0xffffffffn))
}

function cubeRoot(n: bigint): bigint {
  let [low, high] = [0n, 1n << 36n]
  while (low < high) {
    const middle = (low + high + 1n) >> 1n
    if (middle ** 3n <= n) low = middle
    else high = middle - 1n
  }
  return low
}
