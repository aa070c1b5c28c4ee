/** Leaves out of a proof the lemmas that it turned out not to need. */
import type { Session } from './session.ts'

const REPLAY = { timeoutMs: 10_000, heartbeats: 400_000 }
/** A proof is shortened only if that much time is left: an unneeded lemma is better than no proof. */
const LEAST_SECONDS = 1

export async function trimmed(session: Session, script: string): Promise<string> {
  if (!/^have lem\d+ /m.test(script)) return script
  try {
    return (await shorter(session, script)) ?? script
  } catch (error) {
    if (!session.signal.aborted) throw error
    return script
  }
}

async function shorter(session: Session, script: string): Promise<string | undefined> {
  if (session.secondsLeft < LEAST_SECONDS) return undefined
  const whole = await session.advance(session.dojo.root, script, REPLAY)
  if (whole?.goals.length !== 0) return undefined
  const unused = await session.dojo.unusedLemmas(whole, session.signal)
  const short = withoutLemmas(script, unused)
  if (short === script) return undefined
  const again = await session.advance(session.dojo.root, short, REPLAY)
  return again?.goals.length === 0 ? short : undefined
}

/** A `have` goes with the lines that are indented below it. */
export function withoutLemmas(script: string, names: readonly string[]): string {
  const unused = new Set(names)
  const kept: string[] = []
  let isInside = false
  for (const line of script.split('\n')) {
    const name = /^have (\S+) /.exec(line)?.[1]
    if (name !== undefined) isInside = unused.has(name)
    else if (!/^\s/.test(line)) isInside = false
    if (!isInside) kept.push(line)
  }
  return kept.join('\n')
}
