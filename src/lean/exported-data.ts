/** Declarations as they leave one Lean process and enter another: plain tables, of which nothing is believed. */
import { z } from 'zod'

const index = z.int().nonnegative()
const cell = z.union([z.string(), index, z.array(index)])

/** Terms as plain data: each row names earlier ones by index. `lean/Orch/Verdict/Terms.lean` says which rows there are. */
const terms = {
  names: z.array(z.tuple([index, z.union([z.string(), index])])),
  levels: z.array(z.tuple([z.string()], index)),
  exprs: z.array(z.tuple([z.string()], cell)),
}

const constant = { name: index, levels: z.array(index), type: index }
const constructorRow = z.strictObject({ name: index, type: index })

/** Declarations in an order in which each depends on earlier ones only. */
const declarationRow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('axiom'), ...constant }),
  z.strictObject({ kind: z.literal('theorem'), ...constant, value: index }),
  z.strictObject({ kind: z.literal('opaque'), ...constant, value: index, unsafe: z.boolean() }),
  z.strictObject({
    kind: z.literal('definition'),
    ...constant,
    value: index,
    hints: z.union([z.enum(['opaque', 'abbrev']), index]),
    safety: z.enum(['safe', 'unsafe', 'partial']),
  }),
  z.strictObject({
    kind: z.literal('inductive'),
    levels: z.array(index),
    params: index,
    unsafe: z.boolean(),
    types: z.array(z.strictObject({ name: index, type: index, constructors: z.array(constructorRow) })),
  }),
])
export type DeclarationRow = z.infer<typeof declarationRow>

/** A statement with every declaration behind it that is not the library's. */
export const statementData = z.strictObject({
  ...terms,
  declarations: z.array(declarationRow),
  type: index,
  levelParams: z.array(index),
})
export type StatementData = z.infer<typeof statementData>

/** A theorem with every declaration behind it that is not the library's. */
export const proofData = z.strictObject({ ...terms, declarations: z.array(declarationRow), theorem: index })
export type ProofData = z.infer<typeof proofData>
