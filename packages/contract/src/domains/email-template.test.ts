import { describe, expect, it } from 'vitest'
import { variableProblems, withVariables } from './email-template.ts'

describe('the variables of a template', () => {
  const texts = { subject: '{developerName}', body: '<p>{account} {passwordLink}</p>', text: null }

  it('are complete if the subject has them, or the body and the text', () => {
    expect(variableProblems('addAccountNew', texts, ', ')).toEqual([])
    expect(variableProblems('addAccountNew', { ...texts, text: '{account} {passwordLink}' }, ', ')).toEqual([])
  })

  it.each([
    ['subject', { subject: '{developerName} {nobody}' }, 'unknownVariable', '{nobody}'],
    ['body', { body: '{account} {passwordLink} {days}' }, 'unknownVariable', '{days}'],
    ['body', { subject: 'Hi' }, 'missingVariable', '{developerName}'],
    ['body', { subject: 'Hi', body: '<p></p>' }, 'missingVariable', '{account}, {developerName}, {passwordLink}'],
    ['body', { body: '{days} {nobody}' }, 'unknownVariable', '{days}, {nobody}'],
    ['text', { text: '{account}' }, 'missingVariable', '{passwordLink}'],
  ])('have a problem in the %s: %o', (path, given, rule, variable) => {
    expect(variableProblems('addAccountNew', { ...texts, ...given }, ', ')).toEqual([
      { path, rule, params: { variable, count: variable.split(', ').length } },
    ])
  })

  it('are replaced in one pass', () => {
    const values: Record<string, string> = { a: '{b}', b: 'x' }
    expect(withVariables('{a} {b} {c} { d }', (name, written) => values[name] ?? written)).toBe('{b} x {c} { d }')
  })
})
