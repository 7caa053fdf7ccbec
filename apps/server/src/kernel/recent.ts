// What was used lately, at most so much of it. Forgotten by the half: what nobody used while the newer half filled up.
// Moving each to the end at every use would cost more than what it saves.
export interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

export function createRecent<Value>(most: number): Recent<Value> {
  let newer = new Map<string, Value>()
  let older = new Map<string, Value>()

  function set(key: string, value: Value) {
    if (newer.size >= most / 2) {
      older = newer
      newer = new Map()
    }
    newer.set(key, value)
  }

  return {
    get(key) {
      const known = newer.get(key)
      if (known !== undefined) return known
      const earlier = older.get(key)
      if (earlier !== undefined) set(key, earlier)
      return earlier
    },
    set,
  }
}
