/** Arrow keys in lists: within `data-arrows` they move the focus from one link to the next. */
export function moveInList(event: KeyboardEvent): boolean {
  const step =
    event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0
  const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (!(event.target instanceof HTMLElement) || (step === 0 && sideways === 0)) return false
  const list = event.target.closest<HTMLElement>('[data-arrows]')
  if (!list) return false
  const items = [...list.querySelectorAll<HTMLElement>('[data-arrow], li > a, tbody a')]
  const at = items.indexOf(event.target)
  if (at < 0) return false
  const isGrid = list.dataset.arrows === 'grid'
  if (!isGrid && step === 0) return false
  const next = items[at + (step === 0 ? sideways : step * (isGrid ? perRow(items) : 1))]
  if (!next) return false
  event.preventDefault()
  next.focus()
  return true
}

/** How many of them stand in the first row. */
function perRow(items: readonly HTMLElement[]): number {
  const top = items[0]?.getBoundingClientRect().top
  const first = items.findIndex((item) => item.getBoundingClientRect().top !== top)
  return first < 0 ? items.length : first
}
