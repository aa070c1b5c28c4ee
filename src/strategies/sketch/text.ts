/** Outlines as text: what of a model's answer is one, and how proofs are put in place of its holes. */
import { declarationHead } from '../../goal/index.ts'
import type { DojoHole } from '../../lean/index.ts'

export interface Filling {
  readonly hole: Pick<DojoHole, 'start' | 'end' | 'isTactic'>
  /** Tactics for the goal of the hole. */
  readonly proof: string
}

/** The outline with proofs in place of some of its holes. */
export function fillHoles(outline: string, fillings: readonly Filling[]): string {
  // Positions count characters, not code units; and what comes last is filled first, so that they stay true.
  const lines = outline.split('\n').map((line) => [...line])
  const lastFirst = ({ hole: one }: Filling, { hole: other }: Filling): number =>
    other.start.line - one.start.line || other.start.column - one.start.column
  for (const { hole, proof } of fillings.toSorted(lastFirst)) {
    const { start, end, isTactic } = hole
    const before = lines[start.line - 1]?.slice(0, start.column) ?? []
    const after = lines[end.line - 1]?.slice(end.column) ?? []
    // Alone in its block it may take lines of its own.
    const isAlone = isTactic && after.join('').trim() === '' && /^\s*(?:·\s*)?$/.test(before.join(''))
    const text = isAlone ? aligned(proof, before.length) : inPlace(proof, before.length, isTactic)
    const filled = `${before.join('')}${text}${after.join('')}`.split('\n').map((line) => [...line])
    lines.splice(start.line - 1, end.line - start.line + 1, ...filled)
  }
  return lines.map((line) => line.join('')).join('\n')
}

/** In parentheses, so that it does not matter what stands around. */
function inPlace(proof: string, column: number, isTactic: boolean): string {
  const opening = isTactic ? '(' : '(by '
  return `${opening}${aligned(proof, column + opening.length)})`
}

/** Every tactic in the column of the first. */
function aligned(proof: string, column: number): string {
  return proof.trimEnd().replace(/\n(?=.)/g, `\n${' '.repeat(column)}`)
}

/** Words that run code of their own while Lean reads them: nobody asked a model for a program. */
const RUNS_CODE = /\b(?:run_tac|run_elab|run_meta|run_cmd|by_elab|native_decide|include_str|unsafe)\b/

/**
 * The tactics in a piece of Lean text: a block of tactics as it is, or what stands after `:= by` in its last theorem.
 * Undefined if there are none, or if they would run code.
 */
export function outlineIn(code: string): string | undefined {
  if (RUNS_CODE.test(code)) return undefined
  const theorem = lastTheorem(code)
  const from = theorem === undefined ? code : afterSignature(code.slice(theorem))
  if (from === undefined) return undefined
  const body = dedent(from.replace(/^\s*by\b[ \t]*(?=\n|\S)/, ''))
  return body === '' ? undefined : body
}

/** Where the last line begins that declares a theorem, perhaps behind an attribute. */
function lastTheorem(code: string): number | undefined {
  let last: number | undefined
  let offset = 0
  for (const line of code.split('\n')) {
    const head = declarationHead(line)
    if (head !== undefined && head !== 'unfinished') last = offset
    offset += line.length + 1
  }
  return last
}

function afterSignature(theorem: string): string | undefined {
  const by = /:=\s*by\b[ \t]*/.exec(theorem)
  if (by) return theorem.slice(by.index + by[0].length)
  const term = /:=\s*(\S[\s\S]*)$/.exec(theorem)
  return term?.[1] === undefined ? undefined : `exact (${term[1].trimEnd()})`
}

function dedent(text: string): string {
  const lines = text.replace(/\t/g, '  ').trimEnd().split('\n')
  while (lines[0]?.trim() === '') lines.shift()
  const [first = '', ...others] = lines
  const depth = (line: string): number => line.length - line.trimStart().length
  const inner = others.filter((line) => line.trim() !== '')
  const least = Math.min(...inner.map(depth))
  // `by tactic` on one line: the lines below it are indented, the first is not.
  const shift = depth(first) === 0 && inner.length > 0 ? least : Math.min(depth(first), least)
  const cut = Number.isFinite(shift) ? shift : depth(first)
  return [first.slice(Math.min(cut, depth(first))), ...others.map((line) => line.slice(cut))]
    .join('\n')
    .trimEnd()
}
