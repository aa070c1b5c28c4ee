import { readFileSync } from 'node:fs'

/** Clock ticks per second that Linux reports process times in, on every platform Node runs on. */
const TICKS_PER_SECOND = 100
const FIELDS_BEFORE_CHILDREN = 13

/** CPU seconds of all child processes that have ended; undefined where the system does not tell. */
export function endedChildrenCpu(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // The program's name may hold spaces and brackets; the fields that count come after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system] = fields.slice(FIELDS_BEFORE_CHILDREN, FIELDS_BEFORE_CHILDREN + 2).map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
