import { type AnchorHTMLAttributes, type MouseEvent, useCallback, useSyncExternalStore } from 'react'

/** The address bar is the only state of navigation: pages, filters and sort orders can all be bookmarked. */
const MOVED = 'orch:moved'

function subscribe(changed: () => void): () => void {
  addEventListener('popstate', changed)
  addEventListener(MOVED, changed)
  return () => {
    removeEventListener('popstate', changed)
    removeEventListener(MOVED, changed)
  }
}

/**
 * Whether the page was changed from within, so that reading should go on at the new page's heading. There is nothing to
 * listen to where the menu is written ahead of time.
 */
let arriving = false
globalThis.addEventListener?.('popstate', () => {
  arriving = true
})

/** True once after each change of page. */
export function takeArrival(): boolean {
  const was = arriving
  arriving = false
  return was
}

const currentPath = () => location.pathname
const currentSearch = () => location.search

export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', to)
  else {
    history.pushState(null, '', to)
    arriving = true
  }
  dispatchEvent(new Event(MOVED))
}

/** Empty where the menu is written ahead of time, for every page at once. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath, () => '')
}

/** One search parameter of the address; an empty value removes it. Typing replaces instead of adding history. */
export function useParam(name: string): readonly [string, (value: string) => void] {
  const search = useSyncExternalStore(subscribe, currentSearch)
  const value = new URLSearchParams(search).get(name) ?? ''
  const set = useCallback(
    (next: string) => {
      const params = new URLSearchParams(location.search)
      if (next === '') params.delete(name)
      else params.set(name, next)
      const text = params.toString()
      navigate(`${location.pathname}${text === '' ? '' : `?${text}`}`, { replace: true })
    },
    [name],
  )
  return [value, set]
}

/** A link that changes the page without loading it anew; modified clicks do what the browser does. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
    scrollTo(0, 0)
  }
  return <a href={href} onClick={follow} {...rest} />
}
