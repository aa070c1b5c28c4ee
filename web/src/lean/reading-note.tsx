import { useEffect, useState } from 'react'
import type { Typed } from '../data/typed.ts'

/** Seconds are told once they are worth it. */
const LONG_S = 3

/** That Lean reads, for how long already, or why it does not answer. */
export function ReadingNote({ typed }: { readonly typed: Typed<unknown> }) {
  const { state, problem, since } = typed
  const [now, setNow] = useState(since)
  useEffect(() => {
    if (state !== 'reading') return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [state])
  if (state === 'away')
    return <span className="away-word">{`${problem?.message ?? 'No answer.'} Asked again every 5 s.`}</span>
  const waited = Math.floor((now - since) / 1000)
  return waited < LONG_S
    ? 'Lean reads it …'
    : `Lean reads it … ${waited} s. It may be starting, or the machine is busy.`
}
