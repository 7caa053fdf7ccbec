/** The same object gives the same answer, so that what did not change is not worked out or checked again. */
export function remembering<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, { to: To }>()
  return (from) => {
    const found = known.get(from) ?? { to: make(from) }
    known.set(from, found)
    return found.to
  }
}
