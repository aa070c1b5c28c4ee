/** The theorems of a Lean file, read without Lean: where they stand, what they say, and their proofs as text. */
import { declarationHead } from './declaration-head.ts'
import { readHeader, withoutHeader } from './header.ts'
import { blankComments } from './lean-scan.ts'

export interface FileTheorem {
  readonly name: string
  /** Of the theorem in the file, from 1. */
  readonly line: number
  /** The file before it, without its imports. */
  readonly preamble: string
  /** Of that, only what opens scopes and names what is in them: all it takes where the declarations are imported. */
  readonly scopes: string
  readonly statement: string
  /** The statement with nothing declared: `example` in the place of the keyword and the name. */
  readonly example: string
  readonly proof: string
}

export interface TacticProof extends Omit<FileTheorem, 'proof'> {
  readonly script: string
}

/** Theorems of a file that are proved by tactics, in their order. */
export function tacticProofs(text: string): TacticProof[] {
  return theoremsIn(text).flatMap(({ proof, ...theorem }) => {
    const by = /^\s*by\b/.exec(proof)
    return by ? [{ ...theorem, script: flushLeft(proof.slice(by[0].length)) }] : []
  })
}

const SCOPE_WORD =
  /^(?:public |noncomputable |meta |@\[expose\] )*(?:namespace|section|end|open|variable|universe|include|omit|set_option)\b/
/** `open Foo in` and `set_option … in`: for the next command only. */
const FOR_NEXT = /^(?:open|set_option|variable|include|omit)\b.*\sin$/

/** A command begins at the left margin, and its proof behind the first `:=` outside of brackets. */
export function theoremsIn(text: string): FileTheorem[] {
  const blank = blankComments(text)
  const { end } = readHeader(text)
  const body = withoutHeader(text)
  const starts = [...blank.matchAll(/^(?=[^\s|)⟩}\]])/gm)].map(({ index }) => index)
  let scopes = ''
  let forNext: { readonly start: number; readonly text: string } | undefined
  return starts.flatMap((start, number) => {
    const command = text.slice(start, starts[number + 1])
    const plain = blank.slice(start, starts[number + 1])
    const own = forNext
    const only = plain.trimEnd()
    forNext = FOR_NEXT.test(only)
      ? { start: own?.start ?? start, text: `${own?.text ?? ''}${only.slice(0, -' in'.length)}\n` }
      : undefined
    const before = scopes + (own?.text ?? '')
    if (start >= end && !forNext && SCOPE_WORD.test(only)) scopes += `${only}\n`
    const head = declarationHead(command)
    if (typeof head !== 'object' || head.keyword === 'example') return []
    const name = /^\s*([^\s:({[⦃]+)/.exec(plain.slice(head.end))?.[1]
    const sign = [...plain.matchAll(/:=/g)].find(({ index }) => depthAt(plain, index) === 0)
    if (!sign || name === undefined) return []
    const statement = command.slice(0, sign.index).trimEnd()
    return [
      {
        name,
        line: text.slice(0, start).split('\n').length,
        preamble: body.slice(0, own?.start ?? start) + (own?.text ?? ''),
        scopes: before,
        statement,
        example: `example ${statement.slice(command.indexOf(name, head.end) + name.length).trimStart()}`,
        proof: command.slice(sign.index + sign[0].length),
      },
    ]
  })
}

function depthAt(text: string, end: number): number {
  let depth = 0
  for (const character of text.slice(0, end)) {
    if ('([{⟨'.includes(character)) depth += 1
    if (')]}⟩'.includes(character)) depth -= 1
  }
  return depth
}

/** Tactics moved to the left margin; what stands on the line of the `by` is there already. */
function flushLeft(block: string): string {
  const [first = '', ...rest] = block.trimEnd().split('\n')
  const indents = rest
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const least = Math.min(...indents, Number.MAX_SAFE_INTEGER)
  const moved = rest.map((line) => line.slice(Math.min(least, line.length)))
  return [first.trim(), ...moved].join('\n').replace(/^\n+/, '')
}
