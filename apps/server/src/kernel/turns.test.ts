// Turns at one license: a few at a time, in order, and independent of other licenses.
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

describe('turns', () => {
  it('run three at once, then in order, even after a failure, without blocking other licenses', async () => {
    const inTurn = createTurns()
    const begun: string[] = []
    const ends: (() => void)[] = []
    const work = (name: string) => async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (name === 'a') throw new Error('a failed')
    }
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      inTurn('one', work(name)).then(
        () => 'done',
        () => 'failed',
      ),
    )
    const other = inTurn('two', work('other'))
    expect(begun).toEqual(['a', 'b', 'c', 'other'])
    ends[0]?.()
    await all[0]
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'other', 'd'])
    for (const end of ends.slice(1)) end()
    await expect.poll(() => begun).toHaveLength(6)
    ends.at(-1)?.()
    expect(await Promise.all(all)).toEqual(['failed', 'done', 'done', 'done', 'done'])
    await other
  })
})
