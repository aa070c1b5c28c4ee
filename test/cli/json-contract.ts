/** Holds what a command printed with `--json` to its schema, strictly: a field that the schema lacks is an error here. */
import * as z from 'zod'
import { type CommandName, commandOutputs } from '../../src/api/index.ts'

/** Throws unless `stdout` is what these arguments call for. Nothing at all is fine: some commands are stopped. */
export function assertContract(args: readonly string[], stdout: string): CommandName | undefined {
  if (!args.includes('--json') || args.includes('--help') || stdout.trim() === '') return undefined
  const name = commandOf(args)
  // `arc run` prints one object more for each dataset that it is asked to build.
  const isMany = name === 'arc run'
  const schema = isMany
    ? z.union([commandOutputs[name], commandOutputs['arc dataset']])
    : commandOutputs[name]
  const answers = isMany ? stdout.split(/(?<=^\})\n/m).filter(Boolean) : [stdout]
  let isError = false
  for (const answer of answers.map((text) => JSON.parse(text) as unknown)) {
    isError = failed.safeParse(answer).success
    const found = strict(isError ? commandOutputs.error : schema).safeParse(answer)
    if (!found.success)
      throw new Error(`orch ${args.join(' ')} breaks the schema '${name}':\n${z.prettifyError(found.error)}`)
  }
  return isError ? 'error' : name
}

const failed = z.object({ outcome: z.literal('error'), error: z.object({ code: z.string() }) })

/** The answer may depend on an option too; `premises` alone is a search. */
function commandOf(args: readonly string[]): CommandName {
  const [first = '', second = ''] = args
  const names = [
    ...args.filter((arg) => arg.startsWith('--')).map((option) => `${first} ${option}`),
    `${first} ${second}`,
    first,
    `${first} search`,
  ]
  const name = names.find((one): one is CommandName => Object.hasOwn(commandOutputs, one))
  if (name === undefined) throw new Error(`src/api/commands has no schema for: orch ${args.join(' ')}`)
  return name
}

/** The same schema, and no field besides those it names, at any depth. */
function strict(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject)
    return z.strictObject(
      Object.fromEntries(Object.entries(schema.shape).map(([key, one]) => [key, strict(one)])),
    )
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element))
  if (schema instanceof z.ZodNullable) return strict(schema.unwrap()).nullable()
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap()).optional()
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(strict))
  if (schema instanceof z.ZodRecord) return z.record(schema.keyType, strict(schema.valueType))
  return schema as z.ZodType
}
