/** One HTML file about a batch: what was predicted and expected, the programs in words, how the loop went, what is to blame. */
import { parseProgram } from '../dsl/index.ts'
import { type Grid, gridFromRows, sameGrid } from '../grid/index.ts'
import { gridSvg, isRight, type LabelledTask } from '../io/index.ts'
import { candidatesOf, type Trace } from '../trace/index.ts'
import { explainProgram } from './explain.ts'

const STYLE = `body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1c1c1c}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}td,th{border:1px solid #c9c9c9;padding:.25rem .6rem;text-align:right}
th:first-child,td:first-child{text-align:left}section{border-top:1px solid #c9c9c9;padding:1rem 0}
.grids{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start;margin-bottom:.8rem}.pair{display:flex;gap:.4rem;align-items:flex-start}figure{margin:0}figcaption{font-size:.85rem}
svg{max-width:100%;height:auto}.right{color:#106b21}.wrong{color:#a3161a}pre{white-space:pre-wrap;background:#f4f4f4;padding:.6rem}
nav{display:flex;flex-wrap:wrap;gap:.2rem .6rem}.pair,figure{min-width:0}code{overflow-wrap:anywhere}`

const KINDS = ['right', 'explained, wrong', 'not explained', 'not scored'] as const
type Kind = (typeof KINDS)[number]

interface Entry {
  readonly trace: Trace
  readonly labelled: LabelledTask | undefined
  readonly kind: Kind
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function kindOf(trace: Trace, labelled: LabelledTask | undefined): Kind {
  if (labelled === undefined || labelled.answers.some((answer) => answer === undefined))
    return trace.status === 'solved' ? 'not scored' : 'not explained'
  const isAnswered = (answer: Grid | undefined, i: number): boolean =>
    isRight([trace.attempts[i]?.attempt_1, trace.attempts[i]?.attempt_2], answer)
  if (labelled.answers.every(isAnswered)) return 'right'
  return trace.status === 'solved' ? 'explained, wrong' : 'not explained'
}

/** What a task is about, by the first of these facts that it has. */
const FAMILIES = [
  ['separators', 'panels'],
  ['invariant:only-empty-cells-change', 'drawing on empty cells'],
  ['correspondence:moved', 'moving'],
  ['ink-count:same', 'moving'],
  ['invariant:shape-of-ink-stays', 'recolouring'],
  ['invariant:output-inside-input', 'cutting out'],
] as const

/** A task's family: what happens to the size, and what the describer noticed about objects. */
function familyOf({ facts }: Trace): string {
  const keys = facts.map(({ key }) => key)
  const size = keys.find((key) => key.startsWith('size:'))?.slice(5) ?? 'mixed'
  return `size ${size}, ${FAMILIES.find(([key]) => keys.includes(key))?.[1] ?? 'other'}`
}

export function reportHtml(traces: readonly Trace[], dataset: ReadonlyMap<string, LabelledTask>): string {
  const entries = traces.map((trace): Entry => {
    const labelled = dataset.get(trace.task_id)
    return { trace, labelled, kind: kindOf(trace, labelled) }
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>ARC report</title><style>${STYLE}</style></head><body>
<h1>ARC report</h1><p>${entries.length} tasks: ${KINDS.map((kind) => `${entries.filter((entry) => entry.kind === kind).length} ${kind}`).join('; ')}. A task is right when each of its outputs is among its two attempts.</p>
${familyTable(entries)}
${iterationTable(traces)}
<h2>Tasks</h2><nav>${entries.map(({ trace, kind }) => `<a class="${kind === 'right' ? 'right' : 'wrong'}" href="#${escaped(trace.task_id)}">${escaped(trace.task_id)}</a>`).join('')}</nav>
${entries.map(entrySection).join('\n')}
</body></html>\n`
}

function familyTable(entries: readonly Entry[]): string {
  const families = [...Map.groupBy(entries, ({ trace }) => familyOf(trace))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const body = families.map(([name, own]) => {
    const counts = KINDS.map((kind) => `<td>${own.filter((entry) => entry.kind === kind).length}</td>`)
    return `<tr><td>${escaped(name)}</td>${counts.join('')}</tr>`
  })
  const head = KINDS.map((kind) => `<th>${kind}</th>`).join('')
  return `<h2>By task family</h2><table><tr><th>Family</th>${head}</tr>${body.join('')}</table>`
}

function iterationTable(traces: readonly Trace[]): string {
  const most = Math.max(0, ...traces.map(({ iterations }) => iterations.length))
  const rows = Array.from({ length: most }, (_, at) => {
    const reached = traces.flatMap(({ iterations }) => iterations[at] ?? [])
    const mean = reached.reduce((sum, { best_score }) => sum + best_score, 0) / Math.max(1, reached.length)
    const count = (test: (it: (typeof reached)[number]) => boolean): number => reached.filter(test).length
    return `<tr><td>${at + 1}</td><td>${reached.length}</td><td>${mean.toFixed(3)}</td><td>${count((it) => it.improved)}</td><td>${count((it) => it.solved)}</td></tr>`
  })
  return `<h2>Iterations</h2><table><tr><th>Iteration</th><th>tasks</th><th>mean best score</th><th>improved</th><th>explained</th></tr>${rows.join('')}</table>`
}

function figure(caption: string, grid: Grid): string {
  return `<figure>${gridSvg(grid)}<figcaption>${caption}</figcaption></figure>`
}

function entrySection({ trace, labelled, kind }: Entry): string {
  const train = labelled?.task.train.map(
    ({ input, output }, i) =>
      `<div class="pair">${figure(`train ${i} input`, input)}${figure('output', output)}</div>`,
  )
  const tests = trace.attempts.map((attempt, i) => {
    const answer = labelled?.answers[i]
    const shown = [attempt.attempt_1, attempt.attempt_2].flatMap((rows, k) => {
      if (rows === null) return []
      const grid = gridFromRows(rows)
      const mark =
        answer === undefined
          ? ''
          : sameGrid(grid, answer)
            ? ' <b class="right">right</b>'
            : ' <b class="wrong">wrong</b>'
      const sure = [attempt.confidence_1, attempt.confidence_2][k] ?? 0
      return [figure(`attempt ${k + 1}${mark}, confidence ${sure.toFixed(2)}`, grid)]
    })
    const input = labelled?.task.tests[i]
    return `<div class="grids">${input ? figure(`test ${i} input`, input) : ''}${answer ? figure('expected', answer) : ''}${shown.join('')}</div>`
  })
  return `<section id="${escaped(trace.task_id)}"><h3>${escaped(trace.task_id)}: <span class="${kind === 'right' ? 'right' : 'wrong'}">${kind}</span></h3>
${train ? `<div class="grids">${train.join('')}</div>` : ''}${tests.join('')}
${programText(trace)}<p>Best score by iteration: ${trace.iterations.map(({ best_score }) => best_score.toFixed(3)).join(', ')}</p>${blameText(trace)}</section>`
}

function programText(trace: Trace): string {
  const text = trace.attempts[0]?.program_1
  const parsed = text ? parseProgram(text) : undefined
  if (parsed?.kind !== 'program') return '<p>No program was found.</p>'
  return `<pre>${escaped(explainProgram(parsed.program).join('\n'))}</pre><details><summary>Program</summary><pre>${escaped(text ?? '')}</pre></details>`
}

/** The blame on the program that came closest; one that explains every pair has none. */
function blameText(trace: Trace): string {
  const { iterations, status, best_id } = trace
  const reports = iterations.flatMap(({ csa }) => csa)
  const last = reports.find(({ candidate_id }) => candidate_id === best_id) ?? reports.at(-1)
  if (status === 'solved' || last === undefined || last.blame === null) return ''
  const worst = last.loci.find(({ locus }) => locus === last.blame)
  const gain = worst && worst.best_delta > 0 ? `, whose best change is worth ${worst.best_delta}` : ''
  const of = candidatesOf(trace).get(last.candidate_id)
  return `<p>Blamed: ${escaped(last.blame)}${gain}, in <code>${escaped(of?.program ?? last.candidate_id)}</code></p>`
}
