// A cache of a limited number of recently used entries. It evicts half of them at a time: when the newer half is full,
// the entries that were not used while it filled up are dropped. Reordering the entries on every use, as an LRU cache
// does, would cost more than it saves.
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
