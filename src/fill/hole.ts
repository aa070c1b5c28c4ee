/** A `sorry` or `admit` of a project, and what elaborating its file says about everything around it. */
import type { ShownOutcome } from '../attempt.ts'
import type { LeanDeclaration, LeanMessage } from '../lean/index.ts'
import type { TextSpan } from './text-lines.ts'

export interface Hole {
  /** `Shapes.Tree/size_mirror/1`: module, declaration, and which of its holes. Stays when lines move. */
  readonly id: string
  readonly module: string
  /** Absolute. */
  readonly file: string
  /** From the project's root. */
  readonly path: string
  /** Where `sorry` stands in the file. */
  readonly span: TextSpan
  /** The declaration around it in full, as Lean names it. */
  readonly declaration: string | null
  /** Which command of the file it is in. */
  readonly command: number
  /** The goal with its hypotheses, as Lean shows it. */
  readonly goal: string
  /** Equal for the same goal in the same environment: text before it, imports, toolchain. */
  readonly key: string
  readonly isTactic: boolean
  /** False where a value is wanted: what value is for the author to say. */
  readonly isProof: boolean
  /** The blanks at the beginning of its line. */
  readonly indentation: string
  /** 0 (easy) to 1 (hard). */
  readonly difficulty: number
  /** Why it is not searched, if it is not: its declaration has errors, or a value is wanted. */
  readonly unsearchable?: string | undefined
  /** How the last attempts on it ended, if there were any. */
  readonly lastOutcome?: LastOutcome | undefined
}

/** A declaration as its author calls it: Lean puts the module before the name of a private one. */
export function shownName(declaration: string): string {
  return declaration.replace(/^_private\.(?:.*?\.)??0\./, '')
}

export interface LastOutcome {
  readonly outcome: ShownOutcome
  readonly strategy: string
  readonly seconds: number
  readonly counterexample?: string | undefined
}

export interface CommandSpan extends TextSpan {
  readonly kind: string
}

/** A file of the project as Lean elaborated it. */
export interface ModuleReport {
  readonly module: string
  readonly path: string
  readonly hash: string
  readonly commands: readonly CommandSpan[]
  readonly declarations: readonly LeanDeclaration[]
  readonly holes: readonly Hole[]
  readonly errors: readonly LeanMessage[]
  /** Why Lean could not elaborate the file at all. */
  readonly failure?: string | undefined
}
