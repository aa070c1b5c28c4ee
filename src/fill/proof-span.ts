/** Where the tactic proof of a theorem stands in its command. */

export interface ProofSpan {
  /** Half-open, in the command's text: the tactics after `by`. */
  readonly from: number
  readonly to: number
  readonly script: string
}

/** A string that is not closed ends with the text. */
const TOKEN = /\/-|--[^\n]*|"(?:\\[\s\S]|[^"\\])*"?|[([{⟨⦃]|[)\]}⟩⦄]|:=/g
const BY = /\s*by\b/y
const TAIL = /\n(?:termination_by|decreasing_by|where)\b[\s\S]*$/

/** Undefined where there is none, as in a proof by a term or by equations. */
export function proofSpan(command: string): ProofSpan | undefined {
  let depth = 0
  let comments = 0
  for (const found of command.matchAll(TOKEN)) {
    const [token] = found
    if (token === '/-') comments = command.indexOf('-/', found.index)
    if (found.index < comments) continue
    if (/^[([{⟨⦃]$/.test(token)) depth++
    else if (/^[)\]}⟩⦄]$/.test(token)) depth--
    else if (token === ':=' && depth === 0) {
      BY.lastIndex = found.index + token.length
      if (!BY.test(command)) continue
      const from = BY.lastIndex
      const tail = TAIL.exec(command.slice(from))
      const to = tail ? from + tail.index : command.length
      return { from, to, script: unindented(command.slice(from, to)) }
    }
  }
  return undefined
}

/** A block of tactics as a script: without the blanks in front that all its lines have. */
function unindented(block: string): string {
  const lines = block.replaceAll('\r\n', '\n').split('\n')
  if ((lines[0] ?? '').trim() === '') lines.shift()
  else lines[0] = (lines[0] ?? '').trimStart()
  const widths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const first = widths.length > 1 && widths[0] === 0 ? Math.min(...widths.slice(1)) : Math.min(...widths, 80)
  return lines
    .map((line) => line.slice(Math.min(first, line.length - line.trimStart().length)))
    .join('\n')
    .trimEnd()
}
