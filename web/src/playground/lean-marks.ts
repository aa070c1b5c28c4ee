/** Colours of Lean text in the editor, and lines below what Lean complains of. */
import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { tokenize } from '../lean/tokens.ts'

export interface Mark {
  readonly from: number
  readonly to: number
  readonly severity: 'info' | 'warning' | 'error'
}

/** Above this, colours cost more than they tell. */
const LONGEST = 40_000

function coloursOf({ state }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const text = state.doc.toString()
  if (text.length > LONGEST) return builder.finish()
  let at = 0
  for (const token of tokenize(text)) {
    const end = at + token.text.length
    if (token.kind !== 'plain' && token.kind !== 'name')
      builder.add(at, end, Decoration.mark({ class: `lean-${token.kind}` }))
    at = end
  }
  return builder.finish()
}

export const leanColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = coloursOf(view)
    }
    update({ docChanged, view }: ViewUpdate) {
      if (docChanged) this.decorations = coloursOf(view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

export const setMarks = StateEffect.define<readonly Mark[]>()

export const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { changes, effects, state }) {
    let next = shown.map(changes)
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue
      const { length } = state.doc
      const inside = effect.value
        .map((mark) => ({ ...mark, to: Math.min(mark.to, length) }))
        .filter(({ from, to }) => from < to)
        .map(({ from, to, severity }) => Decoration.mark({ class: `said ${severity}` }).range(from, to))
      next = Decoration.set(inside, true)
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})
