import type { PartName, ProgramName } from './program.ts'

/** What a Lean process is started with. Paths in `scratch` are host paths. */
export interface LaunchOptions {
  readonly program: ProgramName
  /** A folder of the process's own, the only place where it may write. */
  readonly scratch: string
  /** Requests that Lean works on at the same time. */
  readonly threads: number
}

export interface Launch {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Where `scratch` is, as Lean sees it. */
  readonly scratchInLean: string
}

/** A part of the search program that a Lean did not compile: what needs it is switched off. */
export interface MissingPart {
  readonly part: PartName
  /** Lean's own words. */
  readonly error: string
}

/** One way of running Lean. Both ways run the same Lean programs and speak the same protocol. */
export interface LeanToolchain {
  readonly kind: 'embedded' | 'native'
  /** Modules that environment 0 of every process has imported. */
  readonly modules: readonly string[]
  /** Changes with anything that can change what Lean answers: version, library, project. */
  readonly fingerprint: string
  /** Changes with Lean and its library alone, not with Orch's search program: what a receipt names. */
  readonly library: string
  /** Whether proofs of library theorems are there, so that their axioms can be listed too. */
  readonly hasLibraryProofs: boolean
  readonly missing: readonly MissingPart[]
  /** Where the source of Lean's own library is; undefined where only the compiled library is there. */
  librarySource(): Promise<string | undefined>
  launch(options: LaunchOptions): Launch
}
