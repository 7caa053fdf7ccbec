// Turns at one license: few at once, in their order, and nobody waits for another license.
import { describe, expect, it } from 'vitest'
import { createLicenseTurns } from './license-turns.ts'

describe('turns', () => {
  it('are had by three at once, the others in the order they came, also after a failure; another license waits for none of them', async () => {
    const inTurn = createLicenseTurns()
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
