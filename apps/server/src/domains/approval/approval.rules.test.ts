// Which flow catches a request, and who can decide on a step.
import { PRIVILEGES } from '@sealwright/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Member } from '../access/index.ts'
import type { ApprovalAsked } from '../license/index.ts'
import type { FlowContent, FlowStep, Handover } from './approval.kind.ts'
import { faultOf, outcomeOf, turnOf } from './approval.rules.ts'
import type { Requester } from './approval.rules.ts'

const content = (given: Partial<FlowContent> = {}): FlowContent => ({
  name: '大额签发',
  families: ['account', 'sn', 'smart'],
  events: ['issue', 'update'],
  licenseIds: [],
  templateGuids: [],
  requesterIds: [],
  requesterRoleGuids: [],
  includesSuper: false,
  countAbove: null,
  fenAbove: null,
  daysAbove: null,
  gifts: false,
  expireDays: 30,
  steps: [],
  ...given,
})
const asked: ApprovalAsked = {
  family: 'sn',
  event: 'issue',
  templateGuid: 'template',
  licenseIds: [1, 2],
  count: 10,
  fen: 1_000,
  days: 30,
  isGift: false,
}
const sales: Requester = { userId: 'sales', isSuper: false, roleGuids: ['sellers'] }
const head: Requester = { userId: 'head', isSuper: true, roleGuids: [] }

describe('a flow', () => {
  it.each<[string, Partial<FlowContent>, string, { asked?: Partial<ApprovalAsked>; by?: Requester; isOn?: boolean }?]>([
    ['without conditions catches everything', {}, 'caught'],
    ['that is off catches nothing', {}, 'off', { isOn: false }],
    ['of another family', { families: ['account'] }, 'family'],
    ['of updates', { events: ['update'] }, 'event'],
    ['of a product of a code with several', { licenseIds: [2] }, 'caught'],
    ['of another product', { licenseIds: [3] }, 'subject'],
    ['of another product or this template', { licenseIds: [3], templateGuids: ['template'] }, 'caught'],
    ['of another template', { templateGuids: ['other'] }, 'subject'],
    ['of this requester', { requesterIds: ['sales'] }, 'caught'],
    ['of another requester', { requesterIds: ['other'] }, 'requester'],
    ['of a role of the requester', { requesterIds: ['other'], requesterRoleGuids: ['sellers'] }, 'caught'],
    ['of another role', { requesterRoleGuids: ['buyers'] }, 'requester'],
    ['lets the super administrator pass', {}, 'super', { by: head }],
    ['that includes the super administrator', { includesSuper: true }, 'caught', { by: head }],
    ['that names the super administrator only', { requesterIds: ['head'] }, 'super', { by: head }],
    ['that includes but does not name them', { includesSuper: true, requesterIds: ['x'] }, 'requester', { by: head }],
    ['above this count', { countAbove: 9 }, 'caught'],
    ['above a count, exactly reached', { countAbove: 10 }, 'threshold'],
    ['above this amount', { fenAbove: 999 }, 'caught'],
    ['above an amount, exactly reached', { fenAbove: 1_000 }, 'threshold'],
    ['above this term', { daysAbove: 29 }, 'caught'],
    ['above a term, exactly reached', { daysAbove: 30 }, 'threshold'],
    ['above a term: permanent', { daysAbove: 36_500 }, 'caught', { asked: { days: null } }],
    ['of gifts', { gifts: true }, 'threshold'],
    ['of gifts: a gift', { gifts: true }, 'caught', { asked: { isGift: true } }],
    ['with several thresholds: one is enough', { countAbove: 100, fenAbove: 999, gifts: true }, 'caught'],
  ])('%s', (_name, given, outcome, { asked: other = {}, by = sales, isOn = true } = {}) => {
    expect(outcomeOf({ isOn, content: content(given) }, { ...asked, ...other }, by)).toBe(outcome)
  })
})

const member = (userId: string, given: Partial<Member> = {}): Member => ({
  userId,
  name: userId,
  account: `${userId}@test.example`,
  isSuper: false,
  isActive: true,
  isOfIntegrator: false,
  privileges: new Set(['audit.decide']),
  roleGuids: [],
  ...given,
})
const superior = member('head', { isSuper: true, privileges: new Set(PRIVILEGES) })
const step = (given: Partial<FlowStep> = {}): FlowStep => ({
  userIds: [],
  roleGuids: [],
  mode: 'any',
  remindHours: null,
  ...given,
})
const at = { requesterId: 'sales', handovers: [], isEscalated: false, voters: [] }
const ids = (members: readonly Member[]) => members.map(({ userId }) => userId)

describe('a step', () => {
  const people = [superior, member('a'), member('b', { roleGuids: ['finance'] }), member('sales')]

  it.each<[string, Partial<Member>]>([
    ['disabled or expired', { isActive: false }],
    ['without the right', { privileges: new Set() }],
    ['of an integrator', { isOfIntegrator: true }],
  ])('waits for people who are named or have a role, not for one who is %s', (_name, given) => {
    const all = [...people, member('c', { roleGuids: ['finance'], ...given })]
    expect(ids(turnOf(step({ userIds: ['a'], roleGuids: ['finance'] }), at, all).deciders)).toEqual(['a', 'b'])
  })

  it('falls to the super administrator if nobody is left, unless they made the request', () => {
    const own = step({ userIds: ['sales'] })
    expect(turnOf(own, at, people)).toMatchObject({ deciders: [superior], isOrphaned: true })
    expect(turnOf(step({ userIds: ['gone'] }), { ...at, requesterId: 'head' }, people).deciders).toEqual([])
  })

  it('is open to the super administrator too once it is escalated, and their approval passes it', () => {
    const both = step({ userIds: ['a', 'b'], mode: 'all' })
    const escalated = { ...at, isEscalated: true }
    expect(ids(turnOf(both, escalated, people).deciders)).toEqual(['a', 'b', 'head'])
    expect(turnOf(both, { ...escalated, voters: ['a'] }, people).isPassed).toBe(false)
    expect(turnOf(both, { ...escalated, voters: ['head'] }, people).isPassed).toBe(true)
  })

  it('of which all must approve passes with the last one, or when the last one is gone', () => {
    const both = step({ userIds: ['a', 'b'], mode: 'all' })
    expect(turnOf(both, { ...at, voters: ['a'] }, people)).toMatchObject({ isPassed: false, deciders: [people[2]] })
    expect(turnOf(both, { ...at, voters: ['a', 'b'] }, people).isPassed).toBe(true)
    expect(turnOf(both, { ...at, voters: ['a'] }, people.slice(0, 2)).isPassed).toBe(true)
    expect(turnOf(both, at, people.slice(0, 1))).toMatchObject({ isPassed: false, isOrphaned: true })
  })

  it('that was handed over waits for the other one, and for the first one if it comes back', () => {
    const there: Handover = { from: 'a', to: 'b' }
    const one = step({ userIds: ['a'] })
    expect(ids(turnOf(one, { ...at, handovers: [there] }, people).deciders)).toEqual(['b'])
    const back = [there, { from: 'b', to: 'a' }]
    expect(ids(turnOf(one, { ...at, handovers: back }, people).deciders)).toEqual(['a'])
  })

  it('that nobody could pass is found when the flow is saved', () => {
    const passable = step({ userIds: ['a'] })
    const alone = step({ userIds: ['head'] })
    const faulty = (steps: FlowStep[], includesSuper = false) => faultOf(content({ steps, includesSuper }), people)
    expect(faulty([passable, alone])).toBeUndefined()
    expect(faulty([passable, step({ roleGuids: ['empty'] })])).toEqual({ error: 'approve.nobody', index: 1 })
    expect(faulty([passable, alone], true)).toEqual({ error: 'approve.onlySuper', index: 1 })
  })

  it('is never decided by the requester, whoever they are and whatever happens to it', () => {
    const names = ['head', 'a', 'b', 'c']
    const one = fc.constantFrom(...names)
    const everybody = [superior, ...names.slice(1).map((name) => member(name, { roleGuids: ['role'] }))]
    fc.assert(
      fc.property(
        fc.record({
          requesterId: one,
          handovers: fc.array(fc.record({ from: one, to: one }), { maxLength: 4 }),
          isEscalated: fc.boolean(),
          voters: fc.subarray(names),
        }),
        fc.record({
          userIds: fc.subarray(names),
          roleGuids: fc.subarray(['role']),
          mode: fc.constantFrom('any' as const, 'all' as const),
          remindHours: fc.constant(null),
        }),
        (where, of) => {
          const { deciders } = turnOf(of, where, everybody)
          expect(ids(deciders)).not.toContain(where.requesterId)
          for (const voter of where.voters) expect(ids(deciders)).not.toContain(voter)
        },
      ),
    )
  })
})
