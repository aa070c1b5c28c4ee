import type { Random } from '../../engine/index.ts'
import { scoreProgram } from '../compare/index.ts'
import { type Locus, lociOf, type Program, printLocus } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import type { CsaReport, Directive, LocusReport } from '../trace/index.ts'
import { type EditedProgram, type EditLimits, editsAt, replayDirective } from './edits.ts'
import { round } from './reports.ts'

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
        locus: printLocus(program, locus),
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
  const seen = new Set<string>()
  return proposals
    .filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined)
    .slice(0, MOST_EDITS)
    .map(({ directive, program: edited, text }) => ({ directive, program: edited, text }))
}
