import { loadPhrases, sentences } from '@sealwright/phrases'
import { expect, it } from 'vitest'
import { termText } from './wording.rules.ts'

const SAY = sentences('en', await loadPhrases('en'))
const TERM = { isForever: false, startTime: null, endTime: null, licDuration: 365, spanTime: null, counter: null }
const END = new Date('2027-11-18T15:59:00Z')

it.each([
  ['an ordinary license', {}, false, { end: END, isUsed: false }, 'Until 2027-11-18 23:59'],
  ['a pre-issued one, not used yet', {}, true, { end: null, isUsed: false }, '365 days from first use'],
  ['a pre-issued one in use', {}, true, { end: END, isUsed: true }, 'Until 2027-11-18 23:59'],
  [
    'a pre-issued one with a last day, not used yet',
    { endTime: END.toISOString() },
    true,
    { end: END, isUsed: false },
    'Until 2027-11-18 23:59; 365 days from first use',
  ],
  ['one that never ends', { isForever: true, licDuration: null }, false, { end: null, isUsed: true }, 'Permanent'],
])('tells the end of %s if it is known, and otherwise the days', (_name, term, isPreIssued, known, text) => {
  expect(termText(SAY, { ...TERM, ...term }, isPreIssued, 'Asia/Shanghai', known)).toBe(text)
})
