// Sets the password of an account whose owner has proven access to the mailbox. Takes a finished hash: hashing is slow,
// and other calls would wait for the account's row.
import type { Db } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { keepDevice } from '../credentials/devices.service.ts'
import type { KeptDevice } from '../credentials/devices.service.ts'
import { forgetGuesses } from '../credentials/guessing.service.ts'
import * as queries from '../identity.queries.ts'
import { namesOf } from '../identity.rules.ts'

export type Account = NonNullable<Awaited<ReturnType<typeof queries.findAccount>>>

export async function setPassword(
  db: Db,
  context: OwnContext,
  ids: Ids,
  account: Account,
  passwordHash: string,
): Promise<KeptDevice> {
  const { now, network } = context.asking
  await queries.updateAccount(db, account.id, {
    passwordHash,
    passwordChangedAt: now,
    activatedAt: account.activatedAt ?? now,
  })
  await queries.endSessions(db, account.id)
  const device = await keepDevice(db, context, ids, account.id, false)
  await forgetGuesses(
    db,
    { accountId: account.id, names: namesOf(account) },
    { network: networkOf(network), device: device.id },
  )
  return device
}
