/** A strict reader of the Prometheus text format, version 0.0.4; it throws at the first line it cannot take. */
export interface Metric {
  readonly type: string
  readonly help: string
  readonly samples: { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const COMMENT = /^# (HELP|TYPE) (\S+) (.*)$/
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|NaN|[+-]Inf)$/i
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped']

export function readExposition(text: string): ReadonlyMap<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('The last line must end.')
  const metrics = new Map<string, Metric>()
  let open = ''
  let help: string | undefined
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = COMMENT.exec(line)
    if (comment) {
      const [, kind, name = '', rest = ''] = comment
      if (!NAME.test(name)) throw new Error(`Not a name: ${line}`)
      if (kind === 'HELP') help = rest
      else {
        if (metrics.has(name)) throw new Error(`A metric is told twice: ${line}`)
        if (!TYPES.includes(rest)) throw new Error(`Not a type: ${line}`)
        if (rest === 'counter' && !name.endsWith('_total'))
          throw new Error(`A counter ends in _total: ${line}`)
        metrics.set(name, { type: rest, help: help ?? '', samples: [] })
        open = name
      }
      continue
    }
    const [, name = '', inside = '', value = ''] = SAMPLE.exec(line) ?? []
    if (name !== open) throw new Error(`A sample away from its metric: ${line}`)
    if (!NUMBER.test(value)) throw new Error(`Not a number: ${line}`)
    const samples = metrics.get(name)?.samples ?? []
    const labels = readLabels(inside)
    if (samples.some((one) => JSON.stringify(one.labels) === JSON.stringify(labels)))
      throw new Error(`A series is told twice: ${line}`)
    samples.push({ labels, value: Number(value.replace(/Inf/i, 'Infinity')) })
  }
  return metrics
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  for (let rest = text; rest !== ''; ) {
    const [all, name, value] = LABEL.exec(rest) ?? []
    if (all === undefined || name === undefined || value === undefined)
      throw new Error(`Not a label: ${rest}`)
    if (name in labels) throw new Error(`A label is given twice: ${text}`)
    labels[name] = value.replace(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one))
    rest = rest.slice(all.length)
  }
  return labels
}
