/**
 * The editor of the playground. It lives in a shadow root of its own: there CodeMirror brings its styles as adopted
 * sheets, which the page's content security policy allows, instead of a style element, which it refuses.
 */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  currentCompletions,
  moveCompletionSelection,
  selectedCompletionIndex,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentService } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { type EditorHints, leanCompletions } from './completions.ts'
import { THEME } from './editor-theme.ts'
import { afterLetter, afterTab, type Replacement, type Signs } from './lean-abbreviations.ts'
import { leanColours, type Mark, marks, setMarks } from './lean-marks.ts'

export interface EditorOptions {
  readonly host: HTMLElement
  readonly text: string
  readonly label: string
  readonly signs: () => Signs
  readonly sources: EditorHints
  readonly onText: (text: string) => void
  readonly onCursor: (offset: number) => void
}

export interface LeanEditor {
  setText(text: string): void
  setMarks(list: readonly Mark[]): void
  goTo(offset: number): void
  close(): void
}

export function openEditor(options: EditorOptions): LeanEditor {
  const { host, text, label, signs } = options
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const parent = document.createElement('div')
  root.replaceChildren(parent)
  const extensions = [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    placeholder('A statement, or a small file'),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
    indentService.of((context, at) => indentAfter(context.state.doc.lineAt(Math.max(0, at - 1)).text)),
    // Enter ends a line, also one that ends in `by`, unless somebody has chosen what is offered; Tab takes the first.
    autocompletion({
      override: [leanCompletions(options.sources, signs)],
      icons: false,
      selectOnOpen: false,
    }),
    EditorView.inputHandler.of((view, from, to, letter) =>
      letter.length === 1 && from === to
        ? typed(view, afterLetter(lineBefore(view), letter, signs()))
        : false,
    ),
    // Tab completes a sign; anywhere else it leaves the editor, as in every other field.
    keymap.of([
      ...completionKeymap,
      { key: 'Tab', run: (view) => typed(view, afterTab(lineBefore(view), signs())) || takeFirst(view) },
      ...closeBracketsKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    leanColours,
    marks,
    THEME,
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) options.onText(state.doc.toString())
      if (docChanged || selectionSet) options.onCursor(state.selection.main.head)
    }),
  ]
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent, root })
  return {
    setText(next) {
      if (next === view.state.doc.toString()) return
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
    },
    setMarks: (list) => view.dispatch({ effects: setMarks.of(list) }),
    goTo(offset) {
      view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true })
      view.focus()
    },
    close: () => view.destroy(),
  }
}

function takeFirst(view: EditorView): boolean {
  if (currentCompletions(view.state).length === 0) return false
  if (selectedCompletionIndex(view.state) === null) moveCompletionSelection(true)(view)
  return acceptCompletion(view)
}

function lineBefore({ state }: EditorView): string {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return line.text.slice(0, head - line.from)
}

function typed(view: EditorView, change: Replacement | undefined): boolean {
  if (!change) return false
  const { head } = view.state.selection.main
  const from = head - change.back
  view.dispatch({
    changes: { from, to: head, insert: change.insert },
    selection: { anchor: from + change.insert.length },
    userEvent: 'input.type',
  })
  return true
}

/** Behind what a proof or a body begins with, two more. */
function indentAfter(line: string): number {
  const indent = line.length - line.trimStart().length
  return /(?:\bby|\bwhere|\bdo|=>|:=)$/.test(line.trimEnd()) ? indent + 2 : indent
}
