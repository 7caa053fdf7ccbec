import { createTestCenter, startSmtp } from '@sealwright/testkit'
import type { TestCenter, TestSmtp } from '@sealwright/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { listOutbox } from './outbox.ts'

let center: TestCenter | undefined
let smtp: TestSmtp | undefined
afterEach(async () => {
  await center?.close()
  await smtp?.close()
  center = smtp = undefined
})

const message = { developerId: null, kind: 'test', to: 'reader@test.example', subject: '主题', body: '验证码 123456' }

async function stateBecomes(running: TestCenter, state: string) {
  await expect.poll(async () => (await listOutbox(running.ground.database.owner, 10))[0]?.state, { timeout: 15_000, interval: 50 }).toBe(state)
}

describe('the outbox', () => {
  it('delivers what was committed, once, and nothing of what was rolled back', async () => {
    smtp = await startSmtp()
    center = await createTestCenter({ config: { smtpUrl: smtp.url, mailFrom: 'center@test.example' } })
    const { ground } = center
    await center.center.startBackground()
    await ground.database.outsideTenants(async (db) => {
      await ground.mailer.queue(db, { ...message, to: 'never@test.example' })
      throw new Error('changed my mind')
    }).catch(() => undefined)
    await ground.database.outsideTenants((db) => ground.mailer.queue(db, message))
    const received = await smtp.next()
    expect(received.to).toEqual(['reader@test.example'])
    expect(received.from).toBe('center@test.example')
    await stateBecomes(center, 'sent')
    expect(smtp.received).toHaveLength(1)
    const [sent] = await listOutbox(ground.database.owner, 1)
    expect(await ground.database.asOwner((db) => ground.mailer.retry(db, sent?.id ?? ''))).toBe(false)
    expect(await listOutbox(ground.database.owner, 10)).toHaveLength(1)
  })

  it('tries again after a refusal by the mail server', async () => {
    let refusals = 1
    smtp = await startSmtp({ refuse: () => refusals-- > 0 })
    center = await createTestCenter({ config: { smtpUrl: smtp.url } })
    const { ground } = center
    await center.center.startBackground()
    await ground.database.outsideTenants((db) => ground.mailer.queue(db, message))
    await stateBecomes(center, 'sent')
    expect((await listOutbox(ground.database.owner, 1))[0]).toMatchObject({ attempts: 2, last_error: null })
  })

  it('keeps messages where no SMTP server is set, and sends a kept one when asked', async () => {
    center = await createTestCenter()
    const { ground } = center
    await center.center.startBackground()
    const id = await ground.database.outsideTenants((db) => ground.mailer.queue(db, message))
    await stateBecomes(center, 'kept')
    expect((await listOutbox(ground.database.owner, 1))[0]?.body).toContain('123456')
    expect(await ground.database.asOwner((db) => ground.mailer.retry(db, id))).toBe(true)
    expect(await ground.database.asOwner((db) => ground.mailer.retry(db, ground.ids.guid()))).toBe(false)
    expect((await center.center.app.inject('/readyz')).statusCode).toBe(200)
  })
})
