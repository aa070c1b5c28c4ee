/** A project in a folder of its own, with the real Lean and a real ledger, for the tests of this folder. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadConfig } from '../config/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { strategiesByName } from '../strategies/index.ts'
import { type FillProjectOptions, type FillResult, fillProject } from './fill.ts'
import { openProject } from './project.ts'

export class TestProject implements AsyncDisposable {
  readonly root: string
  readonly #home: string
  #ledger: Promise<Ledger> | undefined

  constructor(files: Readonly<Record<string, string>>) {
    this.root = mkdtempSync(join(tmpdir(), 'orch-fill-'))
    this.#home = mkdtempSync(join(tmpdir(), 'orch-fill-home-'))
    for (const [name, text] of Object.entries(files)) this.write(name, text)
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.root, name)), { recursive: true })
    writeFileSync(join(this.root, name), text)
  }

  read(name: string): string {
    return readFileSync(join(this.root, name), 'utf8')
  }

  get cacheFolder(): string {
    return join(this.#home, 'fill')
  }

  ledger(): Promise<Ledger> {
    this.#ledger ??= openLedger({ home: this.#home })
    return this.#ledger
  }

  async options(
    lean: { readonly pool: LeanPool; readonly checker: Checker },
    strategies: readonly string[] = ['micro'],
  ): Promise<Omit<FillProjectOptions, 'project'>> {
    return {
      lean,
      ledger: await this.ledger(),
      config: loadConfig({ env: { ORCH_HOME: this.#home } }).config,
      strategies: strategiesByName(strategies),
      lanes: { light: 2, heavy: 1 },
      rounds: 1,
      timeoutSeconds: 300,
      cacheFolder: this.cacheFolder,
      signal: new AbortController().signal,
    }
  }

  async fill(
    lean: { readonly pool: LeanPool; readonly checker: Checker },
    more: Partial<FillProjectOptions> & { readonly names?: readonly string[] } = {},
  ): Promise<FillResult> {
    const { names, ...options } = more
    return fillProject({ ...(await this.options(lean, names)), project: openProject(this.root), ...options })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#ledger)?.close()
    for (const folder of [this.root, this.#home]) rmSync(folder, { recursive: true, force: true })
  }
}
