// Delivers codes to people, by mail or by hand, and assigns codes to integrators as stock. Codes are locked before they
// are checked, so of two concurrent deliveries of the same code, exactly one succeeds.
import { CODE_PAGE, LICENSE_STATUSES, isEmail, pageInMessage, shownSerial, statusAt } from '@sealwright/contract'
import type { DeliveryChannel, LicenseFamily } from '@sealwright/contract'
import type { Mailer } from '../../../kernel/mail/outbox.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findIntegrator, listIntegratorNames } from '../../integrator/index.ts'
import { listDisplayNames } from '../../product/index.ts'
import { insertCallerEvents } from '../event.queries.ts'
import { lockLicenses, updateLicenses } from '../license.queries.ts'
import { endOrNull, stateForbids, targetOf } from '../license.rules.ts'
import type { License } from '../license.tables.ts'
import { findTerms } from '../terms.queries.ts'
import { termText } from './wording.rules.ts'

const { approving, bound, rejected } = LICENSE_STATUSES

/** The recipient that each channel requires: an address, a name, or none if the code only left the console. */
const RECIPIENTS: Readonly<Record<DeliveryChannel, 'address' | 'name' | 'nobody'>> = {
  mail: 'address',
  handed: 'name',
  copied: 'nobody',
  exported: 'nobody',
  printed: 'nobody',
}

interface Delivered {
  guids: readonly string[]
  channel: DeliveryChannel
  recipient?: string | undefined
  again: boolean
}

function recipientOf({ channel, recipient }: Delivered): string | null {
  const wrong = (rule: 'required' | 'notApplicable' | 'notEmail') =>
    new Refusal('platform.badPayload', { violations: [{ path: 'recipient', rule, params: {} }] })
  if (RECIPIENTS[channel] === 'nobody') {
    if (recipient) throw wrong('notApplicable')
    return null
  }
  if (!recipient) throw wrong('required')
  if (RECIPIENTS[channel] === 'address' && !isEmail(recipient)) throw wrong('notEmail')
  return recipient
}

/** Locks all of these licenses and returns them in the order of the payload. */
async function lockAll(scope: Scope, family: LicenseFamily, guids: readonly string[]): Promise<License[]> {
  const found = await lockLicenses(scope, family, guids)
  const missing = guids.findIndex((guid) => !found.has(guid))
  if (missing >= 0) throw new Refusal('license.notFound', { field: `guids.${missing}` })
  return [...new Set(guids)].flatMap((guid) => found.get(guid) ?? [])
}

interface DeliveryDeps {
  mailer: Pick<Mailer, 'queue'>
  /** The URL of this center, without a trailing slash. */
  baseUrl: () => string
}

export function createDelivery({ mailer, baseUrl }: DeliveryDeps) {
  /** Sends all codes in one message, grouped by product and term. */
  async function send(scope: Scope, rows: readonly License[], to: string): Promise<void> {
    const { say, caller } = scope
    const [terms, products] = [
      await findTerms(
        scope,
        rows.map(({ termsGuid }) => termsGuid),
      ),
      await listDisplayNames(
        scope,
        rows.flatMap(({ licenseIds }) => licenseIds),
      ),
    ]
    const groups = Map.groupBy(rows, ({ licenseIds, termsGuid, source, expiresAt, firstUsedAt }) => {
      const term = terms.get(termsGuid)?.terms
      const known = { end: endOrNull(expiresAt), isUsed: firstUsedAt !== null }
      return say('mail.licenseCodes.group', {
        product: licenseIds.map((id) => products.get(id) ?? '').join(', '),
        term: term ? termText(say, term, source === 'preIssue', caller.timeZone, known) : '',
      })
    })
    const codes = [...groups]
      .map(([heading, codesOf]) =>
        [heading, ...codesOf.map(({ family, serial }) => shownSerial(family, serial))].join('\n'),
      )
      .join('\n\n')
    const link = `${baseUrl()}${pageInMessage(CODE_PAGE, caller.locale)}`
    const params = { developer: caller.developer.displayName, count: rows.length, codes, link }
    await mailer.queue(scope.db, {
      developerId: scope.developerId,
      kind: 'licenseCodes',
      to,
      subject: say('mail.licenseCodes.subject', params),
      body: say('mail.licenseCodes.body', params),
      about: rows.map(({ guid }) => ({ kind: 'license', guid })),
    })
  }

  async function deliver(scope: Scope, family: LicenseFamily, asked: Delivered) {
    const {
      asking: { now },
      say,
    } = scope
    if (family === 'account') throw new Refusal('license.notCode')
    const { channel, again } = asked
    const to = recipientOf(asked)
    const rows = await lockAll(scope, family, asked.guids)
    for (const row of rows) {
      // Waiting and rejected licenses may never be in force.
      if (row.endedAt !== null || row.state === approving || row.state === rejected)
        throw stateForbids(say, row, statusAt(row, now))
      if (row.deliveredTo !== null && !again)
        throw new Refusal('license.alreadyDelivered', {
          params: { serial: shownSerial(row.family, row.serial), recipient: row.deliveredTo },
        })
    }
    if (to !== null)
      await updateLicenses(
        scope,
        rows.map(({ guid }) => guid),
        { deliveredTo: to, deliveredAt: now, updatedAt: now },
      )
    if (channel === 'mail' && to !== null) await send(scope, rows, to)
    await insertCallerEvents(
      scope,
      rows.map(({ guid }) => ({ licenseGuid: guid, kind: 'deliver' as const, about: to, channel })),
    )
    const way = say(`license.channels.${channel}`)
    await scope.record(
      ...rows.map((row) => ({
        type: 'update' as const,
        target: targetOf(row),
        before: { deliveredTo: row.deliveredTo, channel: null },
        after: { deliveredTo: to ?? row.deliveredTo, channel: way },
      })),
    )
    return { delivered: rows.length }
  }

  /** Refuses licenses that are no longer stock: ended, ever bound, or delivered. Approvers saw for whom others are. */
  function requireUnused({ say, asking: { now } }: Scope, row: License): void {
    if (row.endedAt !== null || row.state === approving) throw stateForbids(say, row, statusAt(row, now))
    if (row.everBound > 0) throw stateForbids(say, row, bound)
    if (row.deliveredAt !== null)
      throw new Refusal('license.stateForbids', {
        params: { serial: shownSerial(row.family, row.serial), status: say('license.handedOut') },
      })
  }

  /** Moves licenses into an integrator's stock, or back. */
  async function assign(
    scope: Scope,
    family: LicenseFamily,
    { guids, integratorGuid }: { guids: readonly string[]; integratorGuid?: string | null | undefined },
  ) {
    const integrator = integratorGuid ? await findIntegrator(scope, integratorGuid) : undefined
    if (integratorGuid && !integrator) throw new Refusal('integrator.notFound', { field: 'integratorGuid' })
    const rows = await lockAll(scope, family, guids)
    const assignedTo = integrator ? [integrator.guid] : []
    for (const row of rows) {
      if (row.source !== 'preIssue')
        throw new Refusal('license.notStock', { params: { serial: shownSerial(row.family, row.serial) } })
    }
    const moved = rows.filter((row) => row.assignedTo.join() !== assignedTo.join())
    for (const row of moved) requireUnused(scope, row)
    const names = await listIntegratorNames(
      scope,
      moved.flatMap((row) => row.assignedTo),
    )
    await updateLicenses(
      scope,
      moved.map(({ guid }) => guid),
      { assignedTo, updatedAt: scope.asking.now },
    )
    await insertCallerEvents(
      scope,
      moved.map(({ guid }) => ({ licenseGuid: guid, kind: 'assign' as const, about: integrator?.name ?? null })),
    )
    await scope.record(
      ...moved.map((row) => ({
        type: 'update' as const,
        target: targetOf(row),
        before: { integratorName: names.get(row.assignedTo[0] ?? '') ?? null },
        after: { integratorName: integrator?.name ?? null },
      })),
    )
    return {}
  }

  return { deliver, assign }
}
