// Leases are plain JWS: a program in another language can verify a lease of a real center without the SDK.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pcLicenseCalls, signingKeyCalls } from '@sealwright/contract'
import { createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { findPython } from '../../../tools/python.mjs'
import { DEVELOPER, ROOT, SIGNING, certificateOf, leaseWith, publishedWith, seconds } from './authority.fixture.ts'

const SCRIPT = join(import.meta.dirname, '../../../examples/verify-lease/verify_lease.py')
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
