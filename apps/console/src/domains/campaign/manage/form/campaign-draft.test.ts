import { expect, it } from 'vitest'
import { termsAfter, termsOf } from './campaign-draft.ts'

const cloud = { licenseForm: 1, licDuration: 30, endTime: null, counter: 100, kickOut: true, canModify: true } as const
const ofCloud = { licenseDays: '30', licenseDeadline: '', useCount: '100', kickOut: true } as const

it('a chosen template replaces the terms of the one before, but not what was typed', () => {
  const longer = { ...cloud, licDuration: 60, counter: 500 }
  expect(termsAfter(ofCloud, longer, termsOf(cloud))).toEqual({ ...ofCloud, licenseDays: '60', useCount: '500' })
  expect(termsAfter({ ...ofCloud, licenseDays: '7' }, longer, termsOf(cloud))).toMatchObject({
    licenseDays: '7',
    useCount: '500',
  })
  const dated = { ...cloud, licDuration: null, endTime: '2027-12-31T15:59:59Z' }
  expect(termsAfter({ ...ofCloud, licenseDays: '7' }, dated, termsOf(cloud))).toMatchObject({
    licenseDays: '7',
    licenseDeadline: dated.endTime,
  })
})

it('a template that allows no changes has its own terms, and one for soft licenses no terms of cloud licenses', () => {
  const typed = { ...ofCloud, licenseDays: '7', useCount: '5' }
  expect(termsAfter(typed, { ...cloud, canModify: false })).toEqual(ofCloud)
  expect(termsAfter(typed, { ...cloud, licenseForm: 2 })).toEqual({
    ...typed,
    useCount: '',
    kickOut: '',
  })
})
