/**
 * Arrow keys in lists: within `data-arrows` they move the focus from one link to the next. Where nothing has the focus,
 * or only the page's heading, going down begins with the first list of the page, if it is in sight.
 */
export function moveInList(event: KeyboardEvent): boolean {
  const step =
    event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0
  const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (!(event.target instanceof HTMLElement) || (step === 0 && sideways === 0)) return false
  if (step === 1 && isNowhere(event.target)) return focusOn(event, firstInSight())
  const list = event.target.closest<HTMLElement>('[data-arrows]')
  if (!list) return false
  const items = itemsOf(list)
  const at = items.indexOf(event.target)
  if (at < 0) return false
  const isGrid = list.dataset.arrows === 'grid'
  if (!isGrid && step === 0) return false
  return focusOn(event, items[at + (step === 0 ? sideways : step * (isGrid ? perRow(items) : 1))])
}

function focusOn(event: KeyboardEvent, next: HTMLElement | undefined): boolean {
  if (!next) return false
  event.preventDefault()
  next.focus()
  return true
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-arrow], li > a, tbody a')]
}

function isNowhere(target: HTMLElement): boolean {
  return target === document.body || target.tagName === 'H1'
}

/** A table of many rows takes the keys itself. */
function firstInSight(): HTMLElement | undefined {
  const list = document.querySelector<HTMLElement>('main :is([data-arrows], [role=grid])')
  if (!list) return undefined
  const first = list.role === 'grid' ? list : itemsOf(list)[0]
  const top = first?.getBoundingClientRect().top ?? -1
  return top >= 0 && top < innerHeight ? first : undefined
}

/** How many of them stand in the first row. */
function perRow(items: readonly HTMLElement[]): number {
  const top = items[0]?.getBoundingClientRect().top
  const first = items.findIndex((item) => item.getBoundingClientRect().top !== top)
  return first < 0 ? items.length : first
}
