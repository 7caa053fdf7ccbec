// Exchanges many files in the caller's transaction: the same rules as for one file, but few statements for all of them.
// All licenses are locked first, in the order of their guids. A refused file does not affect the others. Two files of
// one license are exchanged one after the other.
import { isUniqueViolation } from '../../../kernel/db/database.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { holdAllFacts } from '../../license/index.ts'
import type { UseRefused } from '../../license/index.ts'
import type { CurrentKeys } from '../keys/current-key.service.ts'
import type { Keyring } from '../keys/keyring.service.ts'
import { isChargeError, licensedOf } from '../use/activation.service.ts'
import type { Activation } from '../use/activation.service.ts'
import { partsOf } from '../use/admission.service.ts'
import type { Admission } from '../use/admission.service.ts'
import { UnsealableKey } from './answer.service.ts'
import { FORGED, askedOf, contextOf, namedBy, repeatOf } from './exchange.service.ts'
import type { Brought, CarriedOut, ExchangeService } from './exchange.service.ts'
import type { Handed, HandedBy, HandedOut } from './offline.kind.ts'
import * as queries from './offline.queries.ts'
import type { Named } from './offline.queries.ts'
import { byOf, fileOf, openFile, useOf } from './offline.rules.ts'

export interface ExchangeBatchDeps {
  ids: Ids
  admission: Pick<Admission, 'tell'>
  activation: Pick<Activation, 'judge' | 'settled'>
  currentKeys: Pick<CurrentKeys, 'publishedAt'>
  exchange: Pick<ExchangeService, 'carryOut' | 'tell'>
  keyring: Pick<Keyring, 'privateOf'>
}

/** A file whose license is known, with its place in the batch. */
interface Item {
  n: number
  brought: Brought
  named: Named
}

/** The answer to a file, or why it has none. */
export type HandedIn = HandedOut | Refusal

const refusalOf = ({ reason, params }: UseRefused) => new Refusal(`runtime.${reason}`, { params })

/**
 * Splits files into turns: a turn has one file of a license, and one of each id. So a file is judged by what the one
 * before it did.
 */
export function turnsOf<T extends { named: Pick<Named, 'guid'>; brought: { opened: { claims: { jti: string } } } }>(
  items: readonly T[],
): T[][] {
  const turns: T[][] = []
  const next = new Map<string, number>()
  for (const item of items) {
    const keys = [item.named.guid, `file ${item.brought.opened.claims.jti}`]
    const turn = Math.max(...keys.map((key) => next.get(key) ?? 0))
    for (const key of keys) next.set(key, turn + 1)
    ;(turns[turn] ??= []).push(item)
  }
  return turns
}

export function createExchangeBatch({ ids, admission, activation, currentKeys, exchange, keyring }: ExchangeBatchDeps) {
  /** Judges and carries out the exchange of a file whose license is locked. Nothing is stored if it is refused. */
  async function one(
    db: Db,
    { brought, named }: Item,
    facts: Awaited<ReturnType<typeof holdAllFacts>>[number],
  ): Promise<HandedOut | CarriedOut | Refusal> {
    const { by, opened, asked } = brought
    const { developerId, now } = by
    const context = contextOf(by)
    if (!facts) throw new Error('a file of an unknown developer')
    const file = fileOf(opened)
    if (named.isFormer) file.refused = { reason: 'codeReplaced', params: {} }
    const repeat = facts.license && repeatOf(licensedOf(facts), opened, now)
    if (repeat && 'told' in repeat) return repeat.told
    if (repeat) file.refused = repeat.refused
    const { given, refused } = await activation.judge(context, asked, useOf(file, byOf(opened), true), facts)
    if (refused) {
      await admission.tell(context, asked, 'offline', facts, given, refused, false, db)
      return refusalOf(refused)
    }
    const tenant = { db, developerId, ids, now }
    try {
      const held = await activation.settled(tenant, licensedOf(facts), context, asked, given)
      return await exchange.carryOut(tenant, held, brought)
    } catch (error) {
      // A charge refuses before it writes anything.
      if (isChargeError(error)) {
        const unpaid: UseRefused = { reason: 'vendorAccount', params: {} }
        await admission.tell(context, asked, 'offline', facts, given, unpaid, true, db)
        return refusalOf(unpaid)
      }
      if (error instanceof Refusal) return error
      throw error
    }
  }

  /** Exchanges the files of a turn, whose licenses differ. */
  async function turn(db: Db, { developerId, now }: HandedBy, items: readonly Item[]) {
    // In one order, so that two batches do not wait for each other.
    const sorted = items.toSorted((a, b) => (a.named.guid < b.named.guid ? -1 : 1))
    const facts = await holdAllFacts(
      db,
      developerId,
      sorted.map(({ named: { guid }, brought: { opened, asked } }) => ({
        guid,
        fingerprint: opened.claims.machine.fingerprint,
        parts: partsOf(asked.machine),
        fileId: opened.claims.jti,
      })),
      now,
    )
    const results: { item: Item; result: Awaited<ReturnType<typeof one>> }[] = []
    for (const [index, item] of sorted.entries()) results.push({ item, result: await one(db, item, facts[index]) })
    const done = results.flatMap(({ result }) => ('kept' in result ? result : []))
    await queries.keepAll(
      { db, developerId },
      done.map(({ kept }) => kept),
    )
    return { results, operations: done.map(({ operation }) => operation) }
  }

  /** Opens the files and finds their licenses. Those that cannot be exchanged get their refusal. */
  async function bring(db: Db, by: HandedBy, files: readonly Handed[], answers: HandedIn[]): Promise<Item[]> {
    const { developerId, now } = by
    const published = await currentKeys.publishedAt(developerId, now)
    const key = keyring.privateOf(published.exchange)
    const opened = files.map(({ text }) => openFile(developerId, text, key))
    const good = opened.flatMap((one, n) => ('refused' in one ? [] : { n, one }))
    const found = await queries.findAllNamed(
      { db, developerId },
      good.map((file) => namedBy(file.one, true)),
    )
    const namedAt = new Map(good.map(({ n }, index) => [n, found[index]]))
    const items: Item[] = []
    for (const [n, handed] of files.entries()) {
      const file = opened[n]
      if (!file) continue
      const named = namedAt.get(n)
      if ('refused' in file || !named) {
        const refused: UseRefused =
          'refused' in file
            ? file.refused
            : { reason: file.code === undefined ? 'licenseNotFound' : 'codeNotFound', params: {} }
        await exchange.tell(by, refused, 'refused' in file ? undefined : file, db)
        answers[n] = refusalOf(refused)
        continue
      }
      const asked = askedOf(developerId, file, true)
      items.push({ n, named, brought: { by, handed, opened: file, published, asked, isTrusted: true } })
    }
    return items
  }

  /**
   * Exchanges files for somebody with a right of their own, within the row scope of the transaction. Returns one answer
   * for each file, in their order. Throws a refusal if a file spoils the transaction; then the caller tries them one by
   * one.
   */
  return async function handInAll(db: Db, by: HandedBy, files: readonly Handed[]): Promise<HandedIn[]> {
    const answers: HandedIn[] = []
    const items = await bring(db, by, files, answers)
    try {
      const operations = []
      for (const some of turnsOf(items)) {
        const done = await turn(db, by, some)
        operations.push(...done.operations)
        for (const { item, result } of done.results) answers[item.n] = 'kept' in result ? result.told : result
      }
      await by.record?.(db, ...operations)
    } catch (error) {
      // As for a single file. The transaction is spoiled, so the refusal is logged after it.
      if (!(error instanceof UnsealableKey || isUniqueViolation(error))) throw error
      const [first] = items
      const isOne = items.length === 1
      throw new Refusal(`runtime.${FORGED.reason}`, {
        ...(isOne && { aftermath: ({ db: own }) => exchange.tell(by, FORGED, first?.brought.opened, own) }),
      })
    }
    return answers
  }
}

export type HandInAll = ReturnType<typeof createExchangeBatch>
