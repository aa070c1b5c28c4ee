import { Component, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type LinkState, useLinkState } from '../data/live.ts'
import { timeOfDay } from '../format.ts'
import { Empty, Loading, PageHead } from '../pieces/pieces.tsx'
import { Link, navigate, usePath } from '../router.tsx'
import { moveInList } from './arrow-keys.ts'
import { MENU, PAGES } from './pages.ts'
import { applyTheme, storedTheme, type Theme } from './theme.ts'

const Palette = lazy(() => import('./palette.tsx').then((m) => ({ default: m.Palette })))
const Help = lazy(() => import('./help.tsx').then((m) => ({ default: m.Help })))

export function App() {
  const path = usePath()
  const [overlay, setOverlay] = useState<'palette' | 'help'>()
  useShortcuts(setOverlay)
  const found = useMemo(() => find(path), [path])
  // On a narrow screen the menu is a line that scrolls; where one is must be in sight.
  useEffect(() => {
    const showHere = () => {
      const here = path === '' ? null : document.querySelector<HTMLElement>('.nav [aria-current]')
      // Not scrollIntoView: that would also move where the Tab key begins.
      here?.parentElement?.scrollTo({ left: here.offsetLeft - here.parentElement.clientWidth / 2 })
    }
    showHere()
    addEventListener('resize', showHere)
    return () => removeEventListener('resize', showHere)
  }, [path])
  return (
    <div className="app">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="side">
        <div className="side-in">
          <Link className="brand" href="/">
            <svg viewBox="0 0 32 32" aria-hidden="true">
              <rect width="32" height="32" rx="7" fill="var(--accent)" />
              <path
                d="M8 23 L16 8 L24 23 M11.3 17 H20.7"
                fill="none"
                stroke="var(--on-accent)"
                strokeWidth="3"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
            Orch
          </Link>
          <nav className="nav" aria-label="Pages">
            {MENU.map((item) => (
              <Link
                key={item.href}
                href={item.href}
                aria-current={isCurrent(item.href, path) ? 'page' : undefined}
              >
                {item.name}
                <span className="key-hint" aria-hidden="true">{`g ${item.key}`}</span>
              </Link>
            ))}
          </nav>
          <div className="side-foot">
            <span className="side-buttons">
              <button
                type="button"
                className="button small"
                aria-keyshortcuts="Control+K"
                onClick={() => setOverlay('palette')}
              >
                Go to <kbd>Ctrl K</kbd>
              </button>
              <button
                type="button"
                className="button small"
                aria-label="Help with keys"
                onClick={() => setOverlay('help')}
              >
                ?
              </button>
            </span>
            <Connection />
            <ThemeChoice />
          </div>
        </div>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        <AwayNote />
        <Safety key={path}>
          <Suspense fallback={<Loading />}>
            {found ? (
              <found.page params={found.params} />
            ) : path === '' ? (
              <Loading />
            ) : (
              <NotFound path={path} />
            )}
          </Suspense>
        </Safety>
      </main>
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette onClose={() => setOverlay(undefined)} />}
        {overlay === 'help' && <Help onClose={() => setOverlay(undefined)} />}
      </Suspense>
    </div>
  )
}

function find(path: string) {
  for (const { path: pattern, page } of PAGES) {
    const match = pattern.exec(path)
    if (match) return { page, params: match.slice(1).map(decode) }
  }
  return undefined
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const isCurrent = (href: string, path: string) => (href === '/' ? path === '/' : path.startsWith(href))

const WORDS: Readonly<Record<LinkState, string>> = {
  connecting: 'Connecting …',
  live: 'Live',
  polling: 'Every 5 s',
  offline: 'Server away',
  asleep: 'Asleep',
}

function Connection() {
  const state = useLinkState()
  return (
    <div className={`link-state ${state}`} role="status" data-link={state}>
      <i aria-hidden="true" />
      {WORDS[state]}
    </div>
  )
}

/** What is on the screen is old now; that must not be overlooked. */
function AwayNote() {
  const state = useLinkState()
  const since = useRef('')
  if (state !== 'offline') {
    since.current = ''
    return null
  }
  since.current ||= timeOfDay(Date.now())
  return (
    <div className="away" role="alert">
      <strong>The server does not answer.</strong> This is how things stood at {since.current}. It is looked
      for every 5 seconds; if you stopped it, run <code>orch dashboard</code> again.
    </div>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <select aria-label="Colours" value={theme} onChange={(event) => choose(event.target.value as Theme)}>
      <option value="system">Auto</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  )
}

function NotFound({ path }: { readonly path: string }) {
  return (
    <>
      <PageHead title="No such page" />
      <Empty title={`There is nothing at ${path}.`}>
        <p>
          Go to <Link href="/">what is going on now</Link> or to <Link href="/goals">all goals</Link>.
        </p>
      </Empty>
    </>
  )
}

/** How soon the letter must follow the `g`. */
const SEQUENCE_MS = 2_000

/** `g` and a letter open a page, `/` goes to the search box, `?` helps; never while somebody types. Ctrl-K always works. */
function useShortcuts(show: (overlay: 'palette' | 'help') => void): void {
  const armed = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        show('palette')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const page =
        event.timeStamp - armed.current < SEQUENCE_MS
          ? MENU.find((item) => item.key === event.key)
          : undefined
      armed.current = Number.NEGATIVE_INFINITY
      if (page) {
        event.preventDefault()
        navigate(page.href)
      } else if (moveInList(event)) return
      else if (event.key === '?') show('help')
      else if (event.key === 'g') armed.current = event.timeStamp
      else if (event.key === '/') {
        const box = document.querySelector<HTMLInputElement>('input[type=search]')
        if (!box) return
        event.preventDefault()
        box.focus()
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [show])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input, select, textarea, dialog *, [contenteditable] *, [contenteditable], .editor')
  )
}

/** A page that breaks must not take the menu with it. */
class Safety extends Component<{ readonly children: ReactNode }, { readonly broken: string | undefined }> {
  override state = { broken: undefined }

  static getDerivedStateFromError(error: unknown): { broken: string } {
    return { broken: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    if (this.state.broken === undefined) return this.props.children
    return (
      <Empty title="This page could not be shown.">
        <p>{this.state.broken}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Load it again
        </button>
      </Empty>
    )
  }
}
