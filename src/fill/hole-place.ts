/** Where a hole stands, as Lean is told: the modules below, the file before its command, and the command. */
import type { HolePlace, Position, TextPart } from '../lean/index.ts'
import { beginning, externalImports, partsBelow } from './elaborate-module.ts'
import { withoutHeader } from './header.ts'
import type { Hole, ModuleReport } from './hole.ts'
import type { Project } from './project.ts'

export interface CommandPlace {
  readonly imports: readonly string[]
  readonly before: readonly TextPart[]
  /** The command's text as it stands in the file, moved to the right as it is there. */
  readonly command: string
}

/**
 * The file is cut where commands with holes begin: what lies before one of them is elaborated once, and goes on from
 * what lies before the hole above it.
 */
export function placeOfCommand(project: Project, report: ModuleReport, command: number): CommandPlace {
  const { module } = report
  const body = withoutHeader(project.modules.get(module)?.text ?? '')
  const span = report.commands[command]
  const from = span?.from ?? body.length
  const cuts = new Set(report.holes.map((hole) => report.commands[hole.command]?.from ?? 0))
  const ends = [...cuts, from].filter((cut) => cut <= from && cut > 0).sort((one, other) => one - other)
  const pieces = [...new Set(ends)].map((end, place, all) => ({
    text: body.slice(place === 0 ? 0 : all[place - 1], end),
  }))
  return {
    imports: externalImports(project, module),
    before: [...partsBelow(project, module), beginning(project, module), ...pieces],
    command: ' '.repeat(span?.start.column ?? 0) + body.slice(from, span?.to ?? body.length),
  }
}

/** A place in the file as a place in its command's text. */
export function inCommand(report: ModuleReport, command: number, { line, column }: Position): Position {
  return { line: line - (report.commands[command]?.start.line ?? 1) + 1, column }
}

export function placeOfHole(
  project: Project,
  report: ModuleReport,
  hole: Hole,
  given: readonly string[],
  lemmas = '',
): HolePlace {
  const { imports, before, command } = placeOfCommand(project, report, hole.command)
  const front = lemmas === '' ? '' : `${lemmas.trimEnd()}\n`
  const shift = front.split('\n').length - 1
  const moved = (position: Position) => {
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
