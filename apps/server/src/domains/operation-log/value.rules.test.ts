import { loadPhrases, sentences } from '@sealwright/phrases'
import { expect, it } from 'vitest'
import { VOCABULARIES, createValues } from './value.rules.ts'

const [zh, en] = [sentences('zh', await loadPhrases('zh')), sentences('en', await loadPhrases('en'))]
const valueOf = createValues([zh, en])

it('a status or an issue channel is told in the language of the reader, whoever wrote it', () => {
  expect(valueOf(en, 'snLicense', 'status', '已锁定')).toBe('Locked')
  expect(valueOf(zh, 'snLicense', 'status', 'Locked')).toBe('已锁定')
  expect(valueOf(zh, 'smartLicense', 'source', 'batch')).toBe('批量签发')
  expect(valueOf(en, 'userLock', 'status', zh('userLock.statuses.lost'))).toBe(en('userLock.statuses.lost'))
})

it('other values stay as they were written', () => {
  expect(valueOf(en, 'snLicense', 'remark', '已锁定')).toBe('已锁定')
  expect(valueOf(en, 'product', 'status', '已锁定')).toBe('已锁定')
  expect(valueOf(en, 'snLicense', 'status', 'something else')).toBe('something else')
  expect(valueOf(en, 'snLicense', 'status', null)).toBeNull()
})

it('every named value has its words', () => {
  const phrases = Object.values(VOCABULARIES)
    .flatMap((fields) => Object.values(fields))
    .flatMap(([prefix, names]) => names.map((name) => `${prefix}.${name}`))
  expect(phrases.filter((phrase) => !zh.has(phrase) || !en.has(phrase))).toEqual([])
})
