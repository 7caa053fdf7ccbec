// Data areas for programs. Read-only and public areas come from the terms. The read-write area has the content that a
// program wrote last; before the first write it comes from the terms, as revision 0. Anyone who knows the license may
// read the public area, without a device and even if the license is not in force.
import type { DataAreaName, runtimeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { readAreas, usesBinding } from '../../license/index.ts'
import { digestOf } from '../keys/lease.service.ts'
import type { Licensed } from '../keys/lease.service.ts'
import type { Activation } from './activation.service.ts'
import { licensedOf } from './activation.service.ts'
import type { Admission } from './admission.service.ts'
import { findWritten, putWritten } from './data.queries.ts'

type Payload<Name extends 'readData' | 'writeData'> = z.output<(typeof runtimeCalls)[Name]['payload']>
type Answer<Name extends 'readData' | 'writeData'> = z.output<(typeof runtimeCalls)[Name]['answer']>

interface Area {
  licenseId: number
  content: Buffer
  revision: number
}

/** Undefined if the license has no such area for the product. */
async function findArea(
  of: { db: Db; developerId: number },
  { license, content }: Licensed,
  name: DataAreaName,
  asked: number | undefined,
): Promise<Area | undefined> {
  const licenseId = asked ?? content.licenseId
  const index = [content, ...content.otherProducts].findIndex((grant) => grant.licenseId === licenseId)
  const said = (await readAreas(of, license.termsGuid))[index]?.[name]
  if (!said) return undefined
  const written = name === 'raw' ? await findWritten(of, license.guid, licenseId) : undefined
  return { licenseId, content: written?.content ?? said, revision: written?.revision ?? 0 }
}

export function createData({
  database,
  admission,
  activation,
}: {
  database: Database
  admission: Admission
  activation: Pick<Activation, 'holding'>
}) {
  async function read(context: ProgramContext, asked: Payload<'readData'>): Promise<Answer<'readData'>> {
    const { developerId, area, licenseId } = asked
    const { facts, use, subject } = await admission.enter(context, asked, 'data', { isPublic: area === 'pub' })
    // Only under the license's lock is a part change tolerated.
    if (facts.change && usesBinding(licensedOf(facts).content, use))
      await activation.holding(context, asked, use, subject, async () => undefined)
    const found = await database.inTenant(developerId, 'read', (db) =>
      findArea({ db, developerId }, licensedOf(facts), area, licenseId),
    )
    if (!found)
      return admission.refuse(context, asked, 'data', facts, undefined, { reason: 'areaNotFound', params: {} })
    return {
      area,
      licenseId: found.licenseId,
      content: found.content.toString('base64'),
      digest: digestOf(found.content),
      revision: found.revision,
    }
  }

  async function write(context: ProgramContext, asked: Payload<'writeData'>): Promise<Answer<'writeData'>> {
    const { developerId } = asked
    const { facts, use, subject } = await admission.enter(context, asked, 'data')
    const content = Buffer.from(asked.content, 'base64')
    const outcome = await activation.holding(context, asked, use, subject, async (tenant, held) => {
      const found = await findArea(tenant, held, 'raw', asked.licenseId)
      if (!found) return { reason: 'areaNotFound' } as const
      if (found.revision !== asked.revision) return { reason: 'areaChanged' } as const
      const revision = found.revision + 1
      await putWritten(tenant.db, {
        developerId,
        licenseGuid: held.license.guid,
        licenseId: found.licenseId,
        content,
        revision,
        writtenAt: context.now,
      })
      return { revision }
    })
    if (outcome.revision === undefined)
      return admission.refuse(context, asked, 'data', facts, undefined, { reason: outcome.reason, params: {} })
    return { digest: digestOf(content), revision: outcome.revision }
  }

  return { read, write }
}
