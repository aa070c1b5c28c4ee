/** The types that hold what a command prints with `--json` to its schema in `src/api`. */
import type * as z from 'zod'
import type { CommandName, commandOutputs } from '../api/index.ts'

/** What a command may print. Values are only read, so arrays of theirs may be readonly. */
export type CommandAnswer<Name extends CommandName> = Readable<z.input<(typeof commandOutputs)[Name]>>

type Readable<T> = T extends readonly (infer Item)[]
  ? readonly Readable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Readable<T[Key]> }
    : T

/**
 * Makes a field that the schema does not name an error of types, which TypeScript by itself allows. It is intersected
 * with the type of the answer: `unknown` adds nothing where every field is in the schema; where one is not, the
 * answer would need a field that no value has.
 */
export type NothingElse<Value, Allowed> = [Extra<Value, Allowed>] extends [never]
  ? unknown
  : { readonly 'not in the schema': Extra<Value, Allowed> }

/** Names of fields, at any depth, that the schema does not have. */
type Extra<Value, Allowed> = unknown extends Allowed
  ? never
  : Value extends readonly (infer Item)[]
    ? Extra<Item, ItemOf<Allowed>>
    : Value extends object
      ? {
          [Key in keyof Value]-?: Key extends KeyOf<Allowed> ? Extra<Value[Key], At<Allowed, Key>> : Key
        }[keyof Value]
      : never

type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never
type KeyOf<T> = T extends object ? keyof T : never
type At<T, Key> = T extends object ? (Key extends keyof T ? T[Key] : never) : never
