import { z } from 'zod'
import { SCHEMAS } from './schema.ts'

/** Every published schema as JSON Schema text, by file name. */
export function publishedSchemas(): { name: string; text: string }[] {
  return Object.entries(SCHEMAS).map(([name, schema]) => ({
    name: `${name}.schema.json`,
    text: `${JSON.stringify({ title: name, ...z.toJSONSchema(schema) }, null, 2)}\n`,
  }))
}
