// What the tools for files tell about requests of locks and packages for them, within the row scope of the caller.
import { LIMITS, upgradeStatusAt, wallTime } from '@sealwright/contract'
import { fileNameOf } from '@sealwright/exchange'
import type { Dongles, ToldContact, ToldLock } from '../../runtime/index.ts'
import type { Of } from '../dongle.kind.ts'
import type { Dongle, DongleContact } from '../dongle.tables.ts'
import * as packages from '../package/package.queries.ts'
import * as queries from './contact.queries.ts'
import { repeatRefusal, requestRefusal } from './contact.service.ts'

const toldLock = (
  { guid, shellNumber, serialNumber, firmware, status }: Dongle,
  upgrade: ToldLock['upgrade'] = null,
): ToldLock => ({ guid, shellNumber, serialNumber, firmware, status, upgrade })

const toldContact = ({ guid, at, actorName, way }: DongleContact): ToldContact => ({
  guid,
  time: at,
  by: actorName,
  way,
})

async function contactOf(of: Of, lock: Dongle, fileId: string): Promise<DongleContact | undefined> {
  const known = await queries.findContact(of, fileId)
  return known?.dongleGuid === lock.guid ? known : undefined
}

export const telling: Omit<Dongles, 'contact'> = {
  async tellRequest(of, { claims }) {
    const lock = await queries.findBySerial(of, claims.serial)
    if (!lock) return undefined
    const known = await contactOf(of, lock, claims.jti)
    return { lock: toldLock(lock), contact: known ? toldContact(known) : null }
  },

  async judge(of, file, now) {
    const lock = await queries.findBySerial(of, file.claims.serial)
    if (!lock) return { reason: 'dongleUnknown', params: {} }
    const known = await contactOf(of, lock, file.claims.jti)
    return known ? repeatRefusal(known, file, now) : requestRefusal(lock, file.claims, now, true)
  },

  async tellPackage(of, digest, now) {
    const found = await packages.findByDigest(of, digest)
    if (found) {
      const lock = await queries.findLock(of, found.dongleGuid)
      if (!lock) return undefined
      const { guid, number, madeAt, validUntil } = found
      const status = upgradeStatusAt(found, now, LIMITS.dongle.reportDays)
      const operations = (await packages.findIssue(of, found.issueGuid))?.operations.length ?? 0
      return { lock: toldLock(lock, { guid, number, status }), madeAt, validUntil, operations, contact: null }
    }
    const contact = await queries.findByDigest(of, digest)
    const lock = contact && (await queries.findLock(of, contact.dongleGuid))
    if (!contact || !lock) return undefined
    const { at, validUntil, operations } = contact
    return {
      lock: toldLock(lock),
      madeAt: at,
      validUntil,
      operations: operations.length,
      contact: toldContact(contact),
    }
  },

  async listAnswers(of, guids, now, timeZone) {
    const rows = new Map((await queries.listContacts(of, guids)).map((row) => [row.guid, row]))
    const answers: { guid: string; name: string; text: string }[] = []
    for (const guid of new Set(guids)) {
      const row = rows.get(guid)
      const lock = row && row.validUntil > now ? await queries.findLock(of, row.dongleGuid) : undefined
      if (!row || !lock) continue
      const waited = await queries.listFiles(of, row.packageGuids)
      const text = [...waited, ...(row.file === null ? [] : [row.file])].join('\n')
      const name = fileNameOf('D2C', lock.shellNumber, wallTime(row.at, timeZone))
      if (text !== '') answers.push({ guid, name, text })
    }
    return answers
  },
}
