import { InputError } from '../errors.ts'
import type { Hole } from './hole.ts'
import type { Project } from './project.ts'

/** The holes on a line of the file that a project was opened by; at least one. */
export function holesAtLine(project: Project, holes: readonly Hole[], line: number): [Hole, ...Hole[]] {
  const [first, ...rest] = holes.filter(({ span }) => span.start.line <= line && line <= span.end.line)
  if (first) return [first, ...rest]
  const [name = ''] = project.wanted
  const path = project.modules.get(name)?.path ?? name
  const lines = [...new Set(holes.map(({ span }) => span.start.line))]
  throw new InputError('no_hole', `There is no sorry on line ${line} of ${path}.`, {
    hint:
      lines.length === 0
        ? 'The file has none at all.'
        : `Those of this file are on lines ${lines.join(', ')}.`,
  })
}
