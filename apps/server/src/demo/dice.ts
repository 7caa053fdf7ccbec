/** Evenly distributed random numbers. The same seed gives the same sequence. */
export function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const oneOf = <T>(of: readonly T[]): T => {
    const one = of[between(0, of.length - 1)]
    if (one === undefined) throw new Error('cannot pick from an empty list')
    return one
  }
  return { between, oneOf, isLucky: (chance: number) => next() < chance }
}
