import { memo } from 'react'
import { tokenize } from './tokens.ts'

/** Above this, colours cost more than they tell. */
const LONGEST = 40_000

/** Lean text with colours. Text goes in as text nodes only. */
export const LeanCode = memo(function LeanCode({
  text,
  inline = false,
}: {
  readonly text: string
  readonly inline?: boolean
}) {
  const pieces = text.length > LONGEST ? [{ kind: 'plain', text }] : tokenize(text)
  const spans = pieces.map((token, index) =>
    token.kind === 'plain' || token.kind === 'name' ? (
      token.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <span key={index} className={`lean-${token.kind}`}>
        {token.text}
      </span>
    ),
  )
  if (inline) return <code className="lean">{spans}</code>
  return (
    <pre className="lean lean-block">
      <code>{spans}</code>
    </pre>
  )
})
