// Scores of signs of abuse.
import type { TemplateContent } from '@sealwright/contract'
import { describe, expect, it } from 'vitest'
import type { NamedLicense } from '../../license/index.ts'
import type { RiskSign } from './risk.kind.ts'
import { MOST_RISKS, risksOf, scoreOf } from './risk.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const sign = (kind: RiskSign['kind'], count: number, given: Partial<RiskSign> = {}): RiskSign => ({
  kind,
  count,
  licenseGuid: kind === 'guessing' ? null : 'one',
  network: kind === 'guessing' ? '192.0.2.1' : null,
  refusals: 0,
  machine: 'host',
  lastAt: at(0),
  ...given,
})
const ofMachines = (machineNum: number | null) =>
  new Map([
    [
      'one',
      {
        guid: 'one',
        family: 'sn',
        serial: 'S',
        productName: 'P',
        content: { machineNum, licBindLimit: null, licBindMaxLimit: null, licenseKeyType: 1 } as TemplateContent,
        expiresAt: new Date(0),
        partlyUntil: new Date(0),
        state: 4,
        account: null,
      } satisfies NamedLicense,
    ],
  ]) // only the terms that the rules use
const scores = (kind: RiskSign['kind'], counts: readonly number[], machineNum: number | null = 1) =>
  counts.map((count) => risksOf([sign(kind, count)], ofMachines(machineNum))[0]?.score ?? 0)

describe('the score of a risk', () => {
  it('begins at 40, rises evenly and ends at 100', () => {
    expect([1, 2, 6, 10, 1000].map((count) => scoreOf(count, 2, 10))).toEqual([0, 40, 70, 100, 100])
  })

  it('of devices depends on the limit of the license', () => {
    expect(scores('manyMachines', [2, 3, 10])).toEqual([0, 40, 100])
    expect(scores('manyMachines', [10, 20, 21, 55], 10)).toEqual([0, 0, 40, 100])
    expect(scores('manyMachines', [1_000], null)).toEqual([0])
  })

  it('of networks allows for users who travel', () => {
    expect(scores('manyNetworks', [9, 10, 40])).toEqual([0, 40, 100])
  })

  it('of clones, drift and guessing has fixed bounds', () => {
    expect(scores('clonedMachine', [2, 6])).toEqual([40, 100])
    expect(scores('driftingMachine', [2, 3, 10])).toEqual([0, 40, 100])
    expect(scores('guessing', [19, 20, 500])).toEqual([0, 40, 100])
  })
})

describe('risks', () => {
  it('are sorted by score, then time, at most a hundred, without licenses that the caller cannot see', () => {
    const many = Array.from({ length: 150 }, (_, index) =>
      sign('guessing', index === 149 ? 490 : 20, { network: String(index) }),
    )
    const told = risksOf(
      [
        ...many,
        sign('driftingMachine', 50, { licenseGuid: 'hidden' }),
        sign('clonedMachine', 6, { lastAt: at(1) }),
        sign('driftingMachine', 10, { lastAt: at(2) }),
      ],
      ofMachines(1),
    )
    expect(told).toHaveLength(MOST_RISKS)
    expect(told.slice(0, 3).map(({ sign: { kind, network } }) => [kind, network])).toEqual([
      ['driftingMachine', null],
      ['clonedMachine', null],
      ['guessing', '149'],
    ])
  })

  it('include their evidence, with refusals', () => {
    expect(risksOf([sign('manyMachines', 5, { refusals: 7 })], ofMachines(1))[0]?.evidence).toEqual([
      { name: 'machines', params: { count: 5, limit: 1 } },
      { name: 'refusedMachines', params: { count: 7 } },
    ])
  })
})
