import { loadPhrases, sentences } from '@sealwright/phrases'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../kernel/refusal.ts'
import { CannotGive, closedOf, pauseCauseOf, refusedGift } from './visit.rules.ts'

const [start, end] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-31T00:00:00Z')]
const campaign = {
  stage: 'published',
  startsAt: start,
  endsAt: end,
  taken: 0,
  maxParticipants: 5,
  deletedAt: null,
} as const
const at = (day: string) => new Date(`2026-03-${day}T12:00:00Z`)

describe('a campaign', () => {
  it.each([
    ['is open while it runs', {}, null],
    ['that is full says so until its end', { taken: 5 }, 'full'],
    ['that somebody paused says so', { stage: 'paused' as const }, 'paused'],
    ['that is full stays full while it is paused', { stage: 'paused' as const, taken: 5 }, 'full'],
    ['that was terminated says so, even if it is full', { stage: 'terminated' as const, taken: 5 }, 'terminated'],
    ['that was deleted says only that', { stage: 'terminated' as const, deletedAt: at('10') }, 'deleted'],
  ])('%s', (_name, given, closed) => {
    expect(closedOf({ ...campaign, ...given }, at('15'))).toBe(closed)
  })
  it('that was full is over after its end', () => {
    expect(closedOf({ ...campaign, taken: 5 }, end)).toBe('ended')
  })
})

describe('a refused license', () => {
  it('is the developer’s matter, except for what concerns the visitor', () => {
    const told = (error: ConstructorParameters<typeof Refusal>[0]) => {
      const sorted = refusedGift(new Refusal(error))
      if (sorted instanceof CannotGive) return `pauses: ${sorted.told().error}`
      return sorted instanceof Refusal ? sorted.error : sorted
    }
    expect(told('billing.insufficientBalance')).toBe('pauses: activity.paused')
    expect(told('license.quotaUsedUp')).toBe('pauses: activity.paused')
    expect(told('template.notFound')).toBe('pauses: activity.licenseFault')
    expect(told('license.templateExpired')).toBe('pauses: activity.licenseFault')
    expect(told('activity.held')).toBe('activity.held')
    expect(told('license.heldUnseen')).toBe('activity.held')
    expect(told('license.issueFailed')).toBe('activity.licenseFault')
    expect(told('license.trialEnded')).toBe('activity.licenseFault')
    expect(refusedGift(new Error('a bug'))).toBeInstanceOf(Error)
  })
  it('for terms that the template does not allow is stored with the reason', async () => {
    const say = sentences('zh', await loadPhrases('zh'))
    const violations = [{ path: 'changes.licDuration', rule: 'tooBig', params: { max: 90 } }] as const
    const cause = pauseCauseOf(say, new Refusal('platform.badPayload', { violations }))
    expect(cause.error).toBe('activity.unfitTerms')
    expect(cause.params['reason']).toContain('90')
  })
})
