import type { MachineHistory } from '../data/api.ts'
import { moment, percent } from '../format.ts'
import { Empty } from '../pieces/pieces.tsx'
import { LineChart } from './line-chart.tsx'

interface MachineChartProps {
  readonly label: string
  readonly samples: MachineHistory['samples']
  /** The CPU target, as a line to compare with. */
  readonly target?: number | null | undefined
  readonly height?: number
}

/** CPU and memory use of the machine over time. */
export function MachineChart({ label, samples, target, height }: MachineChartProps) {
  if (samples.length === 0) return <Empty title="The first reading comes in a few seconds." />
  return (
    <LineChart
      label={label}
      series={[
        {
          name: 'CPU',
          colour: 'var(--series-1)',
          points: samples.map((sample) => [Date.parse(sample.at), sample.cpu_share] as const),
        },
        {
          name: 'Memory',
          colour: 'var(--series-8)',
          points: samples.map((sample) => [Date.parse(sample.at), sample.memory_share] as const),
        },
      ]}
      yMax={1}
      {...(typeof target === 'number' && { target: { value: target, name: 'CPU target' } })}
      formatX={moment}
      formatY={percent}
      {...(height !== undefined && { height })}
    />
  )
}
