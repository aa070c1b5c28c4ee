/** Declarations that were thought up against the kernel, one by one: `accepted.txt` and `rejected.txt`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KernelBudget } from '../budget.ts'
import { Kernel } from '../declare/kernel.ts'
import { parseDeclarations } from '../test-language.ts'
import { RULES, type Rule } from '../verdict.ts'
import { PRELUDE } from './pair.ts'

interface Case {
  readonly title: string
  readonly text: string
}

function read(file: string): Case[] {
  const blocks = readFileSync(join(import.meta.dirname, file), 'utf8').split(/^=== /m)
  return blocks.slice(1).map((block) => {
    const end = block.indexOf('\n')
    return { title: block.slice(0, end), text: block.slice(end + 1) }
  })
}

/** What becomes of the last declaration, after all others were accepted. */
function judge(text: string) {
  const kernel = new Kernel(new KernelBudget({ steps: 30_000_000 }))
  const isBare = text.startsWith('#bare')
  const source = isBare ? text.slice('#bare'.length) : `${PRELUDE}${text}`
  const all = parseDeclarations(kernel.context, source)
  const last = all.pop()
  if (!last) throw new Error('nothing to judge')
  for (const declaration of all) expect(kernel.add(declaration)).toEqual({ kind: 'accepted' })
  return kernel.add(last)
}

describe('right declarations', () => {
  it.each(read('accepted.txt'))('$title', ({ text }) => {
    expect(judge(text)).toEqual({ kind: 'accepted' })
  })
})

describe('wrong declarations', () => {
  it.each(read('rejected.txt'))('$title', ({ title, text }) => {
    const rule = title.slice(0, title.indexOf(':')) as Rule
    const outcome = judge(text)
    expect(outcome).toMatchObject({ kind: 'rejected', rule })
    expect(outcome).toMatchObject({ detail: expect.stringContaining(RULES[rule]) })
  })
})
