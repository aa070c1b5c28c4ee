/** What is said inside a macro's definition or behind `\iffalse` is not said by the text. */

import { wordTable } from '../word-table.ts'
import type { TokenStream } from './arguments.ts'
import type { LatexToken } from './tokens.ts'

/** How many groups follow the name of what is defined. */
const DEFINING = wordTable<number>({
  newcommand: 1,
  'newcommand*': 1,
  renewcommand: 1,
  'renewcommand*': 1,
  providecommand: 1,
  'providecommand*': 1,
  DeclareRobustCommand: 1,
  newenvironment: 2,
  renewenvironment: 2,
  NewDocumentCommand: 2,
  RenewDocumentCommand: 2,
  ProvideDocumentCommand: 2,
  NewDocumentEnvironment: 3,
  def: 1,
  gdef: 1,
  edef: 1,
})

export const isDefining = (name: string): boolean => Object.hasOwn(DEFINING, name)

export function afterDefinition(stream: TokenStream, index: number): number {
  const { tokens } = stream
  const command = tokens[index]?.name ?? ''
  const named = stream.argument(index, '{')
  // The name is in a group, or it is the next control word; `\def` has its parameters behind it.
  let at = named ? named.next : tokens[index + 1]?.kind === 'word' ? index + 2 : index + 1
  if (command.endsWith('def')) {
    while (tokens[at] && tokens[at]?.name !== '{' && tokens[at]?.kind !== 'word') at += 1
    const body = tokens[at]
    return body?.kind === 'open' && body.match >= 0 ? body.match + 1 : at
  }
  for (let groups = DEFINING[command] ?? 0; groups > 0; ) {
    const option = stream.argument(at - 1, '[')
    const group = option ?? stream.argument(at - 1, '{')
    if (!group) break
    at = group.next
    if (!option) groups -= 1
  }
  return at
}

/** Behind the `\fi` or `\else` that ends what `\iffalse` hides. */
export function afterFalse(tokens: readonly LatexToken[], index: number): number {
  let depth = 0
  for (let at = index; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind !== 'word') continue
    if (token.name === 'fi') depth -= 1
    else if (token.name === 'else' && depth === 1) return at + 1
    // `\iff` is an arrow.
    else if (token.name.startsWith('if') && token.name !== 'iff') depth += 1
    if (depth === 0) return at + 1
  }
  return tokens.length
}
