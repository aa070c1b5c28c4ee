/** What an editor offers at a place in a file. */
import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { FileHoles, ShownHole } from './file-holes.ts'

export const COMMANDS = {
  prove: 'orch.prove',
  counterexample: 'orch.counterexample',
  partial: 'orch.partial',
  golf: 'orch.golf',
} as const
export type LspCommandName = keyof typeof COMMANDS

/** What a command is to work on: a hole, or a declaration that has none. */
export interface CommandTarget {
  readonly uri: string
  readonly hole?: string | undefined
  readonly declaration?: string | undefined
}

const HOLE_ACTIONS: readonly (readonly [LspCommandName, string])[] = [
  ['prove', 'Prove with Orch'],
  ['counterexample', 'Show counterexample'],
  ['partial', 'Insert best partial proof'],
]

export function actionsAt(
  document: TextDocument,
  range: Range,
  holes: readonly ShownHole[],
  file: FileHoles | undefined,
): CodeAction[] {
  const { uri } = document
  const { start, end } = range
  const here = holes.filter(({ hole, from, to }) => {
    const lines = [document.positionAt(from).line, document.positionAt(to).line] as const
    return hole.unsearchable === undefined && lines[0] <= end.line && start.line <= lines[1]
  })
  const onHoles = here.flatMap(({ hole, from }) => {
    // Several on one line are told apart by where they are.
    const place = here.length > 1 ? ` (column ${document.positionAt(from).character + 1})` : ''
    return HOLE_ACTIONS.map(([name, title]) =>
      action(name, title + place, CodeActionKind.QuickFix, { uri, hole: hole.id }),
    )
  })
  const name = file && here.length === 0 ? finishedTheorem(document, range, file) : undefined
  if (name === undefined) return onHoles
  return [
    action('golf', `Golf ${name} with Orch`, CodeActionKind.RefactorRewrite, { uri, declaration: name }),
  ]
}

function action(name: LspCommandName, title: string, kind: string, target: CommandTarget): CodeAction {
  return { title, kind, command: { title, command: COMMANDS[name], arguments: [target] } }
}

/** The theorem around a place, if it has no hole and its file is as it was read. */
function finishedTheorem(document: TextDocument, { start }: Range, file: FileHoles): string | undefined {
  if (document.getText() !== file.text) return undefined
  const at = document.offsetAt(start)
  for (const report of file.reports) {
    const command = report.commands.findIndex(({ from, to }) => from <= at && at <= to)
    const own = report.declarations.find(
      (one) => one.command === command && one.kind === 'theorem' && !one.isInternal,
    )
    if (own && !own.hasSorry) return own.name
  }
  return undefined
}
