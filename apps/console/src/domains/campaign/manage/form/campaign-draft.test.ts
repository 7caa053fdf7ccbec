import { expect, it } from 'vitest'
import { termsAfter } from './campaign-draft.ts'

const cloud = { licenseForm: 1, licDuration: 30, endTime: null, counter: 100, kickOut: true, canModify: true } as const
const ofCloud = { licenseDays: '30', licenseDeadline: '', useCount: '100', kickOut: true } as const

it('a chosen template replaces the terms of the one before, but not what was typed', () => {
  const longer = { ...cloud, licDuration: 60, counter: 500 }
  expect(termsAfter(ofCloud, longer, cloud)).toEqual({ ...ofCloud, licenseDays: '60', useCount: '500' })
  expect(termsAfter({ ...ofCloud, licenseDays: '7' }, longer, cloud)).toMatchObject({
    licenseDays: '7',
    useCount: '500',
  })
})

it('a template that allows no changes has its own terms, and one for soft licenses no terms of cloud licenses', () => {
  const typed = { ...ofCloud, licenseDays: '7', useCount: '5' }
  expect(termsAfter(typed, { ...cloud, canModify: false }, undefined)).toEqual(ofCloud)
  expect(termsAfter(typed, { ...cloud, licenseForm: 2 }, undefined)).toEqual({
    ...typed,
    useCount: '',
    kickOut: '',
  })
})
