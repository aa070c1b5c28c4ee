/** Tables of the docs that benches write, so that no number in them is typed by hand. */
import { readFileSync, writeFileSync } from 'node:fs'

const DOCS = new URL('../../docs/arc/', import.meta.url)

/**
 * Puts one row into the first table after a line of the docs, in place of the one with the same first cells or at the end
 * of the table. Cells that are not given are empty: numbers of another day are not beside these.
 */
export function putRow(
  heading: string,
  first: readonly string[],
  cells: Readonly<Record<string, string>>,
  file = 'solver.md',
): void {
  const url = new URL(file, DOCS)
  const lines = readFileSync(url, 'utf8').split('\n')
  const from = lines.findIndex((line) => line.includes(heading))
  const top = lines.findIndex((line, at) => at > from && line.startsWith('|'))
  if (from < 0 || top < 0) throw new Error(`There is no table after "${heading}" in ${url.pathname}.`)
  const end = lines.findIndex((line, at) => at > top && !line.startsWith('|'))
  const read = (line: string | undefined): string[] =>
    (line ?? '')
      .split('|')
      .slice(1, -1)
      .map((c) => c.trim())
  const columns = read(lines[top])
  const own = lines.findIndex(
    (line, at) => at > top && at < end && first.every((cell, i) => read(line)[i] === cell),
  )
  const row = columns.map((_, i) => first[i] ?? '')
  for (const [column, cell] of Object.entries(cells)) {
    if (!columns.includes(column)) throw new Error(`The table after "${heading}" has no column "${column}".`)
    row[columns.indexOf(column)] = cell
  }
  lines.splice(own < 0 ? end : own, own < 0 ? 0 : 1, `| ${row.join(' | ')} |`)
  writeFileSync(url, lines.join('\n'))
}
