/** What Lean says a goal is about, and what it finds by computing with its functions. */
import { z } from 'zod'

export type Shape =
  | { sort: true }
  | { other: true }
  | { local: string }
  /** Counts binders outwards from where it stands. */
  | { bound: number }
  | { arrow: [Shape, Shape] }
  | { const: string; arguments: Shape[] }

/** The outline of a type. */
const shape: z.ZodType<Shape> = z.lazy(() =>
  z.union([
    z.object({ sort: z.literal(true) }),
    z.object({ other: z.literal(true) }),
    z.object({ local: z.string() }),
    z.object({ bound: z.number() }),
    z.object({ arrow: z.tuple([shape, shape]) }),
    z.object({ const: z.string(), arguments: z.array(shape) }),
  ]),
)

export const survey = z.object({
  variables: z.array(
    z.object({
      name: z.string(),
      isProof: z.boolean(),
      isInstance: z.boolean(),
      isAccessible: z.boolean(),
      shape,
      /** The inductive type it belongs to, and whether that type refers to itself. */
      inductive: z.string().nullable(),
      recursive: z.boolean(),
    }),
  ),
  /** Terms of the goal that call one of the user's own functions, inner ones first. */
  calls: z.array(
    z.object({
      text: z.string(),
      function: z.string(),
      /** How often it stands in the goal and its hypotheses, and whether in the goal itself. */
      count: z.number(),
      inTarget: z.boolean(),
      recursive: z.boolean(),
      /** Head of the result's type. */
      result: z.string().nullable(),
      /** Those that are written out: the name of each that is a variable, null for any other term. */
      arguments: z.array(z.string().nullable()),
      onVariables: z.boolean(),
    }),
  ),
  /**
   * The definitions that the user has written and that the goal stands on, directly or through others. This name and all
   * others of the user's are spelled so that a tactic on this goal means just that.
   */
  definitions: z.array(z.object({ name: z.string(), recursive: z.boolean() })),
  types: z.array(
    z.object({
      name: z.string(),
      params: z.number(),
      recursive: z.boolean(),
      own: z.boolean(),
      /** Whether its members are proofs. */
      predicate: z.boolean(),
      /** Whether a definition takes it inside another type of the user's, as numbers in a list of numbers. */
      held: z.boolean(),
      constructors: z.array(
        z.object({ name: z.string(), fields: z.array(z.object({ shape, explicit: z.boolean() })) }),
      ),
    }),
  ),
  /**
   * Theorems of the preamble that speak of what the goal is about, without those that Lean derives for definitions and
   * types; the nearest first. Those without a proof are left out, unless they are `given`.
   */
  theorems: z.array(z.string()),
  /** Theorems whose left side is a variable: as rewriting rules they would be tried on every term. */
  broad: z.array(z.string()),
  /** Those among the theorems that `grind` does not take, where somebody has asked it. */
  patternless: z.array(z.string()).optional(),
  /** Whether the goal says what a Boolean test comes to, or a hypothesis does. */
  aboutTests: z.boolean(),
})
export type Survey = z.infer<typeof survey>
export type SurveyVariable = Survey['variables'][number]

/** What a variable, instance or hypothesis of a statement is given in a counterexample. */
export const givenValue = z.union([
  z.object({ kind: z.literal('proof') }),
  z.object({ kind: z.literal('fixed'), text: z.string() }),
  z.object({ kind: z.literal('data'), name: z.string(), text: z.string() }),
])
export type GivenValue = z.infer<typeof givenValue>

/** A law about the functions behind a goal that holds for small values. */
export const foundLaw = z.object({
  /** Text that Lean reads as this law. */
  statement: z.string(),
  /** Everything bound in front, and the data that an induction may be on. */
  names: z.array(z.string()),
  data: z.array(z.string()),
  /** Calls in it whose recursion an induction may follow, and the variables that each is on. */
  calls: z.array(z.object({ text: z.string(), on: z.array(z.string()) })),
  conditional: z.boolean(),
  /** The law as an instance of the class of its schema, and the variables in front of that. */
  instance: z.object({ type: z.string(), parameters: z.array(z.string()) }).nullable(),
  /** False where no values could be computed. */
  tested: z.boolean(),
})
export type FoundLaw = z.infer<typeof foundLaw>

/** What a goal says when `other` stands in place of all occurrences of a variable but the first on each side. */
export const toldApart = z.object({
  /** Text that Lean reads, in the goal, as the law for all values of `other`. */
  law: z.string(),
  variable: z.string(),
  other: z.string(),
})
export type ToldApart = z.infer<typeof toldApart>
