// Packages: bought from the balance at the price that was shown, or granted by the platform. Each package gets its
// licenses and updates by a transfer of its own, in the transaction that pays for it.
import { yuanText } from '@sealwright/contract'
import type { packageCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { LoggedFacts } from '../../../kernel/audit/record.ts'
import { datedSerial } from '../../../kernel/dated-serial.ts'
import { readPage } from '../../../kernel/db/list.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Charging } from '../ledger/charging.service.ts'
import { booksOf } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { postTransfer } from '../ledger/ledger.queries.ts'
import type { OwnedPackage, PackageOfferRow } from '../ledger/ledger.tables.ts'
import * as queries from './package.queries.ts'
import { expiryOf, packageState } from './package.rules.ts'
import { requireInsider } from './quote.service.ts'

type Payload<Name extends keyof typeof packageCalls> = z.output<(typeof packageCalls)[Name]['payload']>

export const packageFacts = ({ type, licenses, updates, priceFen, expiresAt }: OwnedPackage): LoggedFacts => ({
  type,
  licenses,
  updates,
  priceFen: yuanText(priceFen),
  expireTime: expiresAt.toISOString(),
})

/** Creates packages of an offer under these guids and fills them. */
export async function addPackages(
  books: Books,
  offer: PackageOfferRow,
  {
    guids,
    priceFen,
    orderGuid,
    timeZone,
  }: { guids: readonly string[]; priceFen: number; orderGuid: string | null; timeZone: string },
): Promise<OwnedPackage[]> {
  const { developerId, now } = books
  const { type, licenses, updates } = offer
  const expiresAt = expiryOf(now, offer.days, timeZone)
  const rows = guids.map((guid): OwnedPackage => ({
    developerId,
    guid,
    serial: datedSerial('PK', now),
    offerGuid: offer.guid,
    type,
    licenses,
    updates,
    priceFen,
    orderGuid,
    boughtAt: now,
    expiresAt,
  }))
  await queries.insertPackages(books, rows)
  for (const { guid } of rows) {
    await postTransfer(books, {
      purpose: `package:${guid}`,
      movement: 'grant',
      subject: type,
      orderGuid,
      legs: [
        { kind: 'licenseGrants', amount: -licenses },
        { kind: 'packageLicenses', ref: guid, amount: licenses },
        { kind: 'updateGrants', amount: -updates },
        { kind: 'packageUpdates', ref: guid, amount: updates },
      ],
    })
  }
  return rows
}

export function createPackageService({ charging }: { charging: Charging }) {
  return {
    async find(
      scope: Scope,
      { type, status, sort, order = sort === 'buyTime' ? 'desc' : 'asc', ...page }: Payload<'find'>,
    ) {
      const books = booksOf(scope)
      const list = await queries.listPackages(books, { type, status }, { sort: sort ?? 'use', order })
      const { rows, ...counts } = await readPage(page, list.count, list.page)
      return {
        ...counts,
        rows: rows.map(({ boughtAt, expiresAt, ...row }) => ({
          ...row,
          buyTime: boughtAt,
          expireTime: expiresAt,
          status: packageState({ ...row, expiresAt }, books.now),
        })),
      }
    },

    async offers({ db, asking }: Scope) {
      const offers = await queries.listOffers(db, asking.now)
      return {
        offers: offers.map(({ guid, type, licenses, updates, days, priceFen }) => ({
          guid,
          type,
          licenses,
          updates,
          days,
          priceFen,
        })),
      }
    },

    async types(scope: Scope) {
      requireInsider(scope)
      return { types: await queries.listTypes(booksOf(scope)) }
    },

    async buy(scope: Scope, { guid, count, priceFen }: Payload<'buy'>) {
      const books = booksOf(scope)
      const offer = await queries.findOffer(scope.db, guid, books.now)
      if (!offer) throw new Refusal('package.offerNotFound')
      if (offer.priceFen !== priceFen)
        throw new Refusal('package.offerChanged', { params: { amount: yuanText(offer.priceFen) } })
      const guids = Array.from({ length: count }, () => scope.ids.guid())
      const { orderGuid } = await charging.charge(books, {
        purpose: `package.buy:${guids[0]}`,
        category: 'package',
        subject: offer.type,
        count,
        price: { totalFen: priceFen * count, lines: [], units: null },
        whileOverdue: true,
      })
      const rows = await addPackages(books, offer, {
        guids,
        priceFen,
        orderGuid,
        timeZone: scope.caller.developer.timeZone,
      })
      await scope.record(
        ...rows.map((row) => ({
          type: 'add' as const,
          target: { kind: 'package' as const, guid: row.guid, name: row.serial },
          after: packageFacts(row),
        })),
      )
      return { serials: rows.map(({ serial }) => serial), orderGuid }
    },
  }
}
