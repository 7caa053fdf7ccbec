// The terms at the platform desk: what is in force, what comes, all versions, and the forms that change them. The use
// cases are those of the commands.
import type { PriceKind, billingDesk } from '@sealwright/contract'
import * as z from 'zod/mini'
import { readPage } from '../../../kernel/db/list.ts'
import type { DeskScope } from '../../../kernel/desk.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { CONTENTS, readGeneralTerms, readTerms } from '../ledger/terms.queries.ts'
import { byOperator } from './hand.service.ts'
import type { OperatorDeps } from './hand.service.ts'
import { findConcerned } from './operator.queries.ts'
import { createOperator } from './operator.service.ts'
import * as queries from './price.queries.ts'
import type { ToldVersion } from './price.queries.ts'

type Payload<Name extends keyof typeof billingDesk> = z.output<(typeof billingDesk)[Name]['payload']>
type Answer<Name extends keyof typeof billingDesk> = z.output<(typeof billingDesk)[Name]['answer']>

/** How many developers a search lists, and how many coming changes a page shows. */
const MOST = 20

function contentOf({ kind, content, developerId }: ToldVersion) {
  switch (kind) {
    case 'rates':
      return { rates: z.parse(CONTENTS.rates, content) }
    case 'gifts':
      return { gifts: z.parse(CONTENTS.gifts, content) }
    case 'fee':
      return { fee: z.parse(developerId === null ? CONTENTS.fee : CONTENTS.ownFee, content) }
    default:
      return { limits: z.parse(CONTENTS.limits, content) }
  }
}

function told(version: ToldVersion): Answer<'findPrices'>['rows'][number] {
  const { guid, kind, developerId, developer, state, startsAt, madeAt, maker, withdrawer, note } = version
  return {
    guid,
    kind,
    developerId: developerId === null ? null : String(developerId),
    developerName: developer,
    state,
    startTime: startsAt,
    createTime: madeAt,
    maker,
    withdrawer,
    note,
    ...contentOf(version),
  }
}

/** What a form sets: an empty field is not set. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  } // the same names

const whenOf = ({ startTime, note, revision }: Pick<Payload<'setGifts'>, 'startTime' | 'note' | 'revision'>) => ({
  startsAt: startTime,
  note,
  revision,
})
const done = ({ guid, startsAt }: { guid: string; startsAt: Date }) => ({ guid, startTime: startsAt })

export function createDeskPrices(deps: OperatorDeps) {
  const at = (scope: DeskScope) => createOperator(deps, byOperator(scope))

  return {
    async searchDevelopers({ db }: DeskScope, { keyword }: Payload<'searchDevelopers'>) {
      const found = await queries.searchDevelopers(db, keyword ?? '', MOST)
      return { developers: found.map(({ id, name }) => ({ id: String(id), name })) }
    },

    async prices(scope: DeskScope, { developerId }: Payload<'prices'>): Promise<Answer<'prices'>> {
      const { db, asking } = scope
      const developer = developerId === undefined ? undefined : await findConcerned(db, developerId)
      if (developerId !== undefined && !developer)
        throw new Refusal('operator.developerNotFound', { field: 'developerId' })
      const terms = developer && (await readTerms({ db, developerId: developer.id, now: asking.now }))
      const revisions = await queries.listRevisions(db, developerId ?? null)
      const revisionOf = (kind: PriceKind) => revisions[kind] ?? 0
      const coming = queries.listVersions(
        db,
        { state: 'coming', ...(developerId === undefined ? { isGeneral: true } : { developerId }) },
        asking.now,
      )
      return {
        general: await readGeneralTerms(db, asking.now),
        ...(developer &&
          terms && {
            developer: {
              id: String(developer.id),
              name: developer.name,
              rates: terms.rates,
              fee: terms.fee,
              limits: terms.limits,
              own: terms.own,
            },
          }),
        revisions: {
          rates: revisionOf('rates'),
          gifts: revisionOf('gifts'),
          fee: revisionOf('fee'),
          limits: revisionOf('limits'),
        },
        coming: (await coming.page({ offset: 0, limit: MOST, isReversed: true })).map(told),
      }
    },

    async findPrices(
      { db, asking }: DeskScope,
      { currentPage, pageSize, sort: _sort, order: _order, ...filter }: Payload<'findPrices'>,
    ) {
      const list = queries.listVersions(db, filter, asking.now)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return { ...page, rows: page.rows.map(told) }
    },

    async setRates(scope: DeskScope, { developerId, startTime, note, revision, ...rates }: Payload<'setRates'>) {
      const when = whenOf({ startTime, note, revision })
      return done(await at(scope).putRates(developerId ?? null, () => given(rates), when))
    },

    setGifts: async (scope: DeskScope, { gifts, ...when }: Payload<'setGifts'>) =>
      done(await at(scope).putGifts(gifts, whenOf(when))),

    async setFee(scope: DeskScope, { developerId, feeFen, periodMonths, firstDays, ...when }: Payload<'setFee'>) {
      if (developerId !== undefined) return done(await at(scope).putFeeOf(developerId, feeFen, whenOf(when)))
      if (feeFen === null) throw new Refusal('tariff.feeNeeded', { field: 'feeFen' })
      const fee = { amountFen: feeFen, ...given({ periodMonths, firstDays }) }
      return done(await at(scope).putFee(fee, whenOf(when)))
    },

    async setLimits(scope: DeskScope, { developerId, startTime, note, revision, ...limits }: Payload<'setLimits'>) {
      const when = whenOf({ startTime, note, revision })
      return done(await at(scope).putLimits(developerId ?? null, () => given(limits), when))
    },

    async withdrawPrice(scope: DeskScope, { guid }: Payload<'withdrawPrice'>) {
      await at(scope).withdraw(guid)
      return {}
    },
  }
}
