import { existsSync } from 'node:fs'
import { OrchError } from '../errors.ts'
import { type Ledger, type LedgerOptions, ledgerPath, openLedger } from '../ledger/index.ts'

/**
 * The way to the ledger. It may be unreachable, newer than this program or removed while the server runs: then every
 * request says so, and the next one tries again.
 */
export class LedgerConnection implements AsyncDisposable {
  readonly #options: LedgerOptions
  readonly #file: string | undefined
  #opening: Promise<Ledger> | undefined

  constructor(options: LedgerOptions) {
    this.#options = options
    this.#file = options.databaseUrl ? undefined : ledgerPath(options.home)
  }

  async open(): Promise<Ledger> {
    if (this.#opening && this.#file !== undefined && !existsSync(this.#file)) {
      await this.close()
      throw new OrchError('ledger-missing', `The ledger ${this.#file} is gone.`, {
        hint: 'Put it back; or ask again, and an empty one is made.',
      })
    }
    this.#opening ??= openLedger(this.#options)
    try {
      return await this.#opening
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    const ledger = await opening?.catch(() => undefined)
    await ledger?.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
