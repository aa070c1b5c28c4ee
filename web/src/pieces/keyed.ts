/** Each item with a key for React: its text, and which of its equals it is. */
export function keyed<T>(
  items: readonly T[],
  textOf: (item: T) => string = String,
): readonly (readonly [key: string, item: T])[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const text = textOf(item)
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return [`${count} ${text}`, item] as const
  })
}
