/** What a batch that is still running has finished: its log beside the output, read on from where one was. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { type TaskResult, type TaskRow, taskRow } from '../../arc/index.ts'
import { RecentlyUsed } from '../../recently-used.ts'

interface Growing {
  offset: number
  rest: string
  readonly rows: Map<string, TaskRow>
  /** Where the line of each task is, for its trace. */
  readonly places: Map<string, { readonly start: number; readonly length: number }>
}

const MOST_LOGS = 4
const known = new RecentlyUsed<string, Growing>(MOST_LOGS)

export function runningLog(results: string): string {
  return `${results}.running/finished.jsonl`
}

/** Rows of the tasks that are done, and where their traces are; undefined where nothing is running. */
export async function runningRows(file: string): Promise<Pick<Growing, 'rows' | 'places'> | undefined> {
  if (!existsSync(file)) return undefined
  const { size } = statSync(file)
  const before = known.get(file)
  const log =
    before && before.offset <= size ? before : { offset: 0, rest: '', rows: new Map(), places: new Map() }
  known.set(file, log)
  if (log.offset < size) {
    const stream = createReadStream(file, { start: log.offset, end: size - 1, encoding: 'utf8' })
    let start = log.offset - Buffer.byteLength(log.rest)
    let text = log.rest
    for await (const piece of stream) text += piece
    const lines = text.split('\n')
    log.rest = lines.pop() ?? ''
    for (const line of lines) {
      const length = Buffer.byteLength(line)
      const { result } = JSON.parse(line) as { result: TaskResult }
      const row = taskRow(result, 0)
      log.rows.set(row.task_id, row)
      log.places.set(row.task_id, { start, length })
      start += length + 1
    }
    log.offset = size
  }
  return log
}
