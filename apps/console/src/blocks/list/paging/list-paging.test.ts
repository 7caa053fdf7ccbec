import { describe, expect, it } from 'vitest'
import { initialView, offeredPages, pageAfterResize, pageFromUrl, pageSizes, pageWithin } from './list-paging.ts'

describe('page sizes', () => {
  it.each([
    [390, [3, 6, 9]],
    [1479, [3, 6, 9]],
    [1480, [6, 12, 18]],
    [1679, [6, 12, 18]],
    [1680, [8, 16, 24]],
  ])('of cards in a window %s px wide are %s', (width, sizes) => {
    expect(pageSizes('card', width)).toEqual(sizes)
  })

  it('of a table are the same in every window', () => {
    expect(pageSizes('table', 390)).toEqual([10, 20, 30, 50, 100])
    expect(pageSizes('table', 1920)).toEqual([10, 20, 30, 50, 100])
  })
})

it('a list starts as cards while all its records fit on one page of them', () => {
  expect(initialView(3, 3)).toBe('card')
  expect(initialView(4, 3)).toBe('table')
})

it('a page past the end is the last page, and an empty list has one page', () => {
  expect(pageWithin(9, 4)).toBe(4)
  expect(pageWithin(2, 4)).toBe(2)
  expect(pageWithin(5, 0)).toBe(1)
})

it('another page size keeps the first visible record in sight', () => {
  expect(pageAfterResize(3, 10, 20)).toBe(2)
  expect(pageAfterResize(2, 20, 10)).toBe(3)
})

it('a page that is no number in the address is the first', () => {
  for (const text of [undefined, '', '0', '-1', '1.5', 'x', '99999999999']) expect(pageFromUrl(text)).toBe(1)
  expect(pageFromUrl('12')).toBe(12)
})

it('offers both ends, the neighbors, and never a gap of a single page', () => {
  expect(offeredPages(1, 1)).toEqual([1])
  expect(offeredPages(1, 14)).toEqual([1, 2, 3, 4, 5, null, 14])
  expect(offeredPages(4, 14)).toEqual([1, 2, 3, 4, 5, null, 14])
  expect(offeredPages(7, 14)).toEqual([1, null, 6, 7, 8, null, 14])
  expect(offeredPages(14, 14)).toEqual([1, null, 10, 11, 12, 13, 14])
})
