/** The editor in the colours of the page; its variables reach into the shadow root. */
import { EditorView } from '@codemirror/view'

const code = (name: string) => ({ color: `var(--code-${name})` })
const said = (colour: string) => ({
  textDecoration: `underline wavy var(--${colour})`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
})

export const THEME = EditorView.theme({
  '&': {
    fontSize: '1rem',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    borderRadius: 'var(--radius)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', minHeight: '18rem', maxHeight: '70vh' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '0.93rem',
    maxHeight: '16rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', marginLeft: '1.2em', opacity: '1' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.lean-keyword': code('keyword'),
  '.lean-tactic': code('tactic'),
  '.lean-number': code('number'),
  '.lean-string': code('string'),
  '.lean-symbol': code('symbol'),
  '.lean-comment': { color: 'var(--muted)', fontStyle: 'italic' },
  '.said.error': said('bad'),
  '.said.warning': said('warn'),
  '.said.info': said('accent'),
})
