import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import * as questions from '../data/questions.ts'
import { useSmoothResource } from '../data/resource.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Badge } from '../pieces/pieces.tsx'
import { navigate } from '../router.tsx'
import { MENU } from './pages.ts'

interface Entry {
  readonly key: string
  readonly name: string
  readonly href: string
  readonly kind: 'page' | 'goal' | 'action'
  readonly note?: string
  readonly status?: string
}

const ACTIONS: readonly Entry[] = [
  { key: 'submit', name: 'Submit a goal', href: '/goals?submit=yes', kind: 'action' },
  { key: 'open', name: 'Goals that are open', href: '/goals?status=open', kind: 'action' },
  { key: 'compare', name: 'Compare two runs', href: '/runs', kind: 'action' },
]
const MOST_GOALS = 8

/** Ctrl-K: go anywhere by typing a part of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const query = text.trim()
  const goals = useSmoothResource(
    query === '' ? undefined : questions.goals({ q: query }, { limit: MOST_GOALS, offset: 0 }),
  )
  useEffect(() => dialog.current?.showModal(), [])
  const pages: readonly Entry[] = [
    ...MENU.map(({ name, href }) => ({ key: href, name, href, kind: 'page' as const })),
    ...ACTIONS,
  ]
  const found: readonly Entry[] = [
    ...pages.filter(({ name }) => fits(name, query)),
    ...(query === '' ? [] : (goals.data?.items ?? [])).map((goal) => ({
      key: goal.goal_hash,
      name: goal.id,
      href: `/goals/${goal.goal_hash}`,
      kind: 'goal' as const,
      note: goal.goal,
      status: goal.status,
    })),
  ]
  const chosen = Math.min(at, found.length - 1)
  const go = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    navigate(entry.href)
  }
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) {
      event.preventDefault()
      setAt((chosen + by + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(found[chosen])
    }
  }
  return (
    <dialog ref={dialog} className="dialog palette" aria-label="Go to" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[chosen] && `${listId}-${chosen}`}
        aria-label="Page, action or goal"
        placeholder="Page, action or goal"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div className="palette-list" role="listbox" id={listId} aria-label="What fits">
        {found.map((entry, index) => (
          <button
            key={entry.key}
            type="button"
            role="option"
            id={`${listId}-${index}`}
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette-entry"
            onClick={() => go(entry)}
          >
            <span>{entry.name}</span>
            {entry.status !== undefined && <Badge state={entry.status} />}
            {entry.note !== undefined && (
              <span className="palette-note">
                <LeanCode inline text={entry.note} />
              </span>
            )}
            {entry.kind !== 'goal' && <span className="muted">{entry.kind}</span>}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className="muted palette-none">Nothing fits.</p>}
    </dialog>
  )
}

/** Letters in their order, not necessarily side by side. */
function fits(name: string, query: string): boolean {
  let from = 0
  for (const letter of query.toLowerCase()) {
    const place = name.toLowerCase().indexOf(letter, from)
    if (place < 0) return false
    from = place + 1
  }
  return true
}
