/** ByT5's tokens: the bytes of the UTF-8 text, moved up to make room for three special tokens. */
export const PAD = 0
export const END = 1
const UNKNOWN = 2
const OFFSET = UNKNOWN + 1

/** Bytes of the text, cut to fit, and the end token. */
export function encodeBytes(text: string, maxTokens = Number.POSITIVE_INFINITY): number[] {
  const bytes = Buffer.from(text, 'utf8').subarray(0, Math.min(maxTokens - 1, Number.MAX_SAFE_INTEGER))
  return [...Array.from(bytes, (byte) => byte + OFFSET), END]
}

/** Text up to the end token. Special tokens and those above the bytes, which ByT5 keeps for pretraining, say nothing. */
export function decodeBytes(tokens: readonly number[]): string {
  const end = tokens.indexOf(END)
  const body = end < 0 ? tokens : tokens.slice(0, end)
  return Buffer.from(
    body.filter((token) => token >= OFFSET && token < OFFSET + 256).map((token) => token - OFFSET),
  ).toString('utf8')
}

export interface TokenBatch {
  readonly ids: BigInt64Array
  /** 1 for tokens, 0 for padding. */
  readonly mask: BigInt64Array
  readonly dims: readonly [number, number]
}

/** Rows of equal length, padded at their ends. */
export function padBatch(rows: readonly (readonly number[])[]): TokenBatch {
  const width = Math.max(1, ...rows.map((row) => row.length))
  const ids = new BigInt64Array(rows.length * width).fill(BigInt(PAD))
  const mask = new BigInt64Array(rows.length * width)
  for (const [at, row] of rows.entries()) {
    for (const [column, token] of row.entries()) {
      ids[at * width + column] = BigInt(token)
      mask[at * width + column] = 1n
    }
  }
  return { ids, mask, dims: [rows.length, width] }
}
