/** What pages want to know of ARC tasks beside what the files say: why one failed, two runs side by side, a program tried. */
import type { ArcAppliedAnswer, ArcComparisonAnswer, ArcRun, ArcTaskDetail } from '../../api/index.ts'
import { applyProgram, gridFromRows, gridToRows, parseProgram } from '../../arc/index.ts'
import type { ReadTask } from './arc.ts'

type OnTrain = ArcTaskDetail['best_on_train']

/** The best program on each train pair, cell by cell. */
export function bestOnTrain({ labelled, row }: ReadTask): OnTrain {
  const parsed = parseProgram(row?.program ?? '')
  if (!labelled || parsed.kind !== 'program') return []
  return labelled.task.train.map(({ input, output }) => {
    const made = applyProgram(parsed.program, input)
    if (!made) return { output: null, wrong_cells: 0, same_size: false }
    const [rows, wanted] = [gridToRows(made), gridToRows(output)]
    const same_size = made.width === output.width && made.height === output.height
    const wrong = rows.flatMap((cells, y) => cells.filter((colour, x) => wanted[y]?.[x] !== colour)).length
    return { output: rows, wrong_cells: same_size ? wrong : 0, same_size }
  })
}

/** In a sentence; null for what is solved or not finished. */
export function whyNot({ task, row }: ReadTask, onTrain: OnTrain): string | null {
  if (!row || task.status === 'pending') return null
  if (task.status === 'error') return 'The task could not be run; the error above says why.'
  if (task.status === 'claimed')
    return 'The results say solved, but the program does not reproduce the train pairs.'
  if (task.status === 'solved')
    return task.correct === false
      ? 'Its program reproduces every train pair, yet no attempt equals the expected test output.'
      : null
  if (onTrain.length === 0) return 'No program was found that makes anything of the train inputs.'
  const words = onTrain.flatMap(({ output, wrong_cells, same_size }, index) => {
    const pair = `pair ${index + 1}`
    if (output === null) return [`nothing for ${pair}`]
    if (!same_size) return [`another size for ${pair}`]
    return wrong_cells > 0 ? [`${wrong_cells} wrong ${wrong_cells === 1 ? 'cell' : 'cells'} in ${pair}`] : []
  })
  const right = onTrain.length - words.length
  return `The best program gets ${right} of ${onTrain.length} train pairs right: ${words.join(', ')}.`
}

export function compareArc(
  left: { readonly run: ArcRun; readonly tasks: readonly ReadTask[] },
  right: { readonly run: ArcRun; readonly tasks: readonly ReadTask[] },
): ArcComparisonAnswer {
  const others = new Map(right.tasks.map(({ task }) => [task.task_id, task]))
  const shared = left.tasks.flatMap(({ task: one }) => {
    const other = others.get(one.task_id)
    return other ? [{ id: one.task_id, one, other }] : []
  })
  const isSolved = ({ status }: { readonly status: string }) => status === 'solved'
  const scored = shared.filter(({ one, other }) => one.correct !== null && other.correct !== null)
  return {
    left: left.run,
    right: right.run,
    same_tasks: shared.length === left.tasks.length && shared.length === right.tasks.length,
    shared: shared.length,
    both: shared.filter(({ one, other }) => isSolved(one) && isSolved(other)).length,
    neither: shared.filter(({ one, other }) => !isSolved(one) && !isSolved(other)).length,
    only_left: shared.filter(({ one, other }) => isSolved(one) && !isSolved(other)).map(({ id }) => id),
    only_right: shared.filter(({ one, other }) => !isSolved(one) && isSolved(other)).map(({ id }) => id),
    scored: scored.length,
    correct_left: scored.filter(({ one }) => one.correct).length,
    correct_right: scored.filter(({ other }) => other.correct).length,
  }
}

export function applyToGrid(program: string, rows: number[][]): ArcAppliedAnswer {
  const width = rows[0]?.length ?? 0
  if (width === 0 || width > 30 || rows.some((row) => row.length !== width))
    return { output: null, detail: 'A grid has rows of one length, from 1 to 30 cells.' }
  const parsed = parseProgram(program)
  if (parsed.kind !== 'program') return { output: null, detail: parsed.reason }
  const output = applyProgram(parsed.program, gridFromRows(rows))
  return output
    ? { output: gridToRows(output), detail: null }
    : { output: null, detail: 'The program makes nothing of this grid.' }
}
