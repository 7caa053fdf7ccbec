// Proofs of answers: a signature over the request and the answer, for programs of the developer only.
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { pcLicenseCalls, runtimeCalls, signingKeyCalls } from '@sealwright/contract'
import { createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import type { Program, ProgramAnswer, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

const CALLS_PER_MINUTE = 60

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ remembers: true, runtime: { callsPerMinuteOfDeveloper: CALLS_PER_MINUTE } })
})
afterAll(() => center.close())

const machine = { fingerprint: 'machine-a' }
const newNonce = () => randomUUID()

async function sold() {
  const vendor = await createVendor(center)
  const {
    licenses: [issued],
  } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn')] })
  return { vendor, program: await createProgram(center, vendor), code: issued?.serial ?? '' }
}

// It is signed.
const objectOf = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
const claimsOf = (token: unknown) => objectOf(String(token).split('.')[1])
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The key id of a proof and its claims, if a published key signed it. */
async function verified(program: Program, { proof = '' }: ProgramAnswer) {
  const [head, claims, signature = ''] = proof.split('.')
  const { kid, typ } = objectOf(head)
  const keys = (await program.ask('keys', {})).body['keys'] as { kid: string; x: string }[] // by the contract
  const x = keys.find((key) => key.kid === kid)?.x ?? ''
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const isSigned = verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
  return { kid, typ, isSigned, claims: claimsOf(proof) }
}

it('covers the nonce, the call, both bodies, the status and the time, of answers and of refusals', async () => {
  const { program, code } = await sold()
  for (const [name, payload, status] of [
    ['activate', { code, machine }, 200],
    ['validate', { code, machine }, 200],
    ['validate', { code, machine: { fingerprint: 'machine-b' } }, 403],
    ['activate', { code: 'AAAAAAAAAAAAAAAA', machine }, 404],
    ['consume', { code, machine, requestId: randomUUID() }, 409],
    ['keys', {}, 200],
  ] as const) {
    const nonce = newNonce()
    const answer = await program.ask(name, payload, { nonce })
    expect(answer.status, name).toBe(status)
    const { isSigned, typ, claims } = await verified(program, answer)
    expect([isSigned, typ], name).toEqual([true, 'sealwright-answer+jwt'])
    expect(claims).toEqual({
      iss: String(program.developerId),
      nonce,
      call: runtimeCalls[name].path,
      request: digestOf(name === 'keys' ? '' : JSON.stringify({ developerId: program.developerId, ...payload })),
      status,
      answer: digestOf(answer.text),
      iat: expect.any(Number) as number,
    })
    expect(Math.abs(Number(claims['iat']) * 1000 - center.clock.now().getTime())).toBeLessThan(60_000)
  }
})

it('is absent without a nonce, and for strangers and throttled programs, who cannot make the center sign', async () => {
  const [one, other] = [await sold(), await sold()]
  const { program, code } = one
  const proofOf = async (...asked: Parameters<Program['ask']>) => (await program.ask(...asked)).proof
  const payload = { code, machine }
  const nonce = newNonce()
  expect(await proofOf('activate', payload, { nonce })).toBeDefined()
  expect(await proofOf('validate', payload)).toBeUndefined()
  for (const bad of ['', 'short', 'a'.repeat(65), 'a nonce with spaces in it'])
    expect(await proofOf('validate', payload, { nonce: bad }), bad).toBeUndefined()
  // The facts of the license are cached for the second of two equal calls.
  for (const apiPassword of ['', '00'.repeat(16), other.program.apiPassword])
    for (const name of ['validate', 'validate', 'activate', 'keys'] as const)
      expect(await proofOf(name, payload, { nonce, apiPassword })).toBeUndefined()
  expect(await proofOf('validate', { ...payload, developerId: 999_999 }, { nonce })).toBeUndefined()
  expect(await proofOf('validate', { code, machine: 7 }, { nonce })).toBeUndefined()
  const many = await Promise.all(
    Array.from({ length: CALLS_PER_MINUTE + 1 }, () => program.ask('validate', payload, { nonce })),
  )
  const throttled = many.filter(({ status }) => status === 429)
  expect(throttled.length).toBeGreaterThan(0)
  expect(throttled.filter(({ proof }) => proof !== undefined)).toEqual([])
})

it('is signed with the new key once the old one is retired, also from memory', async () => {
  const { vendor, program, code } = await sold()
  const {
    body: { leaseId },
  } = await program.ask('activate', { code, machine })
  const kidNow = async () =>
    (await verified(program, await program.ask('validate', { code, machine, leaseId }, { nonce: newNonce() }))).kid
  const {
    keys: [key],
  } = await vendor.call(signingKeyCalls.find, {})
  expect(await kidNow()).toBe(key?.kid)
  await center.ground.database.owner.query('update session set confirmed_at = $1 where account_id = $2', [
    center.clock.now(),
    vendor.accountId,
  ])
  center.clock.advance(1_000)
  await vendor.call(signingKeyCalls.retire, { kid: key?.kid ?? '', reason: '泄露' })
  const {
    keys: [next],
  } = await vendor.call(signingKeyCalls.find, {})
  await expect.poll(kidNow).toBe(next?.kid)
})

it('the root signs the ids of published and retired keys with the nonce of the request', async () => {
  const { program } = await sold()
  const nonce = newNonce()
  const { body } = await program.ask('keys', {}, { nonce })
  const keys = (body['keys'] as { kid: string }[]).map(({ kid }) => kid) // by the contract
  expect(claimsOf(body['revocations'])).toMatchObject({ nonce, keys, revoked: [], iat: expect.any(Number) as number })
  expect(claimsOf((await program.ask('keys', {})).body['revocations'])).not.toHaveProperty('nonce')
})
