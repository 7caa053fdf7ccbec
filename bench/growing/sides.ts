// The sides of a bench of a list: a developer with two licenses of two customers, or an operator of the platform.
import { createHash, randomUUID } from 'node:crypto'
import {
  DAY_MS,
  OPERATOR_ROLES,
  customerCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
} from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createOperator } from '@sealwright/server/domains/billing/index.ts'
import type { Stage } from '../harness.ts'
import type { GrowingSide } from './fill.ts'

/** A developer with two licenses of two customers. */
export async function prepare(stage: Stage, name: string, rows: number): Promise<GrowingSide> {
  const seat = await stage.developer({ name })
  async function post<Answer>(call: Call, payload: object): Promise<Answer> {
    const { code, desc, data } = (
      await stage.center.app.inject({ method: 'POST', url: call.path, headers: seat.headers, payload })
    ).json<{ code: number; desc: string; data: Answer }>()
    if (code !== 0) throw new Error(`${call.path} refused: ${desc}`)
    return data
  }
  await createOperator(stage.ground).credit(seat.developerId, { kind: 'wallet', amount: 1_000_000, note: '' })
  const made = async (call: Call, payload: object) => (await post<{ guid: string }>(call, payload)).guid
  await made(productCalls.create, { name: '星图', displayName: '星图', licenseForm: 3, licenseId: 1_000 })
  const template = await made(pcTemplateCalls.create, {
    kind: 'sn',
    name: '码',
    licenseId: 1_000,
    licenseKeyType: 3,
    isForever: true,
    useMode: 2,
    machineNum: 3,
  })
  const issue = async (customerId: string) =>
    (
      await post<{ licenses: { guid: string }[] }>(pcLicenseCalls.issue, {
        kind: 'sn',
        templateGuids: [template],
        customerId,
      })
    ).licenses[0]?.guid ?? ''
  const fewCustomer = await made(customerCalls.create, { name: '稀客' })
  const manyCustomer = await made(customerCalls.create, { name: '大客户' })
  const [few, many] = [await issue(fewCustomer), await issue(manyCustomer)]
  const { rows: codes } = await stage.ground.database.owner.query<{ serial: string }>(
    'select serial from license where developer_id = $1 and guid = $2',
    [seat.developerId, few],
  )
  const fewCode = codes[0]?.serial ?? ''
  return { seat, rows, guid: '', fewCustomer, manyCustomer, few, many, fewCode, now: stage.ground.clock.now() }
}

/** An operator with all roles, instead of an account of the developer. */
export async function atDesk(stage: Stage, side: GrowingSide): Promise<GrowingSide> {
  const { owner } = stage.ground.database
  const [guid, secret] = [randomUUID(), randomUUID()]
  const handle = `operator-${guid}`
  await owner.query(
    `insert into operator (guid, email, name, roles, password_hash, totp_enabled_at, created_at)
     values ($1, $2, 'Bench', $3, '!', $4, $4)`,
    [guid, `${guid}@bench.example`, OPERATOR_ROLES, side.now],
  )
  await owner.query(
    `insert into operator_session (id, public_id, secret_hash, operator_guid, network, created_at, last_seen_at,
       expires_at, confirmed_at)
     values ($1, $2, $3, $4, '127.0.0.1', $5, $5, $6, $5)`,
    [
      handle,
      randomUUID(),
      createHash('sha256').update(secret).digest(),
      guid,
      side.now,
      new Date(side.now.getTime() + DAY_MS),
    ],
  )
  const headers = { 'x-session-id': handle, cookie: `sw_operator_${handle.slice(0, 12)}=${secret}` }
  return { ...side, stage, seat: { ...side.seat, headers } }
}
