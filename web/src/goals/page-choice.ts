/** Which pages of a long table to load: those on the screen, then the one below and the one above. */
export function pagesToLoad([from, to]: readonly [number, number], pages: number): readonly number[] {
  const wanted: number[] = []
  for (let page = from; page <= to; page += 1) wanted.push(page)
  return [...wanted, to + 1, from - 1].filter((page) => page >= 0 && page < pages)
}

/** The page to forget when there are too many: the one farthest from where one is. */
export function farthest(pages: readonly number[], from: number): number {
  return pages.reduce((far, page) => (Math.abs(page - from) > Math.abs(far - from) ? page : far), from)
}
