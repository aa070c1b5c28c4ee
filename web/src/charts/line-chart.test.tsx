import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { textOf } from '../test-page.tsx'
import { LineChart, type LineChartProps } from './line-chart.tsx'

/** A chart is drawn in real pixels; on the server there are none, so it is given 600. */
vi.mock('./use-width.ts', () => ({ useWidth: () => [{ current: null }, 600], useWideScreen: () => false }))

const chart = (part: Partial<LineChartProps>) =>
  renderToStaticMarkup(
    <LineChart
      label="Solved"
      series={[]}
      formatX={(x) => `${x} s`}
      formatY={(y) => y.toFixed(0)}
      {...part}
    />,
  )
const line = (points: (readonly [number, number])[], steps = false) => ({
  name: 'A',
  colour: 'red',
  points,
  steps,
})

describe('a chart', () => {
  it('of nothing draws nothing', () => {
    expect(chart({})).not.toContain('<svg')
    expect(chart({ series: [line([])] })).not.toContain('<svg')
  })

  it('of counted things has no halves at its side', () => {
    const points: [number, number][] = [
      [0, 0],
      [1, 1],
    ]
    const formatY = (value: number) => `<${value}>`
    const sides = (steps: boolean) => textOf(chart({ series: [line(points, steps)], formatY }))
    expect(sides(false)).toContain('<0.5>')
    expect(sides(true)).not.toContain('<0.5>')
    expect(sides(true)).toContain('<1>')
  })

  it('of one point is a dot', () => {
    const html = chart({ series: [line([[3, 4]])] })
    expect(html).toContain('<circle')
    expect(html).not.toContain('NaN')
  })

  it('of many is a line, or stairs where a value holds until the next', () => {
    const path = (html: string) => /<path d="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(
      path(
        chart({
          series: [
            line([
              [0, 0],
              [10, 5],
            ]),
          ],
        }),
      ),
    ).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/)
    expect(
      path(
        chart({
          series: [
            line(
              [
                [0, 0],
                [10, 5],
              ],
              true,
            ),
          ],
        }),
      ),
    ).toMatch(/^M[\d.]+ [\d.]+H[\d.]+V[\d.]+$/)
  })

  it('says in words what it shows now, also of a line that has not begun', () => {
    const html = chart({
      series: [
        line([
          [0, 0],
          [10, 5],
        ]),
        { ...line([]), name: 'B' },
      ],
    })
    expect(html).toContain('aria-label="Solved. A: 5 now; B: nothing yet"')
    expect(textOf(html)).toContain('A 5 B 0')
  })

  it('leaves room above the highest value and reaches up to the target', () => {
    const top = (html: string) =>
      Math.max(...[...html.matchAll(/text-anchor="end">(\d+)</gi)].map(([, n]) => Number(n)))
    expect(
      top(
        chart({
          series: [
            line([
              [0, 0],
              [10, 100],
            ]),
          ],
        }),
      ),
    ).toBeGreaterThan(100)
    expect(
      top(
        chart({
          series: [
            line([
              [0, 0],
              [10, 5],
            ]),
          ],
          target: { value: 50, name: 'limit' },
        }),
      ),
    ).toBeGreaterThanOrEqual(50)
    expect(textOf(chart({ series: [line([[0, 1]])], target: { value: 50, name: 'limit' } }))).toContain(
      'limit 50',
    )
  })

  it('of equal moments is not torn apart', () => {
    const html = chart({
      series: [
        line([
          [7, 1],
          [7, 2],
          [7, 3],
        ]),
      ],
    })
    expect(html).not.toMatch(/NaN|Infinity/)
  })
})
