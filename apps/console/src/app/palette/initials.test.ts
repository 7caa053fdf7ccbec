import { readFileSync, writeFileSync } from 'node:fs'
import { LOCALES } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import { expect, it } from 'vitest'
import { MENU_GROUPS } from '../../lib/place/screen.ts'
import { isOutside } from '../enter.ts'
import { SCREENS } from '../screens.ts'
import { initialsOf } from './initials.ts'

const FILE = 'apps/console/src/app/palette/initials.ts'

/** The first character of each letter, in the order of the pinyin. No pinyin begins with i, u or v. */
const FIRSTS = 'a阿 b八 c嚓 d哒 e妸 f发 g旮 h哈 j讥 k咔 l垃 m妈 n拏 o噢 p妑 q七 r然 s仨 t它 w挖 x夕 y丫 z匝'.split(' ')
const byPinyin = new Intl.Collator('zh-Hans-u-co-pinyin')
const letterOf = (han: string) =>
  FIRSTS.findLast((first) => byPinyin.compare(first.slice(1), han) <= 0)?.charAt(0) ?? ''

it('the table has exactly the letters of the characters in titles (UPDATE=1 npm run unit -- initials)', async () => {
  const say = sentences('zh', await loadPhrases('zh'))
  const titles = [
    ...SCREENS.filter((row) => !isOutside(row) && !row.search).map(({ title }) => say(title)),
    ...MENU_GROUPS.map((group) => say(`shell.groups.${group}`)),
    ...['toDark', 'toLight', 'toLanguage'].map((key) => say(`shell.palette.${key}`, { language: '' })),
    ...LOCALES.map((locale) => say(`shell.locales.${locale}`)),
    say('shell.signOut'),
  ]
  const characters = [...new Set(titles.join('').match(/\p{Script=Han}/gu))].toSorted(byPinyin.compare)
  const lines = Object.entries(Object.groupBy(characters, letterOf)).map(
    ([letter, all = []]) => `  ${letter}: '${all.join('')}',\n`,
  )
  const before = readFileSync(FILE, 'utf8')
  const after = before.replace(/(= \{\n)(?: {2}\w: .+\n)+/, `$1${lines.join('')}`)
  if (process.env['UPDATE']) writeFileSync(FILE, after)
  else expect(before).toBe(after)
})

it('letters and digits stand for themselves', () => {
  expect(initialsOf('许可模板')).toBe('xkmb')
  expect(initialsOf('API 2')).toBe('api2')
})
