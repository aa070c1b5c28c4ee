/** Changes to files in the form that `git apply` takes. */
import type { FileChange } from './edits.ts'

const CONTEXT = 3

/** The diff of some files, empty if nothing changes. */
export function unifiedDiff(changes: readonly Pick<FileChange, 'path' | 'before' | 'after'>[]): string {
  return changes.map(fileDiff).join('')
}

interface Hunk {
  /** Lines of the old and the new text, half-open and counted from 0. */
  readonly oldFrom: number
  readonly oldTo: number
  readonly newFrom: number
  readonly newTo: number
}

function fileDiff({ path, before, after }: Pick<FileChange, 'path' | 'before' | 'after'>): string {
  if (before === after) return ''
  const [old, now] = [linesOf(before), linesOf(after)]
  const hunks = joined(differences(old, now))
  const name = quoted(path)
  const head = `diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}\n--- ${name === path ? `a/${path}` : quoted(`a/${path}`)}\n+++ ${name === path ? `b/${path}` : quoted(`b/${path}`)}\n`
  return head + hunks.map((group) => hunkText(group, old, now)).join('')
}

/** Names with unusual characters are written as git writes them. */
function quoted(name: string): string {
  if (!/["\\\n\t]/.test(name)) return name
  return `"${name.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
}

/** Lines with their ends, so that a change of the last one is not lost. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/**
 * Where two texts differ, by the shortest way from one to the other (Myers, 1986). What begins and ends alike is
 * skipped first: edits are few.
 */
function differences(old: readonly string[], now: readonly string[]): Hunk[] {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++
  const steps = shortestWay(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  const hunks: Hunk[] = []
  let [i, j] = [head, head]
  for (const { same, removed, added } of steps) {
    i += same
    j += same
    hunks.push({ oldFrom: i, oldTo: i + removed, newFrom: j, newTo: j + added })
    i += removed
    j += added
  }
  return hunks
}

interface Step {
  /** Lines that both have, then lines of the old text, then lines of the new one. */
  readonly same: number
  readonly removed: number
  readonly added: number
}

function shortestWay(old: readonly string[], now: readonly string[]): Step[] {
  const most = old.length + now.length
  /** By diagonal: how far into the old text one gets; one copy for every number of changes. */
  const trace: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  for (let changes = 0; changes <= most; changes++) {
    const next = new Map(reach)
    for (let k = -changes; k <= changes; k += 2) {
      const down = k === -changes || (k !== changes && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1))
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x++
      next.set(k, x)
      if (x >= old.length && x - k >= now.length) return wayBack(trace.concat(next), old.length, now.length)
    }
    trace.push(next)
    reach = next
  }
  return []
}

function wayBack(trace: readonly Map<number, number>[], oldLength: number, newLength: number): Step[] {
  const moves: ('same' | 'removed' | 'added')[] = []
  let [x, y] = [oldLength, newLength]
  for (let changes = trace.length - 1; changes > 0; changes--) {
    const before = trace[changes - 1] ?? new Map<number, number>()
    const k = x - y
    const down = k === -changes || (k !== changes && (before.get(k - 1) ?? -1) < (before.get(k + 1) ?? -1))
    const from = down ? k + 1 : k - 1
    const startX = before.get(from) ?? 0
    const startY = startX - from
    while (x > startX + (down ? 0 : 1) || y > startY + (down ? 1 : 0)) {
      moves.push('same')
      x--
      y--
    }
    moves.push(down ? 'added' : 'removed')
    x = startX
    y = startY
  }
  for (; x > 0 && y > 0; x--, y--) moves.push('same')
  return grouped(moves.reverse())
}

function grouped(moves: readonly ('same' | 'removed' | 'added')[]): Step[] {
  const steps: { same: number; removed: number; added: number }[] = []
  let last: { same: number; removed: number; added: number } | undefined
  for (const move of moves) {
    if (!last || (move === 'same' && last.removed + last.added > 0)) {
      last = { same: 0, removed: 0, added: 0 }
      steps.push(last)
    }
    last[move] += 1
  }
  return steps.filter(({ removed, added }) => removed + added > 0)
}

/** Differences so near to each other that they share their surroundings. */
function joined(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = []
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1)
    if (last && hunk.oldFrom - last.oldTo <= 2 * CONTEXT) groups.at(-1)?.push(hunk)
    else groups.push([hunk])
  }
  return groups
}

function hunkText(group: readonly Hunk[], old: readonly string[], now: readonly string[]): string {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last) return ''
  const from = Math.max(0, first.oldFrom - CONTEXT)
  const to = Math.min(old.length, last.oldTo + CONTEXT)
  const newFrom = first.newFrom - (first.oldFrom - from)
  const newTo = last.newTo + (to - last.oldTo)
  let body = ''
  let at = from
  for (const hunk of group) {
    body += marked(' ', old.slice(at, hunk.oldFrom))
    body += marked('-', old.slice(hunk.oldFrom, hunk.oldTo))
    body += marked('+', now.slice(hunk.newFrom, hunk.newTo))
    at = hunk.oldTo
  }
  body += marked(' ', old.slice(at, to))
  return `@@ -${range(from, to)} +${range(newFrom, newTo)} @@\n${body}`
}

function range(from: number, to: number): string {
  return `${to > from ? from + 1 : from},${to - from}`
}

function marked(mark: string, lines: readonly string[]): string {
  return lines
    .map((line) =>
      line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`,
    )
    .join('')
}
