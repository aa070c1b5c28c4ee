/** A question about a thing that is answered once, however often it is asked. */
export function once<T extends object, R>(answer: (of: T) => R): (of: T) => R {
  const known = new WeakMap<T, { readonly value: R }>()
  return (of) => {
    const { value } = known.get(of) ?? { value: answer(of) }
    known.set(of, { value })
    return value
  }
}
