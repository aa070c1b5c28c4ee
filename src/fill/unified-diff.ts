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

/** Where two texts differ. Edits are few and far between: what begins and ends alike is skipped, then lines are matched. */
function differences(old: readonly string[], now: readonly string[]): Hunk[] {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const [oldEnd, newEnd] = [old.length - tail, now.length - tail]
  const hunks: Hunk[] = []
  let [i, j] = [head, head]
  while (i < oldEnd || j < newEnd) {
    const next = nextMatch(old, now, { i, j, oldEnd, newEnd })
    if (next.i > i || next.j > j) hunks.push({ oldFrom: i, oldTo: next.i, newFrom: j, newTo: next.j })
    i = next.i
    j = next.j
    while (i < oldEnd && j < newEnd && old[i] === now[j]) {
      i++
      j++
    }
  }
  return hunks
}

/** The nearest place from which both texts go on alike for a few lines, or their ends. */
function nextMatch(
  old: readonly string[],
  now: readonly string[],
  { i, j, oldEnd, newEnd }: { i: number; j: number; oldEnd: number; newEnd: number },
): { i: number; j: number } {
  const alike = (a: number, b: number) => {
    for (let k = 0; k < CONTEXT; k++) {
      if (a + k >= oldEnd || b + k >= newEnd) return a + k >= oldEnd && b + k >= newEnd
      if (old[a + k] !== now[b + k]) return false
    }
    return true
  }
  for (let distance = 0; distance <= oldEnd - i + (newEnd - j); distance++) {
    for (let a = Math.max(0, distance - (newEnd - j)); a <= Math.min(distance, oldEnd - i); a++) {
      if (alike(i + a, j + distance - a)) return { i: i + a, j: j + distance - a }
    }
  }
  return { i: oldEnd, j: newEnd }
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
    .map((line) => (line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`))
    .join('')
}
