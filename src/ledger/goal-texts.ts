import type { Ledger } from './ledger.ts'

interface Block {
  /** Name and statement of some goals, small letters, one after the other. */
  readonly text: string
  /** Where in the text each goal begins, and its id. */
  readonly starts: Uint32Array
  readonly ids: Float64Array
}

const BLOCK = 2_000
const END = '\u0000'
const byLedger = new WeakMap<Ledger, GoalTexts>()

/**
 * Names and statements of all goals, to be searched for any piece of text. A goal never changes its text, so only new
 * ones are read. SQLite would look at every row of the table for each search; this takes a quarter of the time.
 */
export class GoalTexts {
  readonly #ledger: Ledger
  #blocks: Block[] = []
  #last = 0
  #catchingUp: Promise<void> | undefined

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  static of(ledger: Ledger): GoalTexts {
    const known = byLedger.get(ledger) ?? new GoalTexts(ledger)
    byLedger.set(ledger, known)
    return known
  }

  /** Ids of the goals that have this in their name or statement, whatever its case; in no special order. */
  async find(piece: string): Promise<number[]> {
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined
    })
    await this.#catchingUp
    const wanted = small(piece)
    return wanted.includes(END) ? [] : this.#blocks.flatMap((block) => idsIn(block, wanted))
  }

  async #catchUp(): Promise<void> {
    const { sql } = this.#ledger
    const [newest] = await sql.all<{ id: number | null }>('select max(id) as id from goals')
    // Somebody emptied the ledger.
    if ((newest?.id ?? 0) < this.#last) this.#forget()
    for (;;) {
      const rows = await sql.all<{ id: number; goal_id: string; goal_text: string }>(
        'select id, goal_id, goal_text from goals where id > ? order by id limit ?',
        [this.#last, BLOCK],
      )
      const last = rows.at(-1)
      if (!last) return
      this.#blocks.push(blockOf(rows))
      this.#last = last.id
      if (rows.length < BLOCK) return this.#join()
      await new Promise(setImmediate)
    }
  }

  #forget(): void {
    this.#blocks = []
    this.#last = 0
  }

  /** A search that finds new goals one by one leaves small blocks behind: the last ones become one again. */
  #join(): void {
    const [one, other] = this.#blocks.slice(-2)
    if (!one || !other || one.ids.length + other.ids.length > BLOCK) return
    this.#blocks.splice(-2, 2, {
      text: one.text + other.text,
      starts: Uint32Array.from([...one.starts, ...other.starts.map((start) => start + one.text.length)]),
      ids: Float64Array.from([...one.ids, ...other.ids]),
    })
  }
}

function blockOf(rows: readonly { id: number; goal_id: string; goal_text: string }[]): Block {
  const starts = new Uint32Array(rows.length)
  let text = ''
  for (const [index, { goal_id, goal_text }] of rows.entries()) {
    starts[index] = text.length
    text += small(`${goal_id}${END}${goal_text}${END}`)
  }
  return { text, starts, ids: Float64Array.from(rows, ({ id }) => id) }
}

/** What SQLite's own comparison takes for the same: the letters of ASCII. */
function small(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function idsIn({ text, starts, ids }: Block, wanted: string): number[] {
  const found: number[] = []
  let index = 0
  for (let at = text.indexOf(wanted); at >= 0; ) {
    while (index + 1 < starts.length && (starts[index + 1] ?? 0) <= at) index += 1
    found.push(ids[index] ?? 0)
    const next = starts[index + 1]
    at = next === undefined ? -1 : text.indexOf(wanted, next)
  }
  return found
}
