// Leases are plain JWS, and files JWE: a program in another language can verify a lease of a real center, and the
// license file of the test vectors, without the SDK.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pcLicenseCalls, signingKeyCalls } from '@sealwright/contract'
import { createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { findPython } from '../../../tools/python.mjs'
import { DEVELOPER, ROOT, SIGNING, certificateOf, leaseWith, publishedWith, seconds } from './authority.fixture.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')
const SCRIPT = join(REPOSITORY, 'examples/verify-lease/verify_lease.py')
const FILE_SCRIPT = join(REPOSITORY, 'examples/verify-lease/verify_file.py')
const python = findPython() as string | undefined // a module without types

it.skipIf(!python)(
  'the Python example verifies a lease and refuses a changed one (skipped if Python has no cryptography package)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sealwright-python-'))
    const center = await createTestCenter()
    try {
      const vendor = await createVendor(center)
      const program = await createProgram(center, vendor)
      const {
        licenses: [issued],
      } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn')] })
      const { body } = await program.ask('activate', { code: issued?.serial, machine: { fingerprint: 'machine-a' } })
      const [keys, lease] = [join(folder, 'keys.json'), join(folder, 'lease')]
      const nonce = 'the-nonce-of-this-request'
      writeFileSync(keys, JSON.stringify((await program.ask('keys', {}, { nonce })).body))
      const { rootKey } = await vendor.call(signingKeyCalls.find, {})
      const verify = (text: string, root = rootKey, developerId = vendor.developerId, ...more: string[]) => {
        writeFileSync(lease, text)
        const { status, stdout, stderr } = spawnSync(
          python ?? '',
          [SCRIPT, root, String(developerId), keys, lease, ...more],
          { encoding: 'utf8' },
        )
        return { status, stdout, stderr }
      }
      const good = verify(String(body['lease']))
      expect(good.stderr).toBe('')
      expect(JSON.parse(good.stdout)).toMatchObject({ sub: issued?.guid, machine: { fingerprint: 'machine-a' } })
      const [head, claims, signature] = String(body['lease']).split('.')
      const longer = {
        ...(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as object),
        exp: 9_999_999_999,
      }
      expect(
        verify([head, Buffer.from(JSON.stringify(longer)).toString('base64url'), signature].join('.')),
      ).toMatchObject({ status: 1, stderr: 'refused: the signature is invalid\n' })
      expect(verify(String(body['lease']), 'A'.repeat(43))).toMatchObject({ status: 1 })
      expect(verify('nonsense')).toMatchObject({ status: 1, stderr: expect.stringContaining('refused') as string })
      expect(verify(String(body['lease']), rootKey, vendor.developerId, nonce)).toMatchObject({ status: 0 })
      expect(verify(String(body['lease']), rootKey, vendor.developerId, 'another-nonce')).toMatchObject({
        status: 1,
        stderr: 'refused: the keys are the answer to another request\n',
      })

      // A certificate begins a minute after the lease: clocks differ.
      const now = seconds(Date.now())
      const times = { nbf: now + 60, signsUntil: now + 86_400, exp: now + 86_400 }
      writeFileSync(
        keys,
        JSON.stringify(publishedWith({ keys: [{ kid: SIGNING.kid, certificate: certificateOf(SIGNING, times) }] })),
      )
      const made = (header: object) => leaseWith({ iat: now, nbf: now, exp: now + 3_600 }, SIGNING, header)
      expect(verify(made({}), ROOT.x, DEVELOPER)).toMatchObject({ status: 0, stderr: '' })
      expect(verify(made({ crit: ['x'] }), ROOT.x, DEVELOPER)).toMatchObject({
        status: 1,
        stderr: 'refused: the token has a critical header\n',
      })
    } finally {
      await center.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

it.skipIf(!python)('the Python example verifies the license file of the test vectors, and refuses others', () => {
  const page = readFileSync(join(REPOSITORY, 'docs/exchange-vectors.md'), 'utf8')
  const [c2d = '', d2c = ''] = [...page.matchAll(/^```text\n([\s\S]*?)^```/gm)].map((match) => match[1])
  const keyOf = (name: string, column: 1 | 2) =>
    new RegExp(`^\\| ${name} \\|.*?\\| \`(.+?)\` \\| \`(.+?)\` \\|$`, 'm').exec(page)?.[column] ?? ''
  const [from, until] = (/imported from (\d+) to (\d+)/.exec(page) ?? []).slice(1).map(Number)
  const file = join(mkdtempSync(join(tmpdir(), 'sealwright-python-')), 'answer.d2c')
  const verify = (text: string, given: { device?: string; request?: string; root?: string; at?: number } = {}) => {
    const {
      device = keyOf('device, to open', 1),
      request = 'vector-request-000001',
      root = keyOf('root', 2),
      at = (from ?? 0) + 60,
    } = given
    writeFileSync(file, text)
    const args = [FILE_SCRIPT, root, '10001', device, request, file, String(at)]
    return spawnSync(python ?? '', args, { encoding: 'utf8', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } })
  }
  try {
    const good = verify(`> ${d2c.replaceAll('\n', '\r\n> ')}`)
    expect(good.stderr).toBe('')
    expect(JSON.parse(good.stdout)).toMatchObject({
      lease: { code: 'ABCDEFGHJKLMNPQR', licenseId: 100201 },
      data: { '100201 rom': 'read only' },
    })
    for (const [refusal, text, given] of [
      ['not a D2C file of version 1', c2d, {}],
      ['the file is damaged', d2c.replace(/^(.{100})./s, '$1!'), {}],
      ['the file belongs to another device', d2c, { device: keyOf('exchange', 1) }],
      ['the keys are the answer to another request', d2c, { request: 'vector-request-000002' }],
      ['the content or the signature is invalid', d2c, { root: keyOf('signing', 2) }],
      ['the file cannot be imported at this time', d2c, { at: until ?? 0 }],
    ] as const)
      expect(verify(text, given)).toMatchObject({ status: 1, stderr: `refused: ${refusal}\n` })
  } finally {
    rmSync(join(file, '..'), { recursive: true, force: true })
  }
})
