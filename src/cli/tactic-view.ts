/** What `orch tactic` shows: goals with what changed, errors with a caret, the tree of what was tried. */
import { type DojoGoal, type LeanFailure, sourceFrame } from '../lean/index.ts'
import { paint } from './output.ts'
import type { ProofNode } from './tactic-proof.ts'
import { cutText, oneLine } from './text-width.ts'

/** Goals as Lean prints them; hypotheses that the state before did not have stand out. */
export function shownGoals(goals: readonly DojoGoal[], before: readonly DojoGoal[] = []): string {
  const count = goals.length > 1 ? `${paint('dim', `${goals.length} goals`)}\n` : ''
  const known = new Set(before.flatMap(({ text }) => text.split('\n')))
  const shown = goals.map(({ text }, at) => {
    // The first goal is the one that tactics work on; the others wait.
    if (at > 0) return paint('dim', text)
    return text
      .split('\n')
      .map((line) => shownLine(line, before.length > 0 && !known.has(line)))
      .join('\n')
  })
  return count + shown.join('\n\n')
}

function shownLine(line: string, isNew: boolean): string {
  if (line.startsWith('case ')) return paint('dim', line)
  if (line.startsWith('⊢')) return `${paint(['bold', 'blue'], '⊢')}${line.slice(1)}`
  const end = line.indexOf(' : ')
  if (end <= 0 || line.startsWith(' ')) return line
  return `${paint(isNew ? ['bold', 'green'] : 'cyan', line.slice(0, end))}${line.slice(end)}`
}

/** Lean's words, the line they are about with a caret, and what to do about it if that can be told. */
export function shownFailure({ message, position }: LeanFailure, tactic: string, hint?: string): string {
  const line = position ? tactic.split('\n')[position.line - 1] : undefined
  const frame = position && line !== undefined ? sourceFrame(line, position) : undefined
  const parts = [`${paint('red', 'error:')} ${message}`]
  if (frame) parts.push(`  ${frame.line}`, `  ${paint('red', frame.carets)}`)
  if (hint !== undefined) parts.push(`${paint('dim', 'hint:')} ${hint}`)
  return parts.join('\n')
}

/** Every state that was reached, with its number for `:go`. Chains are not moved to the right. */
export function shownTree(root: ProofNode, here: ProofNode, columns: number): string {
  const found: string[] = []
  const walk = (node: ProofNode, margin: string, mark: string) => {
    const label = node.number === 0 ? oneLine(node.state.goals[0]?.text ?? '') : oneLine(node.tactic)
    const left = node.state.goals.length
    const goals = left === 0 ? ' (closed)' : left > 1 ? ` (${left} goals)` : ''
    const head = `${margin}${mark}${node.number} `
    const tail = `${goals}${node === here ? ' ← here' : ''}`
    const text = cutText(label, Math.max(10, columns - head.length - tail.length))
    found.push(`${paint('dim', head)}${node === here ? paint('bold', text) : text}${paint('dim', tail)}`)
    const inner = margin + (mark === '' ? '' : mark.startsWith('├') ? '│  ' : '   ')
    const { children } = node
    for (const [at, child] of children.entries()) {
      if (children.length === 1) walk(child, inner, '')
      else walk(child, inner, at === children.length - 1 ? '└─ ' : '├─ ')
    }
  }
  walk(root, '', '')
  return found.join('\n')
}
