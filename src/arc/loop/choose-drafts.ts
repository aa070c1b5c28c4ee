import { PLAUSIBLE } from '../cost.ts'
import type { Draft } from './drafts.ts'

/** Programs of one build that explain the same pairs may take this part of the places; so may tables that list all pairs. */
const SHARE = 3

/**
 * The drafts that are scored, best first, and those that are left over. A task that is not solved is looked at from
 * several sides: drafts that fail alike teach a critic nothing, and are edited to no other end.
 */
export function chooseDrafts(
  ranked: readonly Draft[],
  count: number,
): { readonly chosen: readonly Draft[]; readonly spares: readonly Draft[] } {
  const most = Math.ceil(count / SHARE)
  const taken = new Map<string, number>()
  const isAnother = ({ solved, cost, program }: Draft): boolean => {
    const isWhole = solved.every(Boolean)
    if (isWhole && cost <= PLAUSIBLE) return true
    const build = isWhole ? 'list' : program.stages.map(({ kind }) => kind).join()
    const key = `${solved.map(Number).join('')} ${build}`
    const before = taken.get(key) ?? 0
    taken.set(key, before + 1)
    return before < most
  }
  const different = ranked.filter(isAnother)
  const places = new Set([...new Set([...different, ...ranked])].slice(0, count))
  return {
    chosen: ranked.filter((draft) => places.has(draft)),
    spares: ranked.filter((draft) => !places.has(draft)),
  }
}
