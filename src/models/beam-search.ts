/** Beam search over a model that says, for each beginning of a text, how likely each next token is. */
export interface BeamOptions {
  readonly startToken: number
  readonly endToken: number
  /** Beginnings that are followed at a time. */
  readonly beams: number
  readonly maxTokens: number
  /** Exponent of the length by which a log probability is divided: 0 favours short texts, 1 is the mean per token. */
  readonly lengthPenalty: number
  /** How many finished texts are wanted. */
  readonly results: number
}

export interface Hypothesis {
  /** Without start and end token. */
  readonly tokens: readonly number[]
  readonly logProbability: number
  readonly score: number
}

interface Beam {
  readonly tokens: readonly number[]
  readonly logProbability: number
}

/** `next` gives the logits of the token after each beginning; all beginnings of one call are equally long. */
export async function beamSearch(
  next: (beginnings: readonly (readonly number[])[]) => Promise<readonly Float32Array[]>,
  { startToken, endToken, beams, maxTokens, lengthPenalty, results }: BeamOptions,
): Promise<Hypothesis[]> {
  const finished: Hypothesis[] = []
  let open: Beam[] = [{ tokens: [startToken], logProbability: 0 }]
  for (let length = 1; length <= maxTokens && open.length > 0; length++) {
    const logits = await next(open.map((beam) => beam.tokens))
    const longer = open.flatMap((beam, at) => extensions(beam, logits[at] ?? new Float32Array(), beams + 1))
    longer.sort((left, right) => right.logProbability - left.logProbability)
    open = []
    for (const beam of longer.slice(0, 2 * beams)) {
      if (beam.tokens.at(-1) === endToken) {
        const { logProbability } = beam
        const score = logProbability / length ** lengthPenalty
        finished.push({ tokens: beam.tokens.slice(1, -1), logProbability, score })
      } else if (open.length < beams) open.push(beam)
    }
    finished.sort((left, right) => right.score - left.score)
    finished.splice(results)
    const worst = finished[results - 1]
    // A log probability only falls, so this is the best that an open beginning can still reach.
    const hope = (open[0]?.logProbability ?? Number.NEGATIVE_INFINITY) / maxTokens ** lengthPenalty
    if (worst && hope <= worst.score) break
  }
  return finished
}

function extensions({ tokens, logProbability }: Beam, logits: Float32Array, most: number): Beam[] {
  const total = logSumExp(logits)
  return Array.from(logits.keys())
    .sort((left, right) => (logits[right] ?? 0) - (logits[left] ?? 0))
    .slice(0, most)
    .map((token) => ({
      tokens: [...tokens, token],
      logProbability: logProbability + (logits[token] ?? 0) - total,
    }))
}

function logSumExp(values: Float32Array): number {
  const greatest = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  return greatest + Math.log(values.reduce((sum, value) => sum + Math.exp(value - greatest), 0))
}
