// Names of the series of a figure, in the caller's language.
import { CARRIERS, CHARGE_CATEGORIES, LICENSE_SOURCES, RUNTIME_REASONS } from '@sealwright/contract'
import type { Dimension, StatisticAnswer } from '@sealwright/contract'
import type { Scope } from '../../kernel/scope.ts'
import { listNames } from './statistics.queries.ts'
import type { topSeries } from './statistics.rules.ts'

const memberOf = <T extends string>(all: readonly T[], key: string): T | undefined => all.find((one) => one === key)

/** The words for a key that is a code. Undefined if it is the id of a row, or an unknown code. */
function wordsOf({ say }: Pick<Scope, 'say'>, by: Dimension, key: string): string | undefined {
  if (key === '') return say('statistics.none')
  if (by === 'carrier') {
    const carrier = memberOf(CARRIERS, key)
    return carrier && say(`statistics.carriers.${carrier}`)
  }
  if (by === 'channel') {
    const source = memberOf(LICENSE_SOURCES, key)
    return source && say(`license.sources.${source}`)
  }
  if (by === 'reason') {
    const reason = memberOf(RUNTIME_REASONS, key)
    return reason && say(`runtime.reasons.${reason}`)
  }
  if (by === 'category') {
    const category = memberOf(CHARGE_CATEGORIES, key)
    return category && say(`billing.categories.${category}`)
  }
  return undefined
}

/** A row that the caller does not see, such as a deleted one, is called by its key. */
export async function nameSeries(
  scope: Scope,
  by: Dimension,
  { top, others }: ReturnType<typeof topSeries>,
): Promise<StatisticAnswer['series']> {
  const names = await listNames(
    scope,
    by,
    top.map(({ key }) => key).filter((key) => key !== ''),
  )
  return [
    ...top.map((one) => ({ ...one, name: wordsOf(scope, by, one.key) ?? names.get(one.key) ?? one.key })),
    ...(others ? [{ ...others, key: null, name: scope.say('statistics.others') }] : []),
  ]
}
