// Second factors: each one works once and completes one sign-in, and the database holds no readable secret. Passkeys
// come from a software authenticator that signs like a real one.
import { createHash } from 'node:crypto'
import { Refusal } from '@sealwright/client'
import { ERRORS, LIMITS, identityCalls, operationLogCalls, ownAccountCalls } from '@sealwright/contract'
import type { ErrorName, PayloadOf } from '@sealwright/contract'
import { PASSWORD, createAuthenticator, createTestCenter } from '@sealwright/testkit'
import type { Actor, Authenticator, Browser, TestCenter } from '@sealwright/testkit'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const ORIGIN = 'http://localhost:8080'
const STEP_MS = LIMITS.secondFactor.stepSeconds * 1000

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const refused = (error: ErrorName) => ({ code: ERRORS[error].code })
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (error: unknown) => (error instanceof Refusal ? String(error.error) : 'failed'),
  )
const codeAt = (secret: string, steps = 0) =>
  generateSync({
    secret,
    epoch: Math.floor(center.clock.now().getTime() / 1000) + steps * LIMITS.secondFactor.stepSeconds,
  })

interface Person extends Actor {
  browser: Browser
}

/** A new account, signed in on a browser, with a confirmed password. */
async function person(origin = ORIGIN): Promise<Person> {
  const actor = await center.developer()
  const browser = center.browser({ origin })
  await browser.call(identityCalls.login, { account: actor.account, password: PASSWORD })
  await browser.call(identityCalls.confirm, { password: PASSWORD })
  return { ...actor, browser }
}

async function withTotp(given?: Person) {
  const owner = given ?? (await person())
  const { secret, uri } = await owner.browser.call(ownAccountCalls.startTotp, {})
  const { recoveryCodes } = await owner.browser.call(ownAccountCalls.enableTotp, { code: codeAt(secret) })
  // Enabling used up the current step. Continue early in a later one, so that no step ends between creating a code and
  // using it.
  center.clock.advance(3 * STEP_MS - (center.clock.now().getTime() % STEP_MS) + 1000)
  return { ...owner, secret, uri, recoveryCodes }
}

async function addPasskey({ browser }: Person, authenticator: Authenticator, name = 'key') {
  await browser.call(identityCalls.confirm, { password: PASSWORD })
  const { options } = await browser.call(ownAccountCalls.startPasskey, {})
  return browser.call(ownAccountCalls.addPasskey, { name, credential: authenticator.create(options, ORIGIN) })
}

/** A sign-in on another browser after the password step. */
async function halfSignedIn(account: string, origin = ORIGIN): Promise<Browser> {
  const browser = center.browser({ origin })
  expect(await browser.call(identityCalls.login, { account, password: PASSWORD })).toMatchObject({ next: 'mfa' })
  return browser
}

const verify = (browser: Browser, given: PayloadOf<typeof identityCalls.mfaVerify>) =>
  browser.call(identityCalls.mfaVerify, given)

async function passkeyRequest(browser: Browser): Promise<Record<string, unknown>> {
  const { passkey } = await browser.call(identityCalls.mfaOptions, {})
  if (!passkey) throw new Error('the sign-in did not request a passkey')
  return passkey
}

describe('one-time passwords', () => {
  it('are off until a code of the new secret confirms them', async () => {
    const { browser, account } = await person()
    await expect(browser.call(ownAccountCalls.enableTotp, { code: '123456' })).rejects.toMatchObject(
      refused('identity.totpNotStarted'),
    )
    const { secret, uri } = await browser.call(ownAccountCalls.startTotp, {})
    expect(uri).toBe(`otpauth://totp/Sealwright:${encodeURIComponent(account)}?secret=${secret}&issuer=Sealwright`)
    expect(secret).toHaveLength(32)
    for (const code of [
      String((Number(codeAt(secret)) + 1) % 1_000_000).padStart(6, '0'),
      'abcdef',
      '12345',
      codeAt(secret, 40),
    ]) {
      await expect(browser.call(ownAccountCalls.enableTotp, { code })).rejects.toMatchObject(
        refused('identity.secondFactorWrong'),
      )
    }
    expect((await browser.call(ownAccountCalls.security, {})).totpSince).toBeNull()
    expect(await center.browser().call(identityCalls.login, { account, password: PASSWORD })).toMatchObject({
      next: 'dashboard',
    })

    const { recoveryCodes } = await browser.call(ownAccountCalls.enableTotp, { code: codeAt(secret) })
    expect(new Set(recoveryCodes).size).toBe(LIMITS.secondFactor.recoveryCodes)
    for (const call of [ownAccountCalls.startTotp, ownAccountCalls.enableTotp])
      await expect(browser.call(call, { code: '123456' })).rejects.toMatchObject(refused('identity.totpOn'))
    const elsewhere = await halfSignedIn(account)
    expect((await elsewhere.call(identityCalls.mfaOptions, {})).methods).toEqual(['totp', 'recovery'])
    await expect(elsewhere.call(ownAccountCalls.security, {})).rejects.toMatchObject(refused('session.expired'))
  })

  it('work one step early or late, but no further', async () => {
    onTestFinished(center.clock.freeze())
    const { account, secret } = await withTotp()
    for (const steps of [-2, 2])
      await expect(
        verify(await halfSignedIn(account), { method: 'totp', code: codeAt(secret, steps) }),
      ).rejects.toMatchObject(refused('identity.secondFactorWrong'))
    for (const steps of [-1, 0, 1])
      expect(await verify(await halfSignedIn(account), { method: 'totp', code: codeAt(secret, steps) })).toMatchObject({
        next: 'dashboard',
      })
  })

  it('work once, including the one that enabled them, and never from before the last used one', async () => {
    const owner = await person()
    const { secret } = await owner.browser.call(ownAccountCalls.startTotp, {})
    const first = codeAt(secret)
    await owner.browser.call(ownAccountCalls.enableTotp, { code: first })
    await expect(verify(await halfSignedIn(owner.account), { method: 'totp', code: first })).rejects.toMatchObject(
      refused('identity.secondFactorWrong'),
    )
    center.clock.advance(STEP_MS * 3)
    const [early, code] = [codeAt(secret, -1), codeAt(secret)]
    await verify(await halfSignedIn(owner.account), { method: 'totp', code })
    for (const used of [code, early])
      await expect(verify(await halfSignedIn(owner.account), { method: 'totp', code: used })).rejects.toMatchObject(
        refused('identity.secondFactorWrong'),
      )
  })

  it('complete one sign-in, even if several use the same code at the same moment', async () => {
    const { account, secret } = await withTotp()
    const browsers = await Promise.all(Array.from({ length: 4 }, () => halfSignedIn(account)))
    const code = codeAt(secret)
    const results = await Promise.all(browsers.map((browser) => outcome(verify(browser, { method: 'totp', code }))))
    expect(results.toSorted()).toEqual([...Array.from({ length: 3 }, () => 'identity.secondFactorWrong'), 'passed'])
  })

  it('of another account are wrong', async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()]
    await expect(
      verify(await halfSignedIn(mine.account), { method: 'totp', code: codeAt(theirs.secret) }),
    ).rejects.toMatchObject(refused('identity.secondFactorWrong'))
  })

  it('delete the recovery codes and the trust of devices when disabled', async () => {
    const owner = await withTotp()
    const trusted = await halfSignedIn(owner.account)
    await verify(trusted, { method: 'totp', code: codeAt(owner.secret), trustDevice: true })
    await owner.browser.call(identityCalls.confirm, { password: PASSWORD })
    await owner.browser.call(ownAccountCalls.disableTotp, {})
    expect(await owner.browser.call(ownAccountCalls.security, {})).toMatchObject({
      totpSince: null,
      recoveryCodesLeft: 0,
    })
    expect((await owner.browser.call(ownAccountCalls.devices, {})).rows.map((row) => row.trustedUntil)).toEqual(
      expect.not.arrayContaining([expect.any(String)]),
    )
    expect(
      await center.browser().call(identityCalls.login, { account: owner.account, password: PASSWORD }),
    ).toMatchObject({ next: 'dashboard' })
    await expect(owner.browser.call(ownAccountCalls.disableTotp, {})).rejects.toMatchObject(
      refused('identity.secondFactorOff'),
    )
    await withTotp(owner)
    expect(await trusted.call(identityCalls.login, { account: owner.account, password: PASSWORD })).toMatchObject({
      next: 'mfa',
    })
  })

  it('leave no readable secret in the database', async () => {
    const { secret, recoveryCodes, accountId } = await withTotp()
    const { rows } = await center.ground.database.owner.query<{ totp_secret: Buffer; whole: string }>(
      'select totp_secret, account::text as whole from account where id = $1',
      [accountId],
    )
    const kept = rows[0]?.totp_secret ?? Buffer.alloc(0)
    expect(kept.includes(secret)).toBe(false)
    expect(center.ground.box.open(`totp ${accountId}`, kept).toString()).toBe(secret)
    expect(() => center.ground.box.open('totp of another account', kept)).toThrow()
    const codes = await center.ground.database.owner.query<{ code_hash: Buffer }>(
      'select code_hash from recovery_code where account_id = $1',
      [accountId],
    )
    expect(codes.rows.every((row) => row.code_hash.length === 32)).toBe(true)
    // The hash includes the account, so a precomputed list of hashes of all codes is useless.
    for (const code of recoveryCodes.flatMap((one) => [one, one.replace('-', '')]))
      expect(codes.rows.some((row) => row.code_hash.equals(createHash('sha256').update(code).digest()))).toBe(false)
  })
})

describe('recovery codes', () => {
  it('complete a sign-in once each, in any case and with any separator', async () => {
    const { account, recoveryCodes, browser } = await withTotp()
    const [first = '', second = '', third = ''] = recoveryCodes
    expect(first).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
    for (const code of [first, second.replace('-', '').toUpperCase(), ` ${third.replace('-', ' ')} `])
      expect(await verify(await halfSignedIn(account), { method: 'recovery', code })).toMatchObject({
        next: 'dashboard',
      })
    expect((await browser.call(ownAccountCalls.security, {})).recoveryCodesLeft).toBe(
      LIMITS.secondFactor.recoveryCodes - 3,
    )
    await expect(verify(await halfSignedIn(account), { method: 'recovery', code: first })).rejects.toMatchObject(
      refused('identity.secondFactorWrong'),
    )
  })

  it('complete one sign-in, even if several use the same code at the same moment', async () => {
    const { account, recoveryCodes } = await withTotp()
    const browsers = await Promise.all(Array.from({ length: 4 }, () => halfSignedIn(account)))
    const results = await Promise.all(
      browsers.map((browser) => outcome(verify(browser, { method: 'recovery', code: recoveryCodes[0] }))),
    )
    expect(results.toSorted()).toEqual([...Array.from({ length: 3 }, () => 'identity.secondFactorWrong'), 'passed'])
  })

  it('of another account are wrong', async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()]
    await expect(
      verify(await halfSignedIn(mine.account), { method: 'recovery', code: theirs.recoveryCodes[0] }),
    ).rejects.toMatchObject(refused('identity.secondFactorWrong'))
  })

  it('are invalid once there are new ones, which require a second factor', async () => {
    const owner = await person()
    await expect(owner.browser.call(ownAccountCalls.renewRecoveryCodes, {})).rejects.toMatchObject(
      refused('identity.secondFactorOff'),
    )
    const { recoveryCodes: old, account } = await withTotp(owner)
    const { recoveryCodes } = await owner.browser.call(ownAccountCalls.renewRecoveryCodes, {})
    await expect(verify(await halfSignedIn(account), { method: 'recovery', code: old[0] })).rejects.toMatchObject(
      refused('identity.secondFactorWrong'),
    )
    expect(await verify(await halfSignedIn(account), { method: 'recovery', code: recoveryCodes[0] })).toMatchObject({
      next: 'dashboard',
    })
  })
})

describe('a passkey', () => {
  it('completes a sign-in, is listed by its name, and the first one brings recovery codes', async () => {
    const owner = await person()
    const [key, spare] = [createAuthenticator(), createAuthenticator()]
    expect((await addPasskey(owner, key, '桌上的钥匙')).recoveryCodes).toHaveLength(LIMITS.secondFactor.recoveryCodes)
    expect((await addPasskey(owner, spare)).recoveryCodes).toBeNull()
    const browser = await halfSignedIn(owner.account)
    expect((await browser.call(identityCalls.mfaOptions, {})).methods).toEqual(['passkey', 'recovery'])
    const request = await passkeyRequest(browser)
    expect(request).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: key.id, transports: ['usb'] }, { id: spare.id }],
    })
    expect(await verify(browser, { method: 'passkey', credential: key.get(request, ORIGIN) })).toMatchObject({
      next: 'dashboard',
    })
    const { passkeys, canAddPasskey } = await browser.call(ownAccountCalls.security, {})
    expect(canAddPasskey).toBe(true)
    expect(passkeys.map(({ id, name, isSynced }) => ({ id, name, isSynced }))).toEqual([
      { id: key.id, name: '桌上的钥匙', isSynced: false },
      { id: spare.id, name: 'key', isSynced: false },
    ])
    expect(passkeys.map((one) => one.lastUsedAt !== null)).toEqual([true, false])
  })

  it('is requested so that the same authenticator is not added twice', async () => {
    const owner = await person()
    const key = createAuthenticator()
    await addPasskey(owner, key)
    const { options } = await owner.browser.call(ownAccountCalls.startPasskey, {})
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Sealwright' },
      user: { name: owner.account },
      attestation: 'none',
      excludeCredentials: [{ id: key.id }],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
    await expect(
      owner.browser.call(ownAccountCalls.addPasskey, { name: 'again', credential: key.create(options, ORIGIN) }),
    ).rejects.toMatchObject(refused('identity.passkeyRefused'))
  })

  it('requires a page under a domain name of this center', async () => {
    for (const origin of ['http://192.0.2.7:8080', 'http://[2001:db8::1]:8080', 'http://center.example']) {
      const { browser } = await person(origin)
      expect((await browser.call(ownAccountCalls.security, {})).canAddPasskey, origin).toBe(false)
      await expect(browser.call(ownAccountCalls.startPasskey, {}), origin).rejects.toMatchObject(
        refused('identity.passkeyNeedsDomain'),
      )
    }
    const { browser } = await person('https://center.example')
    expect((await browser.call(ownAccountCalls.security, {})).canAddPasskey).toBe(true)
    const headers = { origin: 'https://elsewhere.example' }
    expect((await browser.call(ownAccountCalls.security, {}, { headers })).canAddPasskey).toBe(false)
    await expect(browser.call(ownAccountCalls.startPasskey, {}, { headers })).rejects.toMatchObject(
      refused('identity.passkeyNeedsDomain'),
    )
  })

  it('for another page, another request or no request is refused', async () => {
    const { browser } = await person()
    const start = async () => (await browser.call(ownAccountCalls.startPasskey, {})).options
    const add = (credential: Record<string, unknown>) =>
      browser.call(ownAccountCalls.addPasskey, { name: 'key', credential })
    const key = createAuthenticator()
    await expect(
      add(key.create({ challenge: 'AAAA', rp: { id: 'localhost' } }, ORIGIN)),
      'without a request',
    ).rejects.toMatchObject(refused('identity.passkeyRefused'))
    const first = await start()
    await expect(add(key.create(first, 'http://localhost:9090')), 'another page').rejects.toMatchObject(
      refused('identity.passkeyRefused'),
    )
    await expect(add(key.create(first, ORIGIN)), 'a request is good for one try').rejects.toMatchObject(
      refused('identity.passkeyRefused'),
    )
    await expect(
      add(key.create({ ...(await start()), rp: { id: 'elsewhere.example' } }, ORIGIN)),
      'another domain',
    ).rejects.toMatchObject(refused('identity.passkeyRefused'))
    for (const junk of [{}, { id: key.id }, { ...key.create(await start(), ORIGIN), response: null }])
      await expect(add(junk), JSON.stringify(junk)).rejects.toMatchObject(refused('identity.passkeyRefused'))
    expect((await browser.call(ownAccountCalls.security, {})).passkeys).toEqual([])
  })

  it('belongs to one account', async () => {
    const [mine, theirs] = [await person(), await person()]
    const key = createAuthenticator()
    await addPasskey(mine, key)
    await expect(addPasskey(theirs, key)).rejects.toMatchObject(refused('identity.passkeyRefused'))
    await addPasskey(theirs, createAuthenticator())
    const browser = await halfSignedIn(theirs.account)
    await expect(
      verify(browser, { method: 'passkey', credential: key.get(await passkeyRequest(browser), ORIGIN) }),
    ).rejects.toMatchObject(refused('identity.passkeyRefused'))
    await expect(
      theirs.browser.call(ownAccountCalls.renamePasskey, { passkeyId: key.id, name: 'mine now' }),
    ).rejects.toMatchObject(refused('identity.passkeyNotFound'))
    await expect(theirs.browser.call(ownAccountCalls.removePasskey, { passkeyId: key.id })).rejects.toMatchObject(
      refused('identity.passkeyNotFound'),
    )
    expect((await mine.browser.call(ownAccountCalls.security, {})).passkeys.map((one) => one.name)).toEqual(['key'])
  })

  it('completes one sign-in: its answer is refused a second time, in any session', async () => {
    const owner = await person()
    const key = createAuthenticator({ counter: 0 })
    await addPasskey(owner, key)
    const [browser, second] = [await halfSignedIn(owner.account), await halfSignedIn(owner.account)]
    const credential = key.get(await passkeyRequest(browser), ORIGIN)
    await passkeyRequest(second)
    await expect(verify(second, { method: 'passkey', credential })).rejects.toMatchObject(
      refused('identity.passkeyRefused'),
    )
    await verify(browser, { method: 'passkey', credential })
    const third = await halfSignedIn(owner.account)
    await passkeyRequest(third)
    await expect(verify(third, { method: 'passkey', credential })).rejects.toMatchObject(
      refused('identity.passkeyRefused'),
    )
    // An authenticator without a counter may sign any number of times.
    expect(
      await verify(third, { method: 'passkey', credential: key.get(await passkeyRequest(third), ORIGIN) }),
    ).toMatchObject({ next: 'dashboard' })
  })

  it('completes one sign-in, even if its answer is sent several times at the same moment', async () => {
    const owner = await person()
    const key = createAuthenticator({ counter: 0 })
    await addPasskey(owner, key)
    const browser = await halfSignedIn(owner.account)
    const credential = key.get(await passkeyRequest(browser), ORIGIN)
    const results = await Promise.all(
      Array.from({ length: 4 }, () => outcome(verify(browser, { method: 'passkey', credential }))),
    )
    expect(results.filter((result) => result === 'passed')).toHaveLength(1)
    expect(results).not.toContain('failed')
  })

  it('is refused with the answer of another page, a broken signature, or no or an old request', async () => {
    const owner = await person()
    const key = createAuthenticator()
    await addPasskey(owner, key)
    const browser = await halfSignedIn(owner.account)
    const answer = (credential: Record<string, unknown>) => verify(browser, { method: 'passkey', credential })
    await expect(answer(key.get({ challenge: 'AAAA', rpId: 'localhost' }, ORIGIN)), 'no request').rejects.toMatchObject(
      refused('identity.passkeyRefused'),
    )
    await expect(
      answer(key.get(await passkeyRequest(browser), 'http://localhost:9090')),
      'another page',
    ).rejects.toMatchObject(refused('identity.passkeyRefused'))
    const good = key.get(await passkeyRequest(browser), ORIGIN)
    const foreign = createAuthenticator().get({ challenge: 'AAAA', rpId: 'localhost' }, ORIGIN)
    const { signature } = foreign['response'] as { signature: string } // the format of the authenticator above
    await expect(
      answer({ ...good, response: { ...(good['response'] as object), signature } }),
      'another key',
    ).rejects.toMatchObject(refused('identity.passkeyRefused')) // the same
    const late = key.get(await passkeyRequest(browser), ORIGIN)
    center.clock.advance(5 * 60_000)
    await expect(answer(late), 'too old').rejects.toMatchObject(refused('identity.passkeyRefused'))
    expect(await answer(key.get(await passkeyRequest(browser), ORIGIN))).toMatchObject({ next: 'dashboard' })
  })

  it('whose counter did not increase is refused, because it may have been cloned', async () => {
    const owner = await person()
    const key = createAuthenticator({ counter: 7 })
    await addPasskey(owner, key)
    const browser = await halfSignedIn(owner.account)
    for (const counter of [7, 3, 0])
      await expect(
        verify(browser, { method: 'passkey', credential: key.get(await passkeyRequest(browser), ORIGIN, { counter }) }),
        String(counter),
      ).rejects.toMatchObject(refused('identity.passkeyRefused'))
    expect(
      await verify(browser, { method: 'passkey', credential: key.get(await passkeyRequest(browser), ORIGIN) }),
    ).toMatchObject({ next: 'dashboard' })
  })

  it('is one of ten at most, even if two are added at once', async () => {
    const owner = await person()
    const max = LIMITS.secondFactor.passkeys
    for (let n = 1; n < max; n++) await addPasskey(owner, createAuthenticator(), `key ${n}`)
    const second = center.browser({ origin: ORIGIN })
    const { recoveryCodes } = await owner.browser.call(ownAccountCalls.renewRecoveryCodes, {})
    await second.call(identityCalls.login, { account: owner.account, password: PASSWORD })
    await verify(second, { method: 'recovery', code: recoveryCodes[0] })
    const results = await Promise.all(
      [owner, { ...owner, browser: second }].map((who) => outcome(addPasskey(who, createAuthenticator()))),
    )
    expect(results.toSorted()).toEqual(['identity.passkeyLimit', 'passed'])
    await expect(owner.browser.call(ownAccountCalls.startPasskey, {})).rejects.toMatchObject(
      refused('identity.passkeyLimit'),
    )
  })

  it('can be renamed and removed; the recovery codes go with the last second factor', async () => {
    const owner = await withTotp()
    const key = createAuthenticator()
    await addPasskey(owner, key)
    const { browser } = owner
    await browser.call(ownAccountCalls.renamePasskey, { passkeyId: key.id, name: '新名' })
    expect((await browser.call(ownAccountCalls.security, {})).passkeys.map((one) => one.name)).toEqual(['新名'])
    await browser.call(ownAccountCalls.disableTotp, {})
    expect((await browser.call(ownAccountCalls.security, {})).recoveryCodesLeft).toBe(LIMITS.secondFactor.recoveryCodes)
    await browser.call(ownAccountCalls.removePasskey, { passkeyId: key.id })
    expect(await browser.call(ownAccountCalls.security, {})).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    await expect(browser.call(ownAccountCalls.removePasskey, { passkeyId: key.id })).rejects.toMatchObject(
      refused('identity.passkeyNotFound'),
    )
    expect(
      await center.browser().call(identityCalls.login, { account: owner.account, password: PASSWORD }),
    ).toMatchObject({ next: 'dashboard' })
  })

  it('of a center with a public address is bound to that address', async () => {
    const published = await createTestCenter({ config: { publicUrl: 'https://center.example' } })
    try {
      const actor = await published.developer()
      for (const [origin, can] of [
        ['https://center.example', true],
        [ORIGIN, false],
      ] as const) {
        const browser = published.browser({ origin, of: actor })
        expect((await browser.call(ownAccountCalls.security, {})).canAddPasskey, origin).toBe(can)
      }
    } finally {
      await published.close()
    }
  })
})

describe('the operation log of second factors', () => {
  it('shows what was enabled and disabled, without secrets', async () => {
    const owner = await withTotp()
    const key = createAuthenticator()
    await addPasskey(owner, key, '钥匙')
    const { recoveryCodes } = await owner.browser.call(ownAccountCalls.renewRecoveryCodes, {})
    await owner.browser.call(ownAccountCalls.renamePasskey, { passkeyId: key.id, name: '新钥匙' })
    await owner.browser.call(ownAccountCalls.removePasskey, { passkeyId: key.id })
    await owner.browser.call(ownAccountCalls.disableTotp, {})
    const { rows } = await owner.browser.call(operationLogCalls.find, {
      targetKind: 'account',
      targetGuid: owner.accountId,
      order: 'asc',
    })
    expect(rows.flatMap((row) => row.changes)).toEqual([
      { field: 'totp', before: 'false', after: 'true' },
      { field: 'passkey', before: null, after: '钥匙' },
      { field: 'recoveryCodes', before: '10', after: '10 · ••••••' },
      { field: 'passkey', before: '钥匙', after: '新钥匙' },
      { field: 'passkey', before: '新钥匙', after: null },
      { field: 'totp', before: 'true', after: 'false' },
    ])
    const all = JSON.stringify(rows)
    for (const secret of [owner.secret, key.id, ...recoveryCodes, ...owner.recoveryCodes])
      expect(all).not.toContain(secret)
  })
})
