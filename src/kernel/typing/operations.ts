/** What the library's functions on natural numbers compute. */

export const BINARY = {
  'Nat.add': (a: bigint, b: bigint) => a + b,
  'Nat.sub': (a: bigint, b: bigint) => (a > b ? a - b : 0n),
  'Nat.mul': (a: bigint, b: bigint) => a * b,
  'Nat.div': (a: bigint, b: bigint) => (b === 0n ? 0n : a / b),
  'Nat.mod': (a: bigint, b: bigint) => (b === 0n ? a : a % b),
  'Nat.gcd': (a: bigint, b: bigint) => gcd(a, b),
  'Nat.beq': (a: bigint, b: bigint) => a === b,
  'Nat.ble': (a: bigint, b: bigint) => a <= b,
  'Nat.land': (a: bigint, b: bigint) => a & b,
  'Nat.lor': (a: bigint, b: bigint) => a | b,
  'Nat.xor': (a: bigint, b: bigint) => a ^ b,
  'Nat.shiftLeft': (a: bigint, b: bigint) => a << b,
  'Nat.shiftRight': (a: bigint, b: bigint) => a >> b,
  'Nat.pow': (a: bigint, b: bigint) => a ** b,
  'Nat.log2': (a: bigint) => (a === 0n ? 0n : BigInt(bitLength(a) - 1)),
} as const satisfies Record<string, (a: bigint, b: bigint) => bigint | boolean>

export type BinaryName = keyof typeof BINARY

export function bitLength(n: bigint): number {
  if (n < 1n << 31n) return 32 - Math.clz32(Number(n))
  const hex = n.toString(16)
  return (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex[0] as string, 16)))
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (x !== 0n) [x, y] = [y % x, x]
  return y
}
