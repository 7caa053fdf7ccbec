import type { Locale } from '@sealwright/contract'
import { sentences } from '@sealwright/phrases'
import { en as enPhrases } from '@sealwright/phrases/en'
import { zhCn } from '@sealwright/phrases/zh-cn'
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { openAtFirstVisit } from './first-visitor.ts'
import { en } from './words/en.ts'
import { zh } from './words/zh-cn.ts'

const requestOf = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  ({ url, method, headers }) as unknown as FastifyRequest // what decides is in these three

const BROWSER = { accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
const SAY = { zh: sentences('zh', zhCn), en: sentences('en', enPhrases) }

function waiting() {
  const loads: Locale[] = []
  let finish = () => undefined as void
  let reach = (_part: number) => undefined as void
  const done = new Promise<void>((resolve) => (finish = resolve))
  const opening = openAtFirstVisit(SAY, (language, onProgress) => {
    loads.push(language)
    reach = onProgress
    return done
  })
  return { opening, loads, finish, reach: (part: number) => reach(part) }
}

it('loads the demo in the language of the first page, once, and later requests wait for it', async () => {
  const { opening, loads, finish } = waiting()
  const first = opening.enter(requestOf('/', { accept: 'text/html,*/*', 'accept-language': 'en-US,en;q=0.9' }))
  let answered = false
  const second = opening
    .enter(requestOf('/login.do', { 'accept-language': 'zh-CN' }, 'POST'))
    .then(() => (answered = true))
  expect([loads, opening.isOpen(), answered]).toEqual([['en'], false, false])
  finish()
  await Promise.all([first, second])
  expect([loads, opening.isOpen(), answered]).toEqual([['en'], true, true])
})

it('shows a browser how far the load is, in its language, until the center is open', async () => {
  const { opening, loads, finish, reach } = waiting()
  const page = (language: string) =>
    opening.enter(requestOf('/product?page=2', { ...BROWSER, 'accept-language': language }))
  expect((await page('en'))?.html).toMatch(/<html lang="en">.*Loading the demo….*value="0".*location\.reload/)
  reach(0.421)
  expect((await page('zh-CN'))?.html).toMatch(/<html lang="zh-CN">.*正在载入演示数据….*value="42"/)
  expect([loads, opening.isOpen()]).toEqual([['en'], false])
  finish()
  await opening.settled()
  expect(opening.isOpen()).toBe(true)
})

it('is Chinese for a first visitor who names no language that we speak', async () => {
  for (const language of ['', '*', 'fr']) {
    const { opening, loads } = waiting()
    void opening.enter(requestOf('/runtime/v1/keys?developerId=1', { 'accept-language': language }))
    expect(loads).toEqual(['zh'])
  }
})

it('neither loads the demo nor waits for it to answer probes and the files of pages', async () => {
  const { opening, loads } = waiting()
  for (const url of ['/healthz', '/readyz', '/assets/index-1.js', '/favicon.svg', '/openapi.json'])
    await opening.enter(requestOf(url, { accept: '*/*' }))
  await opening.enter(requestOf('/healthz', { accept: 'text/html' }))
  expect(loads).toEqual([])
})

it('has texts of the same shape in both languages, and no Chinese in English', () => {
  const shapeOf = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shapeOf)
      : typeof value === 'object' && value !== null && !(value instanceof RegExp)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
        : typeof value
  expect(shapeOf(en)).toEqual(shapeOf(zh))
  expect(JSON.stringify(en)).not.toMatch(/\p{Script=Han}/u)
})
