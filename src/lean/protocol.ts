/**
 * The whole conversation between Orch and its Lean programs (`lean/`), one JSON object per line. The search
 * program serves everything but `judge`, which is all that the verdict program does.
 *
 * The first line from Lean is `{"hello": …}`. After that each request `{"id", "cmd", …}` gets exactly
 * one reply with its id, in any order: `{"id", "ok", …}` or `{"id", "error", …}`. States and
 * environments are numbers that live in one Lean process until dropped. Everything Lean sends is
 * validated here; what does not fit means that the process cannot be trusted any more.
 *
 * Requests are in `requests.ts`; replies are here, those about goals in `survey.ts`, and the tables of
 * declarations, which go both ways, in `exported-data.ts`.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { proofData, statementData } from './exported-data.ts'
import type { LeanCommandName } from './requests.ts'
import { foundLaw, givenValue, survey, toldApart } from './survey.ts'

export const PROTOCOL_VERSION = 2

const position = z.object({
  /** Counted from 1. */
  line: z.number(),
  /** Counted from 0, in Unicode characters. */
  column: z.number(),
})
export type TextPosition = z.infer<typeof position>

const leanMessage = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  start: position,
  end: position.nullable(),
  text: z.string(),
})
export type LeanMessage = z.infer<typeof leanMessage>

const hypothesis = z.object({
  name: z.string(),
  type: z.string(),
  value: z.string().nullable(),
  isProof: z.boolean(),
  isInstance: z.boolean(),
  /** False for names shown with a dagger, which a tactic cannot mention. */
  isAccessible: z.boolean(),
  /** Whether it is a proof that concludes an equation or an equivalence: one to rewrite with. */
  isEquation: z.boolean(),
  /** Whether it is data that neither the target nor any other hypothesis mentions. */
  isIdle: z.boolean(),
})

const goal = z.object({
  case: z.string().nullable(),
  text: z.string(),
  /** With `structured`. */
  hypotheses: z.array(hypothesis).optional(),
  target: z.string().optional(),
  /** Whether the target can be written down: nothing in it is open or without a name. */
  isWritable: z.boolean().optional(),
  head: z.string().nullable().optional(),
  /**
   * With `keys`: equal for goals that differ in names and order of independent hypotheses only. Lean sends the
   * closed form itself, of which this is the SHA-256.
   */
  key: z
    .string()
    .transform((closed) => createHash('sha256').update(closed).digest('hex'))
    .optional(),
})
export type DojoGoal = z.infer<typeof goal>

const proofState = z.object({ state: z.number(), goals: z.array(goal) })

const statement = z.object({
  /** Full name, with the namespace the preamble left open. */
  name: z.string(),
  /** As this process prints it, with the preamble's own notation. */
  type: z.string(),
  /** With `tables`: the statement as data, and the closed form of its type alone. */
  tables: statementData.optional(),
  canonical: z.string().optional(),
  /** The theorem text that was elaborated, and the bytes of it that are the signature. */
  source: z.string(),
  start: z.number(),
  stop: z.number(),
})
export type StatementReply = z.infer<typeof statement>

const hole = z.object({
  ...proofState.shape,
  start: position.nullable(),
  end: position.nullable(),
  declaration: z.string().nullable(),
  isTactic: z.boolean(),
  /** False where a value is wanted, as in `def f : Nat := sorry`. */
  isProof: z.boolean(),
})

const command = z.object({ start: position.nullable(), end: position.nullable(), kind: z.string() })

const declaration = z.object({
  name: z.string(),
  kind: z.enum(['theorem', 'definition', 'opaque', 'axiom']),
  /** Index of its command. */
  command: z.number(),
  /** Made by Lean for another declaration. */
  isInternal: z.boolean(),
  /** Hash of its type. */
  type: z.number(),
  /** Of a theorem with a `sorry` in it: the elaborated type as data, as in a statement. */
  canonical: z.string().nullable(),
  hasSorry: z.boolean(),
  /** The constants that it mentions and that are not imported. */
  uses: z.array(z.string()),
})
export type LeanDeclaration = z.infer<typeof declaration>

/** A declaration behind a statement that is not the library's. Type and value with `explain`. */
const ownDeclaration = z.strictObject({
  name: z.string(),
  kind: z.string(),
  type: z.string().nullable().optional(),
  value: z.string().nullable().optional(),
})
export type OwnDeclaration = z.infer<typeof ownDeclaration>

/** The reply to each request. */
export const replies = {
  /** Answered by the reader thread, also while every worker is busy. */
  ping: z.object({}),
  memory: z.object({ heapBytes: z.number().nullable(), rssBytes: z.number().nullable() }),
  /** Asks Lean to stop the request `target`; that request then answers `cancelled`. */
  cancel: z.object({}),
  /** Starts a proof of a statement. */
  goal: z.object({ ...proofState.shape, ...statement.shape }),
  /** Runs a tactic sequence on the first goal of a state; the old state stays. */
  tactic: z.object({ ...proofState.shape, messages: z.array(leanMessage) }),
  /** The goals of a state again, in more detail; makes a new state. */
  goals: proofState,
  /** The first goal of a state as a closed statement, plain and with every argument shown. */
  restate: z.object({ plain: z.string(), explicit: z.string() }),
  /** What the first goal of a state is about. */
  survey,
  /** Values for which the first goal of a state is false. */
  counterexample: z.object({
    tried: z.number(),
    /** Trials that came to no value. */
    unknown: z.number(),
    counterexample: z.array(givenValue).nullable(),
    /** What the two sides of the conclusion come to for these values, where it has two. */
    sides: z.tuple([z.string(), z.string()]).nullable(),
  }),
  /** What the first goal of a state says with a variable in several places told apart, unless it fails for small values. */
  occurrences: z.object({ laws: z.array(toldApart) }),
  /** Lemmas at the beginning of a finished proof that it does not use. */
  unused: z.object({ names: z.array(z.string()) }),
  /** Equations among the functions behind the first goal of a state that hold for a dozen choices of values. */
  explore: z.object({ terms: z.number(), equations: z.array(foundLaw) }),
  /** Schemas of laws filled with the functions behind the first goal of a state, those that fail for small values left out. */
  laws: z.object({ total: z.number(), seen: z.number(), laws: z.array(foundLaw) }),
  drop: z.object({}),
  /** Elaborates text after an environment, or after its own header. */
  file: z.object({
    /** Null if the header failed. */
    env: z.number().nullable(),
    messages: z.array(leanMessage),
    holes: z.array(hole),
    /** With `commands`: where each command stands, and every constant that they declared. */
    commands: z.array(command).optional(),
    declarations: z.array(declaration).optional(),
    /** With `steps`: the goals before and after each tactic, outer tactics before inner ones. */
    steps: z
      .array(
        z.object({ start: position, end: position, before: z.array(z.string()), after: z.array(z.string()) }),
      )
      .optional(),
  }),
  /** What stands at a byte of a text: the tactic with the goals before and after it, the smallest term. */
  inspect: z.object({
    tactic: z
      .object({ ...proofState.shape, after: z.array(goal), start: position, end: position })
      .nullable(),
    term: z
      .object({
        start: position,
        end: position,
        text: z.string().nullable(),
        type: z.string().nullable(),
        /** What the place wants. */
        expected: z.string().nullable(),
        /** Of a constant. */
        name: z.string().nullable(),
        kind: z.string().nullable(),
      })
      .nullable(),
  }),
  /** Loads an environment for a set of imports, or finds it loaded. */
  import: z.object({ env: z.number() }),
  /** Which tactic texts parse here. */
  tactics: z.object({ known: z.array(z.boolean()) }),
  premises: z.object({ premises: z.array(z.object({ name: z.string(), score: z.string() })) }),
  /** Writes the theorems of the environment to a file, one JSON object per line. */
  corpus: z.object({ theorems: z.number(), modules: z.number() }),
  /** Writes every constant of the environment to a file, as `lean/Orch/Search/Library.lean` says. */
  library: z.object({ constants: z.number() }),
  /** What Lean's kernel says to each of some declarations, alone: nothing if it accepts it, its reason if not. */
  kernel: z.object({ verdicts: z.array(z.string()) }),
  /** Elaborates a candidate and exports its proof; untrusted. Null if the text has errors or no such theorem. */
  export: z.object({ messages: z.array(leanMessage), proof: proofData.nullable() }),
  /** Verdict program: whether the declarations of a proof prove a statement. Without a proof, about the statement. */
  judge: z.union([
    z.strictObject({
      accepted: z.literal(true),
      /** False where there was no proof to judge, only the statement. */
      proved: z.boolean(),
      axioms: z.array(z.string()),
      /** How many declarations the kernel was given and accepted. */
      declarations: z.number(),
      /** The statement in the library's own notation. */
      type: z.string(),
      /** With every argument, where that was asked for or the plain form could mislead. */
      explicit: z.string().nullable(),
      own: z.array(ownDeclaration),
    }),
    z.strictObject({ accepted: z.literal(false), reason: z.string(), detail: z.string() }),
  ]),
} as const

export type ReplyTo<C extends LeanCommandName> = z.infer<(typeof replies)[C]>
export type FileReply = ReplyTo<'file'>
export type InspectReply = ReplyTo<'inspect'>

const failure = z.object({
  kind: z.enum([
    'bad_request', // the request itself is wrong: a defect of ours
    'parse', // not Lean syntax
    'lean', // Lean says no
    'heartbeats', // out of heartbeats
    'cancelled',
    'incomplete', // no goals left, but no whole proof either
    'unknown_state',
    'unknown_env',
    'malformed', // exported terms that no exporter writes
    'unavailable', // a part of the program that this Lean did not compile
    'runs_code', // refused before it was elaborated: it may run code of its own
    'internal',
  ]),
  message: z.string(),
  position: position.nullable(),
})
export type LeanFailure = z.infer<typeof failure>

export const hello = z.object({
  hello: z.object({
    protocol: z.number(),
    lean: z.string(),
    githash: z.string(),
    modules: z.array(z.string()),
  }),
})
export type Hello = z.infer<typeof hello>['hello']

export const envelope = z.object({
  /** Null where Lean could not read an id. */
  id: z.number().nullable(),
  ok: z.unknown().optional(),
  error: failure.optional(),
  wallMicros: z.number().optional(),
  cpuMicros: z.number().nullable().optional(),
  /** How many sets of imports this process has loaded so far. */
  imports: z.number().optional(),
})
