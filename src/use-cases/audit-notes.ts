import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import { jsonOf } from '../files/index.ts'

const Verdict = z.discriminatedUnion('verdict', [
  z.strictObject({ verdict: z.literal('confirmed') }),
  z.strictObject({ verdict: z.enum(['denied', 'unknown']), why: z.string() }),
])
const Line = z.tuple([z.string(), Verdict])
type Verdict = z.infer<typeof Verdict>

/** What an audit has found so far, one line for each row; good for the same ledger under the same Lean only. */
export class AuditNotes {
  readonly #file: string
  readonly #known = new Map<string, Verdict>()

  constructor(file: string, about: unknown) {
    this.#file = file
    const head = JSON.stringify(about)
    const [first, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    // A line that was cut off when the process died is not read.
    if (first === head) for (const line of lines) this.#read(line)
    else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${head}\n`)
    }
    this.resumed = this.#known.size > 0
  }

  readonly resumed: boolean

  /** A verdict of the interrupted audit; what it could not decide is tried again. */
  known(hash: string): Verdict | undefined {
    const verdict = this.#known.get(hash)
    return verdict?.verdict === 'unknown' ? undefined : verdict
  }

  keep(hash: string, verdict: Verdict): void {
    if (this.known(hash)) return
    this.#known.set(hash, verdict)
    appendFileSync(this.#file, `${JSON.stringify([hash, verdict])}\n`)
  }

  finish(): void {
    rmSync(this.#file, { force: true })
  }

  #read(line: string): void {
    const json = jsonOf(line)
    const [hash, verdict] = (json.kind === 'value' && Line.safeParse(json.value).data) || []
    if (hash !== undefined && verdict !== undefined) this.#known.set(hash, verdict)
  }
}
