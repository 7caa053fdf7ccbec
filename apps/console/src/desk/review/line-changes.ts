// The difference of two texts by lines: the longest common sequence of lines stays, the others were removed or added.
export interface LineChange {
  kind: 'same' | 'removed' | 'added'
  line: string
}

export function lineChanges(before: string, after: string): LineChange[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  // lengths[i][j]: how many lines the rests of both texts have in common.
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const common = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row) row[j] = old[i] === now[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1))
    }
  const changes: LineChange[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]]
    if (removed !== undefined && removed === added) {
      changes.push({ kind: 'same', line: removed })
      i++
      j++
    } else if (removed !== undefined && (added === undefined || common(i + 1, j) >= common(i, j + 1))) {
      changes.push({ kind: 'removed', line: removed })
      i++
    } else if (added !== undefined) {
      changes.push({ kind: 'added', line: added })
      j++
    }
  }
  return changes
}
