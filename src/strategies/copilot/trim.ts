/** Leaves out of a proof the lemmas that it turned out not to need. */
import type { DojoState } from '../../lean/index.ts'
import { EFFORTS } from '../../tactics/index.ts'
import type { Session } from '../session.ts'
import { TRIMMING } from './plan.ts'

/** `found` is the end of a proof in the dojo, or a script. */
export async function trimmed(session: Session, found: DojoState | string): Promise<string> {
  const script = typeof found === 'string' ? found : session.dojo.script(found)
  if (!/^have lem\d+ /m.test(script) || session.secondsLeft < TRIMMING.leastSeconds) return script
  try {
    const end = typeof found === 'string' ? await replay(session, script) : found
    const unused = end ? await session.dojo.unusedLemmas(end, session.signal) : []
    const short = withoutLemmas(script, unused)
    return short !== script && (await replay(session, short)) ? short : script
  } catch (error) {
    if (!session.signal.aborted) throw error
    return script
  }
}

async function replay(session: Session, script: string): Promise<DojoState | undefined> {
  const end = await session.advance(session.dojo.root, script, {
    ...EFFORTS.whole,
    timeoutMs: Math.ceil(1000 * TRIMMING.share * session.secondsLeft),
  })
  return end?.goals.length === 0 ? end : undefined
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
