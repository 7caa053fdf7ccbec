// Scores signs of abuse. Each kind has a count that looks suspicious (score 40) and one that leaves no doubt (score
// 100), with a straight line between them. Both depend on the limits of the license: fifty devices are many if three
// are allowed.
import { machineLimits } from '@sealwright/contract'
import { seatLimit } from '../../license/index.ts'
import type { NamedLicense } from '../../license/index.ts'
import type { RiskSign } from './risk.kind.ts'

interface Evidence {
  name: 'machines' | 'refusedMachines' | 'clones' | 'networks' | 'drifts' | 'guesses'
  params: Record<string, string | number>
}

interface Risk {
  sign: RiskSign
  license: NamedLicense | undefined
  score: number
  evidence: Evidence[]
}

const LEAST = 40
export const MOST_RISKS = 100

/** 0 below `from`, 40 at `from`, 100 at and above `to`. */
export function scoreOf(count: number, from: number, to: number): number {
  if (count < from) return 0
  return Math.min(100, Math.round(LEAST + ((count - from) / (to - from)) * (100 - LEAST)))
}

/** How many devices or seats may use a license at once; null if there is no limit. */
function placesOf({ content }: NamedLicense): number | null {
  const seats = seatLimit(content)
  return seats ?? machineLimits(content).atOnce
}

function judge(sign: RiskSign, license: NamedLicense | undefined): Pick<Risk, 'score' | 'evidence'> {
  const { kind, count, refusals, machine } = sign
  const places = license ? placesOf(license) : null
  if (kind === 'manyMachines') {
    const limit = places ?? count
    return {
      score: scoreOf(count, limit * 2 + 1, limit * 5 + 5),
      evidence: [
        { name: 'machines', params: { count, limit } },
        ...(refusals > 0 ? [{ name: 'refusedMachines', params: { count: refusals } } as const] : []),
      ],
    }
  }
  if (kind === 'manyNetworks') {
    const limit = places ?? count
    return {
      score: scoreOf(count, limit * 5 + 5, limit * 20 + 20),
      evidence: [{ name: 'networks', params: { count, limit } }],
    }
  }
  if (kind === 'clonedMachine')
    return {
      score: scoreOf(count, 2, 6),
      evidence: [{ name: 'clones', params: { fingerprint: machine ?? '', networks: count } }],
    }
  if (kind === 'driftingMachine')
    return { score: scoreOf(count, 3, 10), evidence: [{ name: 'drifts', params: { name: machine ?? '', count } }] }
  return { score: scoreOf(count, 20, 500), evidence: [{ name: 'guesses', params: { count } }] }
}

/** The highest scores first, up to the limit. Leaves out licenses outside the caller's row scope. */
export function risksOf(signs: readonly RiskSign[], licenses: ReadonlyMap<string, NamedLicense>): Risk[] {
  return signs
    .filter(({ licenseGuid }) => licenseGuid === null || licenses.has(licenseGuid))
    .map((sign) => {
      const license = sign.licenseGuid === null ? undefined : licenses.get(sign.licenseGuid)
      return { sign, license, ...judge(sign, license) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || other.sign.lastAt.getTime() - one.sign.lastAt.getTime())
    .slice(0, MOST_RISKS)
}
