/** The text of an exported file, and where in it each theorem stands. */

import { leanText, missingEnds } from '../goal/index.ts'
import { type Receipt, withScript } from '../lean/index.ts'
import type { StoredGoal } from '../ledger/index.ts'
import { shortHash } from './problem.ts'

export interface ExportEntry extends Pick<Receipt, 'preamble' | 'statement' | 'imports'> {
  readonly goal: StoredGoal
  readonly proof: Extract<Receipt['proof'], { script: string }>
  /** `theorem orch_name …`, as Lean wrote it. */
  readonly header: string
}

export interface PlacedProof {
  readonly entry: ExportEntry
  /** Lines from 1 on. */
  readonly first: number
  readonly last: number
  /** Where Lean is asked for its axioms. */
  readonly question: number
}

/** Core Lean has no ℕ and ℤ; a library's own win by priority, and these over those of Orch's own server. */
const NOTATION = (
  [
    ['ℕ', 'Nat'],
    ['ℤ', 'Int'],
  ] as const
).map(([sign, type]) => ({
  sign,
  line: `macro (priority := low + 1) "${sign}" : term => \`(${type})`,
}))

/**
 * Goals over the same definitions share a namespace with these; different definitions cannot clash. With `asking`,
 * every theorem is followed by the question what it stands on.
 */
export function renderFile(
  entries: readonly ExportEntry[],
  { asking = false } = {},
): { text: string; placed: PlacedProof[] } {
  const imports = [...new Set(entries.flatMap((entry) => entry.imports))].sort()
  const sources = entries.map(({ preamble, statement }) => `${preamble}${statement}`).join()
  const notation = NOTATION.filter(({ sign }) => sources.includes(sign)).map(({ line }) => line)
  const page = new Page()
  page.add([...imports.map((module) => `import ${module}`), ...notation].join('\n'))
  const placed: PlacedProof[] = []
  const groups = Map.groupBy(entries, (entry) => leanText(entry.preamble).trim())
  // Those without definitions first: instances and macros of a preamble reach whatever comes after it.
  for (const [preamble, group] of [...groups].sort(([a], [b]) => Number(a !== '') - Number(b !== ''))) {
    const space = preamble ? `Orch.Over_${shortHash(preamble).slice(0, 10)}` : 'Orch'
    page.add(`namespace ${space}`)
    page.add(preamble)
    const written = new Set<string>()
    const names = new Set<string>()
    for (const entry of group) {
      for (const lemma of (entry.proof.lemmas ?? '').split('\n\n')) {
        if (!written.has(lemma)) page.add(lemma)
        written.add(lemma)
      }
      const name = uniqueName(entry.goal.id, names)
      const header = entry.header.replace('orch_name', () => name)
      const lines = page.add(`/-- ${docText(entry.goal.id)} -/\n${withScript(header, entry.proof.script)}`)
      const question = asking ? page.add(`#print axioms ${name}`).first : 0
      placed.push({ entry, ...lines, question })
    }
    for (const end of missingEnds(preamble)) page.add(end)
    page.add(`end ${space}`)
  }
  return { text: page.text, placed }
}

class Page {
  #parts: string[] = []
  #lines = 0

  /** Adds a paragraph and says on which lines it stands. */
  add(paragraph: string): { first: number; last: number } {
    const text = paragraph.trimEnd()
    const first = this.#lines + 1
    if (text !== '') {
      this.#parts.push(`${text}\n\n`)
      this.#lines += text.split('\n').length + 1
    }
    return { first, last: this.#lines }
  }

  get text(): string {
    return `${this.#parts.join('').trimEnd()}\n`
  }
}

/** A goal's name is anybody's text: it must not end the comment it stands in. */
function docText(id: string): string {
  return id.replaceAll('-/', '- /').replaceAll('/-', '/ -')
}

function uniqueName(id: string, taken: Set<string>): string {
  const base = id.replace(/[^\p{L}\p{N}_]+/gu, '_').replace(/^(?=\p{N})/u, 'goal_') || 'goal'
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`
  taken.add(name)
  return name
}
