/** A table that is looked up by words of others: what every JavaScript object has, such as `toString`, is not in it. */
export function wordTable<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), rows)
}
