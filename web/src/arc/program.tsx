import type { ReactNode } from 'react'
import { findLocus, headWordOf, type List, type Node, readProgram } from './program-tree.ts'

/** Parts that begin a line of their own. */
const LINES = new Set(['view', 'stack', 'pipe', 'cells', 'layer', 'row', 'keys', 'otherwise'])

/** A program with its lines indented and the blamed place marked. */
export function ProgramText({ text, blame }: { readonly text: string; readonly blame?: string | null }) {
  const program = readProgram(text)
  if (!program) return <pre className="lean-block program">{text}</pre>
  const marked = blame ? findLocus(program, blame) : undefined
  return (
    <>
      <pre className="lean-block program">{render(program, marked, 0, 'p')}</pre>
      {blame && (
        <p className="muted blame-note">
          The critic blames <code>{blame}</code>.
        </p>
      )}
    </>
  )
}

function render(node: Node, marked: List | undefined, depth: number, key: string): ReactNode {
  if (node.kind === 'word') return node.text
  const parts = node.children.map((child, index) => {
    const breaks = LINES.has(headWordOf(child))
    const space = index === 0 ? '' : breaks ? `\n${'  '.repeat(depth + 1)}` : ' '
    const inner = render(child, marked, breaks ? depth + 1 : depth, `${key}-${index}`)
    const isHead = index === 0 && child.kind === 'word'
    return [
      space,
      isHead ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one program never move
        <span key={`${key}-${index}`} className="lean-tactic">
          {inner}
        </span>
      ) : (
        inner
      ),
    ]
  })
  const content = ['(', ...parts, ')']
  if (node !== marked) return content
  return (
    <mark key={key} className="blame">
      {content}
    </mark>
  )
}
