/**
 * A module and everything below it as one text, for the checker, which knows nothing of projects. Each module is a
 * section of its own, so that nothing it opens or sets reaches the next.
 */
import { missingEnds, withoutHeader } from '../goal/index.ts'
import { applyToText, type TextEdit } from './edits.ts'
import { externalImports } from './elaborate-module.ts'
import type { ModuleReport } from './hole.ts'
import { optionCommands } from './lean-options.ts'
import type { Project } from './project.ts'
import { TextLines } from './text-lines.ts'

/** What Lean takes for granted in a file, and the checker not. */
const DEFAULTS = 'set_option autoImplicit true'

export interface FlatText {
  readonly imports: readonly string[]
  readonly text: string
}

/** Everything before `upTo` in a module, with some edits made. What has errors is left out: nothing can rest on it. */
export function flatText(
  project: Project,
  reports: ReadonlyMap<string, ModuleReport>,
  module: string,
  { upTo, edits }: { readonly upTo: number; readonly edits: readonly TextEdit[] },
): FlatText {
  const byModule = Map.groupBy(edits, (edit) => edit.module)
  const bodyOf = (name: string, end: number): string => {
    const body = withoutErrors(withoutHeader(project.modules.get(name)?.text ?? ''), reports.get(name)).slice(
      0,
      end,
    )
    return applyToText(body, byModule.get(name) ?? []).replace(/^\uFEFF/, '')
  }
  const optionsOf = (name: string) => optionCommands(project.options(name)).strict
  const below = project.dependencies(module).map(({ name }) => {
    const body = bodyOf(name, Number.POSITIVE_INFINITY)
    return ['section', optionsOf(name) + body.trimEnd(), ...missingEnds(body), 'end'].join('\n')
  })
  return {
    imports: externalImports(project, module),
    text: [DEFAULTS, ...below, optionsOf(module) + bodyOf(module, upTo)].join('\n'),
  }
}

function withoutErrors(body: string, report: ModuleReport | undefined): string {
  if (!report || report.errors.length === 0) return body
  const lines = new TextLines(body)
  let text = body
  for (const error of report.errors) {
    const at = lines.offset(error.start)
    const span = report.commands.find(({ from, to }) => at >= from && at <= to)
    if (span)
      text =
        text.slice(0, span.from) + text.slice(span.from, span.to).replace(/\S/g, ' ') + text.slice(span.to)
  }
  return text
}
