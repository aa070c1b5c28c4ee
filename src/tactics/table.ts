/** Tables of tactics: what may be tried, row by row, each with a name by which its uses and solves are counted. */

export interface Row<Goal> {
  /** The lower, the sooner. What loses nothing is nearly free, what may lead away from a proof costs more. */
  readonly price: number
  /** Whether the row has anything to say about a goal; always, if absent. */
  readonly when?: (goal: Goal) => boolean
  /** Its tactics for a goal, the likeliest first. */
  readonly tactics: (goal: Goal) => readonly string[]
}

/** A tactic to try, and where it comes from. */
export interface Tactic {
  readonly row: string
  readonly text: string
  readonly price: number
}

/** Each further tactic of a row costs this much more than the one before. */
const NEXT = 0.2

/** The tactics of some rows of a table for a goal, in the order of the rows. */
export function pick<Goal, Name extends string>(
  table: Readonly<Record<Name, Row<Goal>>>,
  names: readonly Name[],
  goal: Goal,
): Tactic[] {
  return names.flatMap((row) => {
    const { price, when, tactics } = table[row]
    if (when && !when(goal)) return []
    return ranked(row, tactics(goal), price)
  })
}

/** Tactics from one source, the likeliest first and cheapest. */
export function ranked(row: string, texts: readonly string[], price = 1): Tactic[] {
  return texts.map((text, place) => ({ row, text, price: price + NEXT * place }))
}

export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[]
}
