import { expect, it } from 'vitest'
import { rememberScroll, settleScroll } from './scroll-memory.ts'

it('a screen that one comes back to stands where it was left, and every other one at its top', () => {
  const main = document.createElement('main')
  main.dataset.scrolls = ''
  document.body.append(main)
  const scrollTo = (top: number) => {
    main.scrollTop = top
    main.dispatchEvent(new Event('scroll'))
  }
  const come = (index: number, isReturn: boolean, search = {}, path = `/${index}`) => {
    settleScroll({ path, search, part: '', index, isReturn })
    main.dispatchEvent(new Event('scroll'))
    return main.scrollTop
  }
  const forget = rememberScroll()
  expect(come(0, false)).toBe(0)
  scrollTo(500)
  expect(come(1, false)).toBe(0)
  scrollTo(70)
  expect(come(0, true)).toBe(500)
  expect(come(1, true)).toBe(70)
  // Another way on from there: what was behind it is gone.
  expect(come(0, true)).toBe(500)
  expect(come(1, false, {}, '/other')).toBe(0)
  expect(come(0, true)).toBe(500)
  expect(come(1, true)).toBe(0)
  scrollTo(90)
  expect(come(1, false, { name: 'x' })).toBe(90)
  expect(come(1, false, { name: 'x', page: '2' })).toBe(0)
  forget()
  main.remove()
})
