import type { Random } from '../../engine/index.ts'
import { lociOf, type Program } from '../dsl/index.ts'
import type { Directive } from '../trace/index.ts'
import type { Analysis } from './csa.ts'
import { type EditedProgram, editsAt, replayDirective } from './edits.ts'

const MOST_EDITS = 64
const EDITED_LOCI = 3
const LIMITS = { vary: 16, replace: 16, insert: 8 }

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
    ...analysis.order.slice(0, EDITED_LOCI).flatMap((locus) => editsAt(program, locus, LIMITS, random)),
  ]
  const seen = new Set<string>()
  return proposals
    .filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined)
    .slice(0, MOST_EDITS)
    .map(({ directive, program: edited, text }) => ({ directive, program: edited, text }))
}
