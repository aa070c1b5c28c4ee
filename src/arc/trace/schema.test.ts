import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checked, indexRowSchema, parseRow, publishedSchemas } from './index.ts'

const folder = new URL('../../../docs/arc/schemas/', import.meta.url)

describe('the schemas of rows', () => {
  it('are published as the code has them', () => {
    const published = publishedSchemas()
    expect(readdirSync(folder).sort()).toEqual(published.map(({ name }) => name).sort())
    for (const { name, text } of published) {
      expect(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))).toEqual(JSON.parse(text))
    }
  })

  it('stop a row that does not fit before it is written', () => {
    const row = { task_id: 'a', file: 'f', status: 'solved' as const, iterations: -1, sha256: '' }
    expect(() => checked(indexRowSchema, row)).toThrow('iterations')
  })

  it('name file, line and field of a row that cannot be read', () => {
    expect(() => parseRow(indexRowSchema, '{"task_id":1}', 'x.jsonl', 7)).toThrow(
      'x.jsonl, line 7, field task_id',
    )
    expect(() => parseRow(indexRowSchema, '{', 'x.jsonl', 7)).toThrow(
      'x.jsonl, line 7, field (line): this is not JSON',
    )
  })
})
