/** A source of chance that can be seeded, so that a run can be repeated. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
}

/** sfc32 (Chris Doty-Humphrey's Small Fast Counter): good quality from 128 bits of state. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = seed | 0
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4294967296
  }
  for (let warmUp = 0; warmUp < 15; warmUp += 1) next()
  return { next }
}

function normal(random: Random): number {
  // Box and Muller; 1 - u keeps the logarithm away from zero.
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

/** Gamma with unit scale, after Marsaglia and Tsang (2000). */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random.next()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** A draw from Beta(alpha, beta). */
export function beta(alphaShape: number, betaShape: number, random: Random): number {
  const x = gamma(alphaShape, random)
  const y = gamma(betaShape, random)
  return x + y > 0 ? x / (x + y) : 0.5
}
