import { expect, it } from 'vitest'
import { parseItems } from './area-draft.ts'

it('pasted lines become items: blank lines and comments are skipped, and the first = separates key and value', () => {
  expect(parseItems('a=1\r\n\n# remark\n b = x=y \nalone').map(({ key, value }) => [key, value])).toEqual([
    ['a', '1'],
    ['b', 'x=y'],
    ['alone', ''],
  ])
})
