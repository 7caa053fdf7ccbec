// The sandbox provider: no money moves. It has its own table and its own page, and it sends real signed callbacks over
// HTTP, so that a tester can reproduce everything that a bank does: late, repeated, simultaneous and forged callbacks.
// Surprising: a closed payment can still be paid here, as with a bank that took the money before it received the
// cancellation.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SANDBOX_LATE_SECONDS, SANDBOX_MOVES, SANDBOX_PAGE, sandboxAllows } from '@sealwright/contract'
import type { SandboxAction, SandboxState } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Database } from '../../../../kernel/db/database.ts'
import { defineJob } from '../../../../kernel/jobs/jobs.ts'
import type { Job, Jobs } from '../../../../kernel/jobs/jobs.ts'
import { findPayment, lockPayment, openPayment, updatePayment } from '../sandbox.queries.ts'
import type { SandboxPayment } from '../sandbox.queries.ts'
import type { PaymentNews, PaymentProvider } from './provider.ts'

const CALLBACK = 'payment.sandboxCallback'
const TIMEOUT_MS = 10_000
const ANSWER_MAX = 200

type Fields = Record<string, string>

export interface Delivered {
  status: number
  body: string
}
/** Posts a form. */
export type Deliver = (url: string, fields: Fields) => Promise<Delivered>

export interface SandboxDeps {
  database: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  /** Signs and verifies the callbacks and the tokens of the page. */
  key: Buffer
  deliver?: Deliver
}

export interface Sandbox extends PaymentProvider {
  job: Job
  /** The payment that the sandbox page shows; undefined without the token from the center. */
  find(serial: string, token: string): Promise<SandboxPayment | undefined>
  act(
    serial: string,
    token: string,
    action: SandboxAction,
  ): Promise<{ state: SandboxState; answers: Delivered[] } | undefined>
}

const post: Deliver = async (url, fields) => {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, body: (await response.text()).slice(0, ANSWER_MAX) }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const isSame = (given: string, wanted: Buffer, encoding: 'hex' | 'base64url') => {
  const bytes = Buffer.from(given, encoding)
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

const signature = (key: Buffer, { sign: _left, ...fields }: Fields) =>
  hmac(
    key,
    `callback ${Object.keys(fields)
      .toSorted()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')}`,
  )
const signed = (key: Buffer, fields: Fields): Fields => ({ ...fields, sign: signature(key, fields).toString('hex') })

const told = z.object({
  serial: z.string(),
  amount: z.string().check(z.regex(/^\d{1,12}$/)),
  state: z.enum(['paid', 'failed', 'closed']),
  ref: z.string(),
  at: z.string(),
})

export function createSandbox({ database, clock, jobs, key, deliver = post }: SandboxDeps): Sandbox {
  const tokenOf = (serial: string) => hmac(key, `page ${serial}`)
  const refOf = (serial: string) => `SB${serial}`
  const callback = ({ serial, amountFen, state, paidAt }: SandboxPayment): Fields => ({
    serial,
    amount: String(amountFen),
    state,
    ref: refOf(serial),
    at: paidAt?.toISOString() ?? '',
  })

  const newsOf = ({ serial, amountFen, state, isRefunded, paidAt }: SandboxPayment): PaymentNews => ({
    serial,
    amountFen,
    state: isRefunded ? 'closed' : state,
    providerRef: refOf(serial),
    at: paidAt,
  })

  async function send(url: string, fields: Fields): Promise<Delivered> {
    return deliver(url, fields).catch((error: unknown) => ({
      status: 0,
      body: error instanceof Error ? error.message : String(error),
    }))
  }

  return {
    method: 'sandbox',
    acknowledgement: { taken: 'taken', refused: 'refused' },

    async begin({ serial, amountFen, subject }, { returnUrl, notifyUrl }) {
      await database.outsideTenants((db) =>
        openPayment(db, { serial, amountFen, subject, returnUrl, notifyUrl, createdAt: clock.now() }),
      )
      return {
        kind: 'redirect',
        url: `${SANDBOX_PAGE}#serial=${serial}&token=${tokenOf(serial).toString('base64url')}`,
      }
    },

    async readCallback(fields) {
      if (!isSame(fields['sign'] ?? '', signature(key, fields), 'hex')) return undefined
      const { success, data } = z.safeParse(told, fields)
      return success
        ? {
            serial: data.serial,
            amountFen: Number(data.amount),
            state: data.state,
            providerRef: data.ref,
            at: data.at === '' ? null : new Date(data.at),
          }
        : undefined
    },

    async query({ serial }) {
      const row = await database.outsideTenants((db) => findPayment(db, serial))
      return row && newsOf(row)
    },

    close: ({ serial, amountFen }) =>
      database.outsideTenants(async (db): Promise<PaymentNews> => {
        const row = await lockPayment(db, serial)
        if (!row) return { serial, amountFen, state: 'closed', providerRef: null, at: null }
        if (row.state === 'paid') return newsOf(row)
        await updatePayment(db, serial, { state: 'closed' })
        return newsOf({ ...row, state: 'closed' })
      }),

    refund: ({ serial }) =>
      database.outsideTenants(async (db) => {
        const row = await lockPayment(db, serial)
        if (row?.state !== 'paid') throw new Error('an unpaid sandbox payment cannot be refunded')
        await updatePayment(db, serial, { isRefunded: true })
      }),

    async find(serial, token) {
      return isSame(token, tokenOf(serial), 'base64url')
        ? database.outsideTenants((db) => findPayment(db, serial))
        : undefined
    },

    async act(serial, token, action) {
      if (!isSame(token, tokenOf(serial), 'base64url')) return undefined
      const row = await database.outsideTenants(async (db) => {
        const before = await lockPayment(db, serial)
        const move = SANDBOX_MOVES[action]
        if (!before || !move?.from.includes(before.state)) return before
        const after: SandboxPayment = { ...before, state: move.to, paidAt: move.to === 'paid' ? clock.now() : null }
        await updatePayment(db, serial, { state: after.state, paidAt: after.paidAt })
        await jobs.enqueue(
          db,
          CALLBACK,
          { url: before.notifyUrl, fields: signed(key, callback(after)) },
          action === 'payLater' ? { afterSeconds: SANDBOX_LATE_SECONDS } : {},
        )
        return after
      })
      if (!row) return undefined
      const { state, notifyUrl } = row
      if (action === 'forge')
        return {
          state,
          answers: [
            await send(notifyUrl, signed(randomBytes(32), callback({ ...row, state: 'paid', paidAt: clock.now() }))),
          ],
        }
      const isRepeated = action === 'repeat' && sandboxAllows(action, state)
      const again = signed(key, callback(row))
      return { state, answers: isRepeated ? await Promise.all([send(notifyUrl, again), send(notifyUrl, again)]) : [] }
    },

    job: defineJob({
      name: CALLBACK,
      payload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
      retries: 5,
      async run({ url, fields }) {
        const { status } = await deliver(url, fields)
        if (status !== 200) throw new Error(`the callback of a sandbox payment was answered with HTTP ${status}`)
      },
    }),
  }
}
