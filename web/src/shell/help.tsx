import { useEffect, useRef } from 'react'
import { MENU } from './pages.ts'

const KEYS = [
  ['Ctrl K', 'go to a page, an action or a goal'],
  ['?', 'this help'],
  ['/', 'search on this page'],
  ['↑ ↓', 'move in a list or a table; Enter opens'],
  ['← →', 'fold and unfold in a tree'],
  ['Esc', 'close a dialog'],
] as const

/** `?`: what the keys do. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl className="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
        {MENU.map(({ key, name }) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        For programs: <a href="/api/docs">the API</a>.
      </p>
      <form method="dialog">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  )
}
