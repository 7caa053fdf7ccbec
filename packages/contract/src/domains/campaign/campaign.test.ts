import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/call.ts'
import { DAY_MS } from '../../kernel/time-spans.ts'
import { violationsOf } from '../../kernel/violations.ts'
import { fromWire } from '../../kernel/wire.ts'
import { blacklistCalls } from './campaign-blacklist.ts'
import { activityCalls, campaignChanges } from './campaign.ts'

const GUID = '11111111-1111-4111-8111-111111111111'
const good = {
  name: '春季试用',
  startTime: '2026-03-01T00:00:00Z',
  endTime: '2026-03-31T00:00:00Z',
  maxParticipants: 100,
  templateGuid: GUID,
  licenseDays: 30,
  links: [{ name: '微信' }, { name: '官网' }],
}

/** The rules that a payload breaks, with their fields. */
function broken(call: Call, payload: object): [string, string][] {
  const wire = fromWire(call.payload, payload)
  const decoded = z.safeDecode(call.payload, wire)
  return decoded.success ? [] : violationsOf(decoded.error, wire).map(({ path, rule }) => [path, rule])
}

describe('a campaign', () => {
  it.each<[string, object, [string, string][]]>([
    ['is valid', {}, []],
    ['has a name under 20 characters', { name: '名'.repeat(20) }, [['name', 'tooLong']]],
    ['begins before it ends', { endTime: good.startTime }, [['endTime', 'startAfterEnd']]],
    ['has a term', { licenseDays: null }, [['licenseDays', 'campaignTermMissing']]],
    ['may have only a number of uses', { licenseDays: null, useCount: 5 }, []],
    [
      'begins before its licenses end',
      { licenseDeadline: '2026-02-28T00:00:00Z' },
      [['startTime', 'startAfterDeadline']],
    ],
    [
      'has links with different names',
      { links: [{ name: 'Web' }, { name: 'web' }] },
      [['links.1.name', 'duplicateLink']],
    ],
    ['has at most five links', { links: 'abcdef'.split('').map((name) => ({ name })) }, [['links', 'tooMany']]],
    ['has a picture, not another file', { picture: 'AAAA' }, [['picture', 'notPicture']]],
    ['leads to a website', { downloadUrl: 'javascript:alert(1)' }, [['downloadUrl', 'websiteFormat']]],
  ])('%s', (_, given, expected) => {
    expect(broken(activityCalls.create, { ...good, ...given })).toEqual(expected)
  })

  it('changes the template’s term: days from the participation, until the deadline if that comes first', () => {
    const now = new Date('2026-03-10T00:00:00Z')
    const terms = { licenseDays: 30, licenseDeadline: null, useCount: null, kickOut: null }
    expect(campaignChanges(terms, now)).toMatchObject({ isForever: false, licDuration: 30, endTime: null })
    const until = (days: number) =>
      campaignChanges({ ...terms, licenseDeadline: new Date(now.getTime() + days * DAY_MS) }, now)
    expect(until(29)).toMatchObject({ licDuration: null, endTime: '2026-04-08T00:00:00.000Z' })
    expect(until(30)).toMatchObject({ licDuration: 30, endTime: null })
    const uses = campaignChanges({ ...terms, licenseDays: null, useCount: 5, kickOut: true }, now)
    expect(uses).toEqual({ counter: 5, kickOut: true })
  })
})

it('a value of the blacklist fits its kind, or is told on its line', () => {
  const add = (kind: string, ...values: string[]) => broken(blacklistCalls.addBlacklist, { kind, values })
  expect(add('mailDomain', '@Example.com', 'a.b.example')).toEqual([])
  expect(add('mailDomain', 'localhost', 'x y.example')).toEqual([
    ['values.0', 'blacklistValue'],
    ['values.1', 'blacklistValue'],
  ])
  expect(add('phonePrefix', '170', '2')).toEqual([['values.1', 'blacklistValue']])
  expect(add('network', '10.0.0.0/8', '2001:db8::/32', '10.0.0.256')).toEqual([['values.2', 'blacklistValue']])
})
