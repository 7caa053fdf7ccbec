// Reads user locks for lists, details and history.
import { lockActsOf, modeOfHome } from '@sealwright/contract'
import type { LockAct, userLockCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../../kernel/account-names.ts'
import { readPage } from '../../../kernel/db/list.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listCustomerNames } from '../../customer/index.ts'
import { listIntegratorNames } from '../../integrator/index.ts'
import { endOrNull } from '../../license/index.ts'
import type { Dongle, DongleCommand, DongleEvent } from '../dongle.tables.ts'
import * as queries from './lock.queries.ts'

type Payload<Name extends keyof typeof userLockCalls> = z.output<(typeof userLockCalls)[Name]['payload']>

const commandAnswer = (row: DongleCommand) => ({
  ...row,
  by: row.actorName,
  time: row.at,
  endTime: row.endedAt,
})

/** The actions that are possible now. A fetched command can be taken back once its package has ended. */
function actsOf({ caller, asking }: Scope, { status }: Dongle, command: DongleCommand | undefined): LockAct[] {
  if (!caller.privileges.has('userLock.lock')) return []
  const isHeld = command?.state === 'processing' && command.until !== null && command.until > asking.now
  return lockActsOf(status).filter((act) => act !== 'takeBack' || !isHeld)
}

/** Locks as answers. Customers outside the caller's row scope are missing. */
export async function answersOf(scope: Scope, rows: readonly Dongle[]) {
  const guids = rows.map(({ guid }) => guid)
  if (guids.length === 0) return []
  const names = await listAccountNames(
    scope,
    rows.flatMap(({ assignedTo }) => assignedTo),
  )
  const customers = await listCustomerNames(
    scope,
    rows.flatMap(({ customerGuid }) => customerGuid ?? []),
  )
  const integrators = await listIntegratorNames(
    scope,
    rows.flatMap(({ integratorGuid }) => integratorGuid ?? []),
  )
  const waiting = await queries.countWaitingPackages(scope, guids)
  const commands = await queries.listLatestCommands(scope, guids)
  return rows.map((row) => {
    const command = commands.get(row.guid)
    return {
      ...row,
      productionTime: row.producedAt,
      activationMode: modeOfHome(row.home),
      lastActivation: row.activatedAt,
      activationEnd: endOrNull(row.activeUntil),
      seenTime: row.seenAt,
      customerGuid: row.customerGuid !== null && customers.has(row.customerGuid) ? row.customerGuid : null,
      customerName: row.customerGuid === null ? null : (customers.get(row.customerGuid) ?? null),
      // An integrator is assigned too. It is no account, so it has no name here.
      admins: row.assignedTo.flatMap((userId) => {
        const name = names.get(userId)
        return name === undefined ? [] : [{ userId, name }]
      }),
      integratorName: row.integratorGuid === null ? null : (integrators.get(row.integratorGuid) ?? null),
      waitingPackages: waiting.get(row.guid) ?? 0,
      command: command ? commandAnswer(command) : null,
      acts: actsOf(scope, row, command),
    }
  })
}

export async function find(scope: Scope, payload: Payload<'find'>) {
  const { currentPage, pageSize, sort = 'shellNumber', order = 'asc', ...filter } = payload
  const list = await queries.listLocks(scope, filter, { sort, order })
  const page = await readPage({ currentPage, pageSize }, list.count, list.page)
  return { ...page, rows: await answersOf(scope, page.rows) }
}

async function findOne(scope: Scope, guid: string): Promise<Dongle> {
  const [row] = await queries.listByGuid(scope, [guid])
  if (!row) throw new Refusal('userLock.notFound')
  return row
}

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const row = await findOne(scope, guid)
  const [answer] = await answersOf(scope, [row])
  if (!answer) throw new Refusal('userLock.notFound')
  return { ...answer, registerTime: row.registeredAt }
}

export async function commands(scope: Scope, { guid, order = 'desc', ...query }: Payload<'commands'>) {
  await findOne(scope, guid)
  const list = await queries.listCommands(scope, guid, order)
  const page = await readPage(query, list.count, list.page)
  return { ...page, rows: page.rows.map(commandAnswer) }
}

export async function history(scope: Scope, { guid, order = 'desc', ...query }: Payload<'history'>) {
  await findOne(scope, guid)
  const list = await queries.listEvents(scope, guid, order)
  const { accountId, limited } = scope.caller
  // An edit names a customer, which may be outside the caller's row scope.
  const isHidden = ({ kind, actorId }: DongleEvent) =>
    kind === 'edited' && actorId !== accountId && limited.has('customer')
  const page = await readPage(query, list.count, list.page)
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      by: row.actorName,
      about: isHidden(row) ? null : row.about,
      digest: row.digest === null ? null : row.digest.toString('hex'),
    })),
  }
}
