/** Caches the result for each object, so that an unchanged object is not converted or checked again. */
export function remembering<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, { to: To }>()
  return (from) => {
    const found = known.get(from) ?? { to: make(from) }
    known.set(from, found)
    return found.to
  }
}
