import type { Random } from '../../engine/index.ts'
import {
  type Edit,
  editProgram,
  findOperator,
  type Locus,
  OPERATORS,
  type Program,
  parseProgram,
  printLocus,
  printProgram,
  printStage,
  printStep,
  type Step,
  siblingsOf,
  stepAt,
} from '../dsl/index.ts'
import type { Directive } from '../trace/index.ts'

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

function directiveOf(program: Program, locus: Locus, kind: Directive['edit'], step: Step | null): Directive {
  const was = stepAt(program, locus)
  return {
    locus: printLocus(program, locus),
    edit: kind,
    step: step === null ? null : printStep(step),
    was: was === undefined ? null : printStep(was),
    origin: 'csa',
  }
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
  const edits: { kind: Directive['edit']; edit: Edit; step: Step | null }[] = [
    { kind: 'drop', edit: { kind: 'drop' }, step: null },
  ]
  const step = stepAt(program, locus)
  if (step !== undefined) {
    const siblings = siblingsOf(step)
    const same = siblings.filter((other) => other.op === step.op)
    const others = siblings.filter((other) => other.op !== step.op)
    const inserted = OPERATORS.filter(({ primitive }) => primitive.from === 'grid' && primitive.to === 'grid')
    for (const other of sample(same, limits.vary, random))
      edits.push({ kind: 'vary', edit: { kind: 'replace', step: other }, step: other })
    for (const other of sample(others, limits.replace, random))
      edits.push({ kind: 'replace', edit: { kind: 'replace', step: other }, step: other })
    for (const { primitive, argument } of sample(inserted, limits.insert, random)) {
      const added = { op: primitive.name, argument }
      edits.push({ kind: 'insert', edit: { kind: 'insert', step: added }, step: added })
    }
  }
  const own = printProgram(program)
  return edits.flatMap(({ kind, edit, step: put }) => {
    const edited = editProgram(program, locus, edit)
    const text = edited === undefined ? own : printProgram(edited)
    if (edited === undefined || text === own) return []
    return [{ directive: directiveOf(program, locus, kind, put), program: edited, text }]
  })
}

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
    const here = stepAt(program, locus)
    if (here === undefined || printStep(here) !== remembered.was) return []
    const edited = editProgram(program, locus, edit)
    if (edited === undefined) return []
    const directive: Directive = { ...directiveOf(program, locus, remembered.edit, step), origin: 'memory' }
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
