// The desk of a lending administrator on the page of a code: a link of a mail signs them in once, and everything they
// do is about the code of that link. The answer to a request for a link is sent before the address is looked up, so
// neither the answer nor its timing tells who is an administrator.
import type { Call, codePageCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { insertOperations, originOf } from '../../kernel/audit/record.ts'
import type { OwnContext } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireOpenVendor } from '../../kernel/suspension.ts'
import { languageOf } from '../developer/index.ts'
import { listShown, readSeats, rowOf } from '../lending/index.ts'
import type { Desk, LendingAdmin, LendingDomain } from '../lending/index.ts'
import { showCode } from './showing.service.ts'
import { ownerOf } from './visit.service.ts'
import type { Guard, VisitDeps } from './visit.service.ts'

type Payload<Name extends keyof typeof codePageCalls> = z.output<(typeof codePageCalls)[Name]['payload']>
type Tenant = Pick<Desk, 'db' | 'developerId'>

export interface LendingVisitDeps extends Pick<VisitDeps, 'database' | 'ids' | 'languages'> {
  guard: Guard
  lending: Pick<LendingDomain, 'desk' | 'passes'>
}

export function createLendingVisits(deps: LendingVisitDeps) {
  const { database, ids, guard, lending, languages } = deps
  const { desk, passes } = lending
  const pending = new Set<Promise<void>>()

  async function requestLink({ asking, locale }: OwnContext, { code, email }: Payload<'requestLink'>) {
    const { network, now, log } = asking
    guard.take(network)
    const sending = ownerOf(deps, code)
      .then(({ developerId, licenseGuid }) =>
        database.inTenant(developerId, 'write', (db) =>
          passes.sendLinkTo({ db, developerId }, licenseGuid, email, locale, now),
        ),
      )
      .catch((err: unknown) => log.error({ err }, 'the link of a lending administrator was not sent'))
      .finally(() => pending.delete(sending))
    pending.add(sending)
    return {}
  }

  async function signIn({ asking: { now } }: OwnContext, { link }: Payload<'signIn'>) {
    const signedIn = await passes.signIn(link, now)
    if (!signedIn) throw new Refusal('codePage.linkOver')
    const { session, expiresAt, email } = signedIn
    return { session, expireTime: expiresAt, email }
  }

  async function inSession<T>(
    { asking: { now } }: OwnContext,
    session: string,
    mode: 'read' | 'write',
    work: (tenant: Tenant, admin: LendingAdmin) => Promise<T>,
  ): Promise<T> {
    const done = await passes.inSession(session, mode, now, async (tenant, admin) => ({
      value: await work(tenant, admin),
    }))
    if (!done) throw new Refusal('codePage.sessionOver')
    return done.value
  }

  /** Runs work at the desk of the administrator. The operation log shows their address. */
  const atDesk = <T>(
    context: OwnContext,
    session: string,
    call: Pick<Call, 'name'>,
    work: (desk: Desk, admin: LendingAdmin) => Promise<T>,
  ) =>
    inSession(context, session, 'write', async ({ db, developerId }, admin) => {
      await requireOpenVendor({ db, developerId })
      const { asking, say, locale } = context
      const origin = originOf(asking, call, { developerId, accountId: null, displayName: admin.email })
      return work(
        {
          db,
          developerId,
          ids,
          now: asking.now,
          say,
          logged: await languageOf(db, developerId, languages),
          locale,
          lender: { name: admin.email, accountId: null, adminGuid: admin.guid },
          countMail: guard.countMail,
          record: (...operations) => insertOperations(db, origin, operations),
        },
        admin,
      )
    })

  async function lendings(context: OwnContext, { session }: Payload<'lendings'>) {
    const { now } = context.asking
    return inSession(context, session, 'read', async (tenant, { licenseGuid }) => {
      const shown = await showCode(tenant, licenseGuid, now)
      if (!shown) throw new Refusal('codePage.sessionOver')
      const rows = await listShown(tenant, licenseGuid, now)
      return {
        code: await shown.show(),
        seats: await readSeats(tenant, licenseGuid, now),
        rows: rows.map((row) => rowOf(row, now, true)),
      }
    })
  }

  return {
    requestLink,
    signIn,
    lendings,
    async signOut({ asking: { now } }: OwnContext, { session }: Payload<'signOut'>) {
      await passes.signOut(session, now)
      return {}
    },
    async lend(context: OwnContext, { session, ...asked }: Payload<'lend'>, call: Pick<Call, 'name'>) {
      const { guid, code, dueAt } = await atDesk(context, session, call, (at, { licenseGuid }) =>
        desk.lend(at, licenseGuid, asked),
      )
      return { guid, code, dueTime: dueAt }
    },
    async revoke(context: OwnContext, { session, guid, reason }: Payload<'revoke'>, call: Pick<Call, 'name'>) {
      await atDesk(context, session, call, (at, { licenseGuid }) => desk.takeBack(at, licenseGuid, guid, reason))
      return {}
    },
    async send(context: OwnContext, { session, guid }: Payload<'send'>, call: Pick<Call, 'name'>) {
      await atDesk(context, session, call, (at, { licenseGuid }) => desk.send(at, guid, { licenseGuid }))
      return {}
    },
    /** Waits for the mails that are being written. */
    async stop() {
      await Promise.all(pending)
    },
  }
}
