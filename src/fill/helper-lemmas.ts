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

const HAVE = /^have (lem\d+) : ([\s\S]*?) := by\n((?: {2}.*(?:\n|$)|\s*\n)+)/gm

/** Nothing to take out gives no lemmas. `nameOf` gives each lemma a name that nobody else has. */
export function extractLemmas(script: string, nameOf: (number: number) => string): Extracted {
  const lemmas: HelperLemma[] = []
  const names: string[] = []
  const rest = `${script.trimEnd()}\n`.replace(HAVE, (_, local: string, statement: string, proof: string) => {
    const name = nameOf(lemmas.length + 1)
    // A later lemma may have been proved with the earlier ones at hand.
    const known = names.map((one, place) => `  have ${one} := @${lemmas[place]?.name}`)
    lemmas.push({
      name,
      text: [lemmaHead(name, statement), ...known, proof.trimEnd()].join('\n'),
    })
    names.push(local)
    return `have ${local} := @${name}\n`
  })
  return { lemmas, script: rest.trimEnd() }
}

/**
 * How a lemma begins. Universes that Lean named itself are declared: a project may have told Lean not to bind by itself
 * what is not declared (`autoImplicit false`).
 */
export function lemmaHead(name: string, statement: string): string {
  const universes = [...new Set(statement.match(/(?<![\w.'])u_\d+(?![\w'])/g))]
  return `theorem ${name}${universes.length > 0 ? `.{${universes.join(', ')}}` : ''} : ${statement} := by`
}

/** The name that a declaration has in its own text, without the namespace that is open there. */
export function nameInText(command: string): string | undefined {
  return /\b(?:theorem|lemma|def|abbrev|instance|structure|class)\s+((?:«[^»]*»|[^\s.«»:({[⦃])+(?:\.(?:«[^»]*»|[^\s.«»:({[⦃])+)*)/.exec(
    command,
  )?.[1]
}

/** Names for the lemmas of a declaration that nothing in the project has. */
export function lemmaNames(base: string, isTaken: (name: string) => boolean): (number: number) => string {
  return (number) => {
    for (let tries = 0; ; tries++) {
      const name = `${base}_aux${number}${"'".repeat(tries)}`
      if (!isTaken(name)) return name
    }
  }
}
