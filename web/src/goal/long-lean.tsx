import { useState } from 'react'
import { compact } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'

/** More than this pushes everything else off the page. */
const MOST_LINES = 24
const MOST_LETTERS = 800

/** Lean text, of which a long one shows its beginning until it is asked for whole. */
export function LongLean({ text, what }: { readonly text: string; readonly what: string }) {
  const [isWhole, setWhole] = useState(false)
  const beginning = beginningOf(text)
  if (beginning === text) return <LeanCode text={text} />
  return (
    <>
      <LeanCode text={isWhole ? text : `${beginning} …`} />
      <button
        type="button"
        className="button small"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? `Only the beginning of ${what}` : `All of ${what}, ${compact(text.length)} letters`}
      </button>
    </>
  )
}

/** Cut between words; a little more than the most is not worth a button. */
export function beginningOf(text: string): string {
  const lines = text.split('\n')
  const few = lines.length > MOST_LINES * 1.5 ? lines.slice(0, MOST_LINES).join('\n') : text
  if (few.length <= MOST_LETTERS * 1.5) return few
  const cut = few.slice(0, MOST_LETTERS)
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), MOST_LETTERS / 2))
}
