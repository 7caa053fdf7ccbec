// Consumes uses under the license's lock, so the limit is exact. A repeated request gets its first answer, even if no
// uses are left: the program may not have received that answer.
import type { runtimeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { takeUses } from '../../license/index.ts'
import type { MachineTenant } from '../../license/index.ts'
import type { Licensed } from '../keys/lease.service.ts'
import type { Activation } from './activation.service.ts'
import type { Admission } from './admission.service.ts'
import { findTaken, insertTaken } from './consume.queries.ts'
import type { Taken } from './consume.queries.ts'
import type { LicenseUse } from './license-use.kind.ts'

type Payload = z.output<(typeof runtimeCalls)['consume']['payload']>
type Answer = z.output<(typeof runtimeCalls)['consume']['answer']>

export function createConsuming({
  admission,
  activation,
  license,
}: {
  admission: Admission
  activation: Pick<Activation, 'holding'>
  license: LicenseUse
}) {
  return async function consume(context: ProgramContext, asked: Payload): Promise<Answer> {
    const { developerId, amount, requestId } = asked
    const { facts, use, subject } = await admission.enter(context, asked, 'consume')
    const take = async (tenant: MachineTenant & { db: Db }, held: Licensed): Promise<Taken> => {
      const {
        license: { guid: licenseGuid, usesTaken },
        content: { counter },
      } = held
      await license.useHeld(tenant, held)
      await takeUses(tenant, licenseGuid, amount)
      const row = {
        developerId,
        licenseGuid,
        requestId,
        amount,
        usesLeft: (counter ?? 0) - usesTaken - amount,
        takenAt: context.now,
      }
      await insertTaken(tenant.db, row)
      return row
    }
    const row = await activation.holding(context, asked, { ...use, amount }, subject, take, (tenant, held) =>
      findTaken(tenant, held.license.guid, requestId),
    )
    if (row.amount !== amount)
      return admission.refuse(context, asked, 'consume', facts, undefined, { reason: 'requestReused', params: {} })
    return { taken: row.amount, usesLeft: row.usesLeft }
  }
}
