/** Comments and strings, which may hold any word; then the commands that open and end scopes, at the start of a line. */
const TOKENS =
  /\/-(?:(?!\/-|-\/)[\s\S]|\/-(?:(?!-\/)[\s\S])*-\/)*-\/|--[^\n]*|"(?:\\[\s\S]|[^"\\])*"|^[ \t]*(?:(?:public|noncomputable|meta|@\[expose\])\s+)*(namespace|section|mutual|end)\b[ \t]*((?:«[^»]*»|[^\s.«»-]+)(?:\.(?:«[^»]*»|[^\s.«»]+))*)?/gm
const PARTS = /«[^»]*»|[^.]+/g

/**
 * The `end`s that a text lacks, innermost first, for somebody who goes on after it. Lean has accepted the text, so
 * what it ends was open; at its own end it may leave scopes open, which Lean allows.
 */
export function missingEnds(text: string): string[] {
  const open: string[] = []
  for (const [, command, name = ''] of text.matchAll(TOKENS)) {
    const parts = name.match(PARTS) ?? ['']
    if (command === 'namespace' || command === 'section') open.push(...parts)
    else if (command === 'mutual') open.push('')
    else if (command === 'end') open.splice(Math.max(0, open.length - parts.length))
  }
  return open.reverse().map((name) => `end ${name}`.trim())
}
