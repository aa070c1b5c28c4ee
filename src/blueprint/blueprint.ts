/** What a blueprint says: statements, what they use, which Lean declarations they stand for, and what is claimed. */

/** A piece of a file; offsets count UTF-16 units of its text. */
export interface FileSpan {
  readonly file: string
  readonly start: number
  readonly end: number
}

/** A statement or a proof: one environment of the text. */
export interface Block {
  /** `\begin{…}` with its optional argument. */
  readonly opening: FileSpan
  /** Labels named by `\uses` here. */
  readonly uses: readonly string[]
  readonly leanok: readonly FileSpan[]
}

export interface BlueprintNode {
  /** Its first label; without one, its first declaration, or where it stands. */
  readonly id: string
  /** The environment: `theorem`, `definition`. */
  readonly kind: string
  readonly title: string | undefined
  readonly labels: readonly string[]
  /** Of formulas and items inside it; who uses them uses the statement. */
  readonly innerLabels: readonly string[]
  readonly declarations: readonly string[]
  readonly statement: Block
  /** Where the last `\lean{…}` ends: a marker of the statement goes behind it. */
  readonly lean: FileSpan | undefined
  readonly proofs: readonly Block[]
  readonly notReady: boolean
  /** The text says that it is in Mathlib: not this project's to prove. */
  readonly mathlib: boolean
  readonly file: string
  readonly line: number
}

export interface BlueprintProblem {
  readonly file: string
  readonly line: number
  readonly message: string
}

export interface Blueprint {
  /** The text of every file that was read, by its path from the project. */
  readonly files: ReadonlyMap<string, string>
  readonly nodes: readonly BlueprintNode[]
  /** What LaTeX or a reader would stumble over; none of it stops the reading. */
  readonly problems: readonly BlueprintProblem[]
}

/** A definition has nothing to prove. */
export const isDefinition = ({ kind }: Pick<BlueprintNode, 'kind'>): boolean => kind === 'definition'
