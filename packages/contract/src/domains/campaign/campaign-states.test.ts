import { describe, expect, it } from 'vitest'
import { CAMPAIGN_STATUSES, campaignMachine, campaignStatusAt } from './campaign-states.ts'
import type { CampaignEvent, CampaignStage } from './campaign-states.ts'

const ALLOWED: Record<CampaignEvent, Partial<Record<number, number | 'deleted'>>> = {
  edit: { 1: 1 },
  editOngoing: { 2: 2, 3: 3, 4: 4 },
  publish: { 1: 2 },
  pause: { 3: 4 },
  suspend: { 3: 4 },
  start: { 4: 3 },
  terminate: { 2: 5, 3: 5, 4: 5 },
  delete: { 1: 'deleted', 5: 'deleted', 6: 'deleted' },
  begin: { 2: 3 },
  finish: { 3: 6, 4: 6 },
}

describe('the life of a campaign', () => {
  for (const [event, rows] of Object.entries(ALLOWED))
    for (const from of Object.values(CAMPAIGN_STATUSES))
      it(`${event} from ${from} leads to ${rows[from] ?? 'a refusal'}`, () => {
        expect(campaignMachine.next(from, event as CampaignEvent)).toBe(rows[from]) // a key of ALLOWED
      })
})

const [start, end] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-31T00:00:00Z')]
const [before, during] = [new Date('2026-02-28T23:59:59.999Z'), new Date('2026-03-15T00:00:00Z')]

describe('the status by the clock', () => {
  const cases: [stage: CampaignStage, now: Date, taken: number, status: number][] = [
    ['draft', during, 0, 1],
    ['draft', end, 0, 1],
    ['published', before, 0, 2],
    ['published', start, 0, 3],
    ['published', during, 9, 3],
    ['published', during, 10, 6],
    ['published', end, 0, 6],
    ['paused', during, 3, 4],
    ['paused', during, 10, 6],
    ['paused', end, 3, 6],
    ['terminated', during, 3, 5],
    ['terminated', end, 3, 5],
  ]
  it.each(cases)('%s at %s with %s of 10 places taken is %s', (stage, now, taken, status) => {
    const clock = { stage, startTime: start, endTime: end, taken, maxParticipants: 10 }
    expect(campaignStatusAt(clock, now)).toBe(status)
  })
})
