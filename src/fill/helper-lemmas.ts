/** Lemmas that a search proved on its way, taken out of the proof and put before the declaration. */

export interface HelperLemma {
  readonly name: string
  /** The theorem, without blanks in front. */
  readonly text: string
}

export interface Extracted {
  readonly lemmas: readonly HelperLemma[]
  /** What is left of the proof, with the lemmas by their names. */
  readonly script: string
}

const HAVE = /^have (lem\d+) : /
const ENDS_STATEMENT = ' := by'

/** Nothing to take out gives no lemmas. `nameOf` gives each lemma a name that nobody else has. */
export function extractLemmas(script: string, nameOf: (number: number) => string): Extracted {
  const lemmas: HelperLemma[] = []
  const names: string[] = []
  const rest: string[] = []
  for (const part of haveBlocks(script.trimEnd().split('\n'))) {
    if (typeof part === 'string') {
      rest.push(part)
      continue
    }
    const { local, statement, proof } = part
    const name = nameOf(lemmas.length + 1)
    // A later lemma may have been proved with the earlier ones at hand.
    const known = names.map((one, place) => `  have ${one} := @${lemmas[place]?.name}`)
    lemmas.push({
      name,
      text: [lemmaHead(name, statement), ...known, proof.trimEnd()].join('\n'),
    })
    names.push(local)
    rest.push(`have ${local} := @${name}`)
  }
  return { lemmas, script: rest.join('\n').trimEnd() }
}

interface HaveBlock {
  readonly local: string
  readonly statement: string
  readonly proof: string
}

/** The lines of a script, those that state and prove a lemma taken together. */
function* haveBlocks(lines: readonly string[]): Generator<string | HaveBlock> {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const local = HAVE.exec(line)?.[1]
    const last =
      local === undefined ? -1 : lines.findIndex((one, k) => k >= at && one.endsWith(ENDS_STATEMENT))
    const isProof = (one: string | undefined) =>
      one !== undefined && (one.startsWith('  ') || one.trim() === '')
    if (local === undefined || last < 0 || !isProof(lines[last + 1])) {
      yield line
      continue
    }
    let end = last + 1
    while (isProof(lines[end])) end++
    const stated = lines.slice(at, last + 1).join('\n')
    const statement = stated.slice(`have ${local} : `.length, -ENDS_STATEMENT.length)
    yield { local, statement, proof: lines.slice(last + 1, end).join('\n') }
    at = end - 1
  }
}

/**
 * How a lemma begins. Universes that Lean named itself are declared: a project may have told Lean not to bind by itself
 * what is not declared (`autoImplicit false`).
 */
export function lemmaHead(name: string, statement: string): string {
  const universes = [...new Set(statement.match(/(?<![\w.'])u_\d+(?![\w'])/g))]
  return `theorem ${name}${universes.length > 0 ? `.{${universes.join(', ')}}` : ''} : ${statement} := by`
}

/** Names for the lemmas of a declaration that nothing in the project has. */
export function lemmaNames(stem: string, isTaken: (name: string) => boolean): (number: number) => string {
  return (number) => {
    for (let tries = 0; ; tries++) {
      const name = `${stem}${number}${"'".repeat(tries)}`
      if (!isTaken(name)) return name
    }
  }
}
