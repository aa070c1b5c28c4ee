import { type KeyboardEvent, useRef, useState } from 'react'
import { answer, api, schemas } from '../data/api.ts'
import { useTyped } from '../data/typed.ts'
import { keyed } from '../pieces/keyed.ts'
import { Empty, PageHead, Panel, ProblemNote } from '../pieces/pieces.tsx'
import { Link, useParam } from '../router.tsx'
import { ArcGrid } from './arc-grid.tsx'
import { type Cells, MOST_SIDE, paintCell, printGrid, readGrid, resize } from './grid-edit.ts'

const START: Cells = [
  [0, 0, 0],
  [0, 5, 0],
  [1, 2, 3],
]
/** Mirrors a grid. */
const EXAMPLE =
  '(program (view none as-is) (cells (of () (1 1) (1 1) (0 0)) (keys) ' +
  '(otherwise (copy (plane colour (layer place)))) (row () (copy (plane mirror-across (layer place))))))'
const COLOURS = ['black', 'blue', 'red', 'green', 'yellow', 'grey', 'pink', 'orange', 'light blue', 'brown']

/** Edit a grid, apply a program, see the result. The address holds both, so that they can be passed on. */
export function ArcPlayPage() {
  const [gridText, setGridText] = useParam('grid')
  const [programText, setProgram] = useParam('program')
  const [colour, setColour] = useState(1)
  const cells = readGrid(gridText) ?? START
  const program = programText === '' ? EXAMPLE : programText
  const set = (next: Cells) => setGridText(printGrid(next))
  const { result, problem, isOld } = useApplied(program, cells)
  return (
    <>
      <PageHead title="Play">
        <Link href="/arc">all tasks</Link>
      </PageHead>
      <div className="play">
        <Panel title="Grid">
          <fieldset className="play-colours" aria-label="Colour">
            {COLOURS.map((name, index) => (
              <button
                key={name}
                type="button"
                className={`play-colour arc-back-${index}`}
                aria-label={name}
                aria-pressed={index === colour}
                onClick={() => setColour(index)}
              />
            ))}
          </fieldset>
          <Editor cells={cells} colour={colour} onChange={set} />
          <div className="dialog-row">
            <label>
              Width
              <input
                type="number"
                min={1}
                max={MOST_SIDE}
                value={cells[0]?.length ?? 1}
                onChange={(event) => set(resize(cells, Number(event.target.value), cells.length))}
              />
            </label>
            <label>
              Height
              <input
                type="number"
                min={1}
                max={MOST_SIDE}
                value={cells.length}
                onChange={(event) => set(resize(cells, cells[0]?.length ?? 1, Number(event.target.value)))}
              />
            </label>
          </div>
        </Panel>
        <Panel title="Program">
          <label className="play-program">
            <span>
              In the language of <code>orch arc explain</code>
            </span>
            <textarea
              rows={12}
              spellCheck={false}
              value={program}
              onChange={(event) => setProgram(event.target.value)}
            />
          </label>
        </Panel>
        <Panel title="Result">
          {problem && <ProblemNote problem={problem} />}
          <div className={isOld ? 'play-old' : undefined} aria-busy={isOld}>
            {result?.output && <ArcGrid cells={result.output} label="Result" size={320} />}
            {result?.detail && <Empty title={result.detail} />}
          </div>
        </Panel>
      </div>
    </>
  )
}

/** What the program makes of the grid; the last answer stays, faded, until the next one is there. */
function useApplied(program: string, cells: Cells) {
  const key = JSON.stringify({ program, grid: cells })
  const typed = useTyped(key, (_, signal) => {
    const json = { program, grid: cells.map((row) => [...row]) }
    return answer(api.arc.apply.$post({ json }, { init: { signal } }), schemas.arcApplied)
  })
  return { result: typed.answer, problem: typed.problem, isOld: typed.of !== key }
}

interface EditorProps {
  readonly cells: Cells
  readonly colour: number
  readonly onChange: (next: Cells) => void
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** Click paints; with the keyboard the arrows move, Space paints and a digit paints its colour. */
function Editor({ cells, colour, onChange }: EditorProps) {
  const grid = useRef<HTMLTableElement>(null)
  const [[atX, atY], setAt] = useState<readonly [number, number]>([0, 0])
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) {
      const x = Math.max(0, Math.min((cells[0]?.length ?? 1) - 1, atX + step[0]))
      const y = Math.max(0, Math.min(cells.length - 1, atY + step[1]))
      setAt([x, y])
      grid.current?.querySelector<HTMLElement>(`[data-cell="${x} ${y}"]`)?.focus()
    } else if (/^\d$/.test(event.key)) onChange(paintCell(cells, atX, atY, Number(event.key)))
    else return
    event.preventDefault()
  }
  return (
    <table className="play-grid" aria-label="Grid to edit" ref={grid} onKeyDown={press}>
      <tbody>
        {keyed(cells, () => 'row').map(([rowKey, row], y) => (
          <tr key={rowKey}>
            {keyed(row, () => 'cell').map(([key, cell], x) => (
              <td key={key}>
                <button
                  type="button"
                  data-cell={`${x} ${y}`}
                  className={`play-cell arc-back-${cell}`}
                  tabIndex={x === atX && y === atY ? 0 : -1}
                  aria-label={`${COLOURS[cell]}, column ${x + 1}, row ${y + 1}`}
                  onClick={() => {
                    setAt([x, y])
                    onChange(paintCell(cells, x, y, colour))
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
