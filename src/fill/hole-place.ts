/** Where a hole stands, as Lean is told: the modules below, the file before its command, and the command. */

import { withoutHeader } from '../goal/index.ts'
import type { HolePlace, TextPart, TextPosition } from '../lean/index.ts'
import { beginning, externalImports, partsBelow } from './elaborate-module.ts'
import type { HelperLemma } from './helper-lemmas.ts'
import type { Hole, ModuleReport } from './hole.ts'
import { optionCommands } from './lean-options.ts'
import type { Project } from './project.ts'

/** A lemma that was proved for a hole above or in a module below, where it will stand. */
export interface OfferedLemma extends HelperLemma {
  readonly report: ModuleReport
  /** The command that it will stand before. */
  readonly command: number
}

export interface CommandPlace {
  readonly imports: readonly string[]
  readonly before: readonly TextPart[]
  /** The command's text as it stands in the file, moved to the right as it is there. */
  readonly command: string
}

/**
 * The file is cut where commands with holes begin: what lies before one of them is elaborated once, and goes on from
 * what lies before the hole above it. Lemmas for holes above stand at those cuts. Those of modules below come behind
 * all of these, each in a piece of its module with what is open at its place: only this file is then elaborated again.
 */
export function placeOfCommand(
  project: Project,
  report: ModuleReport,
  command: number,
  lemmas: readonly OfferedLemma[] = [],
): CommandPlace {
  const { module } = report
  const body = withoutHeader(project.modules.get(module)?.text ?? '')
  const span = report.commands[command]
  const from = span?.from ?? body.length
  const cuts = new Set(report.holes.map((hole) => report.commands[hole.command]?.from ?? 0))
  const ends = [...cuts, from].filter((cut) => cut <= from && cut > 0).sort((one, other) => one - other)
  const own = Map.groupBy(
    lemmas.filter((lemma) => lemma.report.module === module),
    (lemma) => report.commands[lemma.command]?.from ?? 0,
  )
  const added = (at: number): TextPart[] => (own.get(at) ?? []).map(({ text }) => ({ text: `${text}\n\n` }))
  const pieces = [...new Set(ends)].flatMap((end, place, all): TextPart[] => [
    { text: body.slice(place === 0 ? 0 : all[place - 1], end) },
    ...added(end),
  ])
  const imported = lemmas.filter((lemma) => lemma.report.module !== module)
  return {
    imports: externalImports(project, module),
    before: [
      ...partsBelow(project, module),
      ...imported.map((lemma) => inItsScope(project, lemma)),
      beginning(project, module),
      ...added(0),
      ...pieces,
    ],
    command: ' '.repeat(span?.start.column ?? 0) + body.slice(from, span?.to ?? body.length),
  }
}

const OPENS_SCOPE =
  /^Lean\.Parser\.Command\.(?:namespace|section|end|open|variable|universe|set_option|include|omit)$/

/** A lemma with the commands before it that say what is open and what the variables are. */
function inItsScope(project: Project, { report, command, text }: OfferedLemma): TextPart {
  const body = project.modules.get(report.module)?.text ?? ''
  const scope = report.commands
    .slice(0, command)
    .flatMap(({ kind, from, to }) => (OPENS_SCOPE.test(kind) ? body.slice(from, to) : []))
  const options = optionCommands(project.options(report.module)).text
  return { text: `${options}${[...scope, text].join('\n')}\n`, module: report.module, whole: true }
}

/** A place in the file as a place in its command's text. */
export function inCommand(
  report: ModuleReport,
  command: number,
  { line, column }: TextPosition,
): TextPosition {
  return { line: line - (report.commands[command]?.start.line ?? 1) + 1, column }
}

export function placeOfHole(
  project: Project,
  report: ModuleReport,
  hole: Hole,
  given: readonly string[],
  {
    offered = [],
    delivered = '',
  }: { readonly offered?: readonly OfferedLemma[]; readonly delivered?: string } = {},
): HolePlace {
  const { imports, before, command } = placeOfCommand(project, report, hole.command, offered)
  const front = delivered === '' ? '' : `${delivered.trimEnd()}\n`
  const shift = front.split('\n').length - 1
  const moved = (position: TextPosition) => {
    const { line, column } = inCommand(report, hole.command, position)
    return { line: line + shift, column }
  }
  return {
    imports,
    before,
    command: front + command,
    start: moved(hole.span.start),
    end: moved(hole.span.end),
    isTactic: hole.isTactic,
    given,
  }
}
