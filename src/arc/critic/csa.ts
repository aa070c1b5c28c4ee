import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../../engine/index.ts'
import { round, scoreProgram } from '../compare/index.ts'
import { distinct } from '../distinct.ts'
import {
  type Edit,
  editProgram,
  findOperator,
  type Locus,
  lociOf,
  OPERATORS,
  type Program,
  parseProgram,
  printProgram,
  printStage,
  printStep,
  type Step,
  siblingsOf,
} from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import type { CsaReport, Directive, LocusReport } from '../trace/index.ts'

/** A tried edit and what it is worth. */
export interface Probe extends EditedProgram {
  readonly locus: Locus
  readonly score: number
}

export interface Analysis {
  readonly report: CsaReport
  /** Places in the order in which they are worth editing: the blamed one first. */
  readonly order: readonly Locus[]
  readonly probes: readonly Probe[]
}

const LIMITS: EditLimits = { vary: 4, replace: 4, insert: 0 }
/** A table of fifty rows is fifty places; the outermost ones say enough. */
const MOST_LOCI = 16

/**
 * Counterfactual sensitivity analysis: every place of a program is dropped, varied and replaced, each variant is
 * verified again, and the change of the score is reported. Blamed is the place whose best variant gains most; where
 * nothing gains, the one whose variants change the score least, for it carries the least of what is right.
 */
export function analyse(task: Task, program: Program, id: string, random: Random): Analysis {
  const base = scoreProgram(task, program)
  const probes: Probe[] = []
  const rows: { locus: Locus; report: LocusReport }[] = []
  for (const locus of lociOf(program).slice(0, MOST_LOCI)) {
    const own = editsAt(program, locus, LIMITS, random).map((edited) => ({
      ...edited,
      locus,
      score: scoreProgram(task, edited.program),
    }))
    if (own.length === 0) continue
    probes.push(...own)
    const best = own.reduce((a, b) => (b.score > a.score ? b : a))
    const drop = own.find((probe) => probe.directive.edit === 'drop')
    const change = own.reduce((sum, probe) => sum + Math.abs(probe.score - base), 0) / own.length
    rows.push({
      locus,
      report: {
        locus: locus.name,
        probes: own.length,
        drop_delta: drop === undefined ? null : round(drop.score - base),
        best_delta: round(best.score - base),
        best_edit: best.directive,
        sensitivity: round(change),
      },
    })
  }
  const ranked = [...rows].sort(
    (a, b) => b.report.best_delta - a.report.best_delta || a.report.sensitivity - b.report.sensitivity,
  )
  const report: CsaReport = {
    candidate_id: id,
    base_score: base,
    loci: rows.map((row) => row.report),
    blame: ranked[0]?.report.locus ?? null,
  }
  return { report, order: ranked.map((row) => row.locus), probes }
}

const MOST_EDITS = 64
const EDITED_LOCI = 3
const EDIT_LIMITS = { vary: 16, replace: 16, insert: 8 }

/**
 * The edits worth trying on a program, most promising first: what helped in like cases, then what the analysis saw
 * gain, then everything at the blamed places.
 */
export function proposeEdits(
  program: Program,
  analysis: Analysis,
  remembered: readonly Directive[],
  random: Random,
): EditedProgram[] {
  const loci = lociOf(program)
  const gains = analysis.probes.filter((probe) => probe.score > analysis.report.base_score)
  gains.sort((a, b) => b.score - a.score)
  const proposals: EditedProgram[] = [
    ...remembered.flatMap((directive) => replayDirective(program, loci, directive)),
    ...gains,
    ...analysis.order.slice(0, EDITED_LOCI).flatMap((locus) => editsAt(program, locus, EDIT_LIMITS, random)),
  ]
  return distinct(proposals, ({ text }) => text)
    .slice(0, MOST_EDITS)
    .map(({ directive, program: edited, text }) => ({ directive, program: edited, text }))
}

/** One edited program with the directive that led to it. */
export interface EditedProgram {
  readonly directive: Directive
  readonly program: Program
  readonly text: string
}

/** How many edits of each kind are made at one place. */
export interface EditLimits {
  readonly vary: number
  readonly replace: number
  readonly insert: number
}

function directiveOf({ name, step: was }: Locus, edit: Directive['edit'], step: Step | null): Directive {
  return {
    locus: name,
    edit,
    step: step === null ? null : printStep(step),
    was: was === undefined ? null : printStep(was),
    origin: 'csa',
  }
}

/** The chance of one task: the same for the same seed and id. */
export function randomFor(seed: number, taskId: string): Random {
  return createRandom(createHash('sha256').update(`${seed} ${taskId}`).digest().readInt32BE())
}

/** A seeded choice that keeps the order of what it takes. */
function sample<T>(items: readonly T[], count: number, random: Random): T[] {
  if (items.length <= count) return [...items]
  const keyed = items.map((item, index) => ({ item, index, key: random.next() }))
  keyed.sort((a, b) => a.key - b.key)
  return keyed
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item)
}

/** The edits at one place: without it, the same verb with other arguments, other verbs, and a step before it. */
export function editsAt(program: Program, locus: Locus, limits: EditLimits, random: Random): EditedProgram[] {
  const edits: { name: Directive['edit']; edit: Edit }[] = [{ name: 'drop', edit: { kind: 'drop' } }]
  const { step } = locus
  if (step !== undefined) {
    const siblings = siblingsOf(step)
    const same = siblings.filter((other) => other.op === step.op)
    const others = siblings.filter((other) => other.op !== step.op)
    for (const other of sample(same, limits.vary, random))
      edits.push({ name: 'vary', edit: { kind: 'replace', step: other } })
    for (const other of sample(others, limits.replace, random))
      edits.push({ name: 'replace', edit: { kind: 'replace', step: other } })
    for (const { primitive, argument } of sample(INSERTED, limits.insert, random))
      edits.push({ name: 'insert', edit: { kind: 'insert', step: { op: primitive.name, argument } } })
  }
  const own = printProgram(program)
  return edits.flatMap(({ name, edit }) => {
    const edited = editProgram(locus, edit)
    const text = edited === undefined ? own : printProgram(edited)
    if (edited === undefined || text === own) return []
    const put = edit.kind === 'drop' ? null : edit.step
    return [{ directive: directiveOf(locus, name, put), program: edited, text }]
  })
}

/** What may be put before any step. */
const INSERTED = OPERATORS.filter(({ primitive }) => primitive.from === 'grid' && primitive.to === 'grid')

/** Applies a remembered directive wherever the step it was about stands in this program. */
export function replayDirective(
  program: Program,
  loci: readonly Locus[],
  remembered: Directive,
): EditedProgram[] {
  if (remembered.origin === 'ruler' || remembered.was === null) return replayRepair(program, remembered)
  const step = remembered.step === null ? null : stepOf(remembered.step)
  if (step === undefined) return []
  const edit: Edit =
    step === null ? { kind: 'drop' } : { kind: remembered.edit === 'insert' ? 'insert' : 'replace', step }
  return loci.flatMap((locus) => {
    if (locus.step === undefined || printStep(locus.step) !== remembered.was) return []
    const edited = editProgram(locus, edit)
    if (edited === undefined) return []
    const directive: Directive = { ...directiveOf(locus, remembered.edit, step), origin: 'memory' }
    return [{ directive, program: edited, text: printProgram(edited) }]
  })
}

/**
 * What a ruler once did, put where this program allows it: a further stage, another last stage, the last one until
 * nothing changes, another division into objects. One more condition is no text to put: a ruler fits its table anew, see `repairsOf`.
 */
function replayRepair(program: Program, remembered: Directive): EditedProgram[] {
  const own = printProgram(program)
  const put = remembered.step ?? ''
  const last = program.stages.at(-1)
  const texts: Partial<Record<Directive['edit'], string>> = {
    append: own.replace(/\)$/, () => ` ${put})`),
    replace: last === undefined ? own : own.replace(printStage(last), () => put),
    repeat: last === undefined ? own : own.replace(printStage(last), (stage) => `(repeat ${stage})`),
    segment: own.replace(/\(each \S+ /g, `(each ${put} `),
  }
  const text = texts[remembered.edit] ?? own
  const parsed = parseProgram(text)
  if (text === own || parsed.kind === 'rejected') return []
  return [{ directive: { ...remembered, origin: 'memory' }, program: parsed.program, text }]
}

function stepOf(text: string): Step | undefined {
  const operator = findOperator(text.slice(1, -1))
  return operator && { op: operator.primitive.name, argument: operator.argument }
}
