import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Browsers stop laying out at some 16 million pixels, so a very long list is squeezed: its scroll bar then moves
 * over more rows per pixel, while rows keep their height and none is left out.
 */
const TALLEST = 8_000_000
const OVERSCAN = 8

interface VirtualRowsProps {
  readonly total: number
  readonly rowHeight: number
  readonly label: string
  readonly head: ReactNode
  readonly columns: string
  /** Row indices on screen, to load what they need. */
  readonly onVisible: (first: number, last: number) => void
  readonly onOpen: (index: number) => void
  readonly row: (index: number) => ReactNode
}

/** A table of any length: only the rows on the screen exist. Arrow keys, Page, Home, End and Enter work. */
export function VirtualRows(props: VirtualRowsProps) {
  const { total, rowHeight, onVisible } = props
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  const [active, setActive] = useState(0)

  const full = total * rowHeight
  const tall = Math.min(full, TALLEST)
  const roomReal = Math.max(1, full - view.height)
  const roomShown = Math.max(1, tall - view.height)
  const offset = full === tall ? view.top : (view.top / roomShown) * roomReal
  const first = Math.max(0, Math.floor(offset / rowHeight) - OVERSCAN)
  const last = Math.min(total - 1, Math.ceil((offset + view.height) / rowHeight) + OVERSCAN)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (total > 0) onVisible(first, last)
  }, [first, last, total, onVisible])

  const reveal = (index: number) => {
    const element = frame.current
    if (!element) return
    const head = rowHeight
    const top = index * rowHeight
    let real = offset
    if (top < offset) real = top
    else if (top + rowHeight > offset + view.height - head) real = top + rowHeight - view.height + head
    else return
    element.scrollTop = full === tall ? real : (real / roomReal) * roomShown
  }

  const steer = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 2)
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    }
    if (event.key === 'Enter' && total > 0) {
      props.onOpen(active)
      return
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    const index = Math.min(total - 1, Math.max(0, next))
    setActive(index)
    reveal(index)
  }

  const rows: ReactNode[] = []
  for (let index = first; index <= last; index++) {
    rows.push(
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its rows
      <div
        key={index}
        id={`row-${index}`}
        role="row"
        aria-rowindex={index + 2}
        aria-selected={index === active}
        className={index === active ? 'vrow active' : 'vrow'}
        style={{
          height: rowHeight,
          gridTemplateColumns: props.columns,
          transform: `translateY(${index * rowHeight - offset + view.top}px)`,
        }}
        onClick={() => setActive(index)}
      >
        {props.row(index)}
      </div>,
    )
  }

  return (
    <div
      ref={frame}
      className="vtable"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={total + 1}
      aria-activedescendant={active >= first && active <= last ? `row-${active}` : undefined}
      onScroll={(event) => {
        setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })
      }}
      onKeyDown={steer}
    >
      <div className="vhead" role="row" aria-rowindex={1} style={{ gridTemplateColumns: props.columns }}>
        {props.head}
      </div>
      <div className="vspace" role="presentation" style={{ height: tall }}>
        {rows}
      </div>
    </div>
  )
}
