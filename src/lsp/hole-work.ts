/** What the commands of the editor do, and how that is told: a sentence, and sometimes a change of the text. */
import { fileURLToPath } from 'node:url'
import {
  blanksBefore,
  elaborateModule,
  type FillEvent,
  type Hole,
  placeScript,
  shownName,
} from '../fill/index.ts'
import { loadStrategies } from '../strategies/index.ts'
import { fillProjectHoles, golfDeclaration, type ProjectParts } from '../use-cases/index.ts'
import { difference } from './difference.ts'
import type { FileHoles } from './file-holes.ts'

export interface TextChange {
  /** Half-open, in the text that was read. */
  readonly from: number
  readonly to: number
  readonly text: string
}

export interface HoleAnswer {
  readonly outcome: 'proved' | 'refuted' | 'partial' | 'golfed' | 'nothing'
  readonly message: string
  readonly changes: readonly TextChange[]
}

export interface Work {
  readonly parts: ProjectParts
  readonly uri: string
  readonly file: FileHoles
  readonly timeoutSeconds: number
  readonly signal: AbortSignal
  readonly tell: (message: string) => void
}

const nameOf = ({ declaration, span }: Hole) =>
  declaration ? shownName(declaration) : `line ${span.start.line}`
const nothing = (message: string): HoleAnswer => ({ outcome: 'nothing', message, changes: [] })

export async function proveHole(work: Work, hole: Hole, strategies?: readonly string[]): Promise<HoleAnswer> {
  const { parts, uri, timeoutSeconds, signal, tell } = work
  const result = await fillProjectHoles(parts, fileURLToPath(uri), {
    line: hole.span.start.line,
    timeoutSeconds,
    strategies,
    apply: false,
    again: true,
    signal,
    onEvent: (event) => tell(eventText(event)),
  })
  const outcome = result.outcomes.find((one) => one.hole.id === hole.id)
  if (outcome?.kind === 'refuted')
    return {
      outcome: 'refuted',
      message: `${nameOf(hole)} is false for ${outcome.counterexample}.`,
      changes: [],
    }
  if (outcome?.kind !== 'proved') {
    const why = outcome && 'why' in outcome ? `: ${outcome.why}` : ''
    return nothing(`Orch found no proof of ${nameOf(hole)} within ${Math.round(result.seconds)} s${why}`)
  }
  const { accepted, seconds, given } = outcome
  const rest = given.length === 0 ? '' : ` It is complete given ${given.join(', ')}.`
  return {
    outcome: 'proved',
    message: `Proved ${nameOf(hole)} with ${accepted.strategy} in ${seconds.toFixed(1)} s.${rest}`,
    changes: accepted.edits.map(({ from, to, text }) => ({ from, to, text })),
  }
}

export async function counterexample(work: Work, hole: Hole): Promise<HoleAnswer> {
  const known = hole.lastOutcome?.counterexample
  if (known !== undefined)
    return { outcome: 'refuted', message: `${nameOf(hole)} is false for ${known}.`, changes: [] }
  const answer = await proveHole(work, hole, ['refute'])
  return answer.outcome === 'nothing' ? nothing(`No counterexample to ${nameOf(hole)} was found.`) : answer
}

/** A shorter proof of a declaration, as one change from the first difference of the file to the last. */
export async function shorten({ parts, uri, file, signal }: Work, declaration: string): Promise<HoleAnswer> {
  const { proofs, changes } = await golfDeclaration(parts, fileURLToPath(uri), declaration, signal)
  const proof = proofs.find((one) => one.declaration === declaration)
  const change = changes.find(({ before }) => before === file.text)
  if (!proof || !change) return nothing(`Orch found no shorter proof of ${declaration}.`)
  const { before, after } = change
  const where = difference(before, after)
  const { cost } = proof
  return {
    outcome: 'golfed',
    message: `The proof of ${declaration} has ${cost.after} characters now, ${cost.before} before.`,
    changes: [{ from: where.from, to: where.before, text: after.slice(where.from, where.after) }],
  }
}

/** How many branches are tried, best first: each is elaborated with its whole file. */
const MOST_BRANCHES = 6

/** The branch that came furthest, with `sorry` for what it left open. What proves it all is better still. */
export async function partial(work: Work, hole: Hole): Promise<HoleAnswer> {
  let scripts = await branches(work.parts, hole)
  if (scripts.length === 0) {
    const answer = await proveHole(work, hole)
    if (answer.outcome !== 'nothing') return answer
    scripts = await branches(work.parts, hole)
  }
  for (const script of scripts.slice(0, MOST_BRANCHES)) {
    work.signal.throwIfAborted()
    work.tell(`trying ${script.split('\n')[0] ?? ''} …`)
    const change = await placed(work, hole, `${script.trimEnd()}\nall_goals sorry`)
    if (change)
      return {
        outcome: 'partial',
        message: `Inserted a partial proof of ${nameOf(hole)}.`,
        changes: [change],
      }
  }
  return nothing(`Orch knows no step that leads anywhere on ${nameOf(hole)}.`)
}

async function branches({ ledger, config }: ProjectParts, { key }: Hole): Promise<string[]> {
  const strategies = await loadStrategies(config.strategies)
  const found = await Promise.all(strategies.map(({ name }) => ledger.unfinished(key, name)))
  const scripts = found.flatMap((one) => one?.scripts ?? [])
  return [...new Set(scripts.filter((script) => script.trim() !== ''))]
}

/** The script in the place of the hole, if the file has no more errors with it than without. */
async function placed(
  { parts, file, signal }: Work,
  hole: Hole,
  script: string,
): Promise<TextChange | undefined> {
  const module = file.project.modules.get(hole.module)
  const report = file.reports.find((one) => one.module === hole.module)
  if (!module || !report) return undefined
  const text = placeScript(file.text, hole, script)
  const from = blanksBefore(file.text, hole.span.from, text)
  const changed = file.text.slice(0, from) + text + file.text.slice(hole.span.to)
  const { pool } = await parts.lean.open()
  const again = await elaborateModule(pool, file.project, { ...module, text: changed }, { signal })
  const isFine = again.failure === undefined && again.errors.length <= report.errors.length
  return isFine ? { from, to: hole.span.to, text } : undefined
}

function eventText(event: FillEvent): string {
  if (event.kind === 'started') return `trying ${event.strategy}`
  if (event.kind === 'ended') return `${event.attempt.strategy}: ${event.attempt.outcome}`
  return 'checking the file'
}
