// Leases are plain JWS: a program in another language can verify a lease of a real center without the SDK.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pcLicenseCalls, signingKeyCalls } from '@sealwright/contract'
import { createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { findPython } from '../../../tools/python.mjs'

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
      writeFileSync(keys, JSON.stringify((await program.ask('keys', {})).body))
      const { rootKey } = await vendor.call(signingKeyCalls.find, {})
      const verify = (text: string, root = rootKey) => {
        writeFileSync(lease, text)
        const { status, stdout, stderr } = spawnSync(
          python ?? '',
          [SCRIPT, root, String(vendor.developerId), keys, lease],
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
    } finally {
      await center.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
