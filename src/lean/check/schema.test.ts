import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { receiptSchema } from './receipt.ts'

const published = join(import.meta.dirname, '..', '..', '..', 'docs', 'receipt.schema.json')

it('publishes the schema of receipts as it is in the code', () => {
  const current = z.toJSONSchema(receiptSchema)
  if (process.env.ORCH_RECORD) writeFileSync(published, `${JSON.stringify(current, null, 2)}\n`)
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(JSON.parse(JSON.stringify(current)))
})
