import { useEffect, useRef, useState } from 'react'
import { asProblem, type ProblemError } from './api.ts'

/**
 * What the server says of something that is being typed, a moment after the last letter. The last answer stays until
 * the next one; `of` says of what it is. A server or a Lean that does not answer is asked again by itself, and the
 * reason stands there meanwhile.
 */
export interface Typed<T> {
  readonly state: 'empty' | 'reading' | 'read' | 'away'
  readonly of: string | undefined
  readonly answer: T | undefined
  readonly problem: ProblemError | undefined
  /** Since when an answer is waited for. */
  readonly since: number
}

/** How long after the last letter the server is asked. */
const QUIET_MS = 350
const AGAIN_MS = 5_000

const EMPTY = { state: 'empty', of: undefined, answer: undefined, problem: undefined, since: 0 } as const

/** `key` is what is asked about, as a text; without one nothing is asked. */
export function useTyped<T>(
  key: string | undefined,
  ask: (key: string, signal: AbortSignal) => Promise<T>,
): Typed<T> {
  const [typed, setTyped] = useState<Typed<T>>(EMPTY)
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (key === undefined) {
      setTyped(EMPTY)
      return
    }
    const asking = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      setTyped((last) => ({ ...last, state: last.state === 'away' ? 'away' : 'reading', since: Date.now() }))
      latest.current(key, asking.signal).then(
        (answer) => setTyped({ ...EMPTY, state: 'read', of: key, answer }),
        (error: unknown) => {
          if (asking.signal.aborted) return
          setTyped((last) => ({ ...last, state: 'away', problem: asProblem(error) }))
          timer = setTimeout(begin, AGAIN_MS)
        },
      )
    }
    timer = setTimeout(begin, QUIET_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [key])
  return typed
}
