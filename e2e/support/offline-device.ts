// A device without a network: the SDK with a store of its own, and a fetch that always fails. What it writes and reads
// goes through files alone. With an address, it has a network.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signingKeyCalls } from '@sealwright/contract'
import { createSealwright } from '@sealwright/sdk'
import type { Sealwright } from '@sealwright/sdk'
import type { Actor } from './people.ts'

const PARTS = ['systemId', 'board', 'cpu', 'disk'] as const

export interface Devices {
  /** A new device. Its name tells it apart. */
  make(name: string): Promise<Sealwright>
  close(): Promise<void>
}

/** Devices that run a program of this developer. `online`: where they reach the center. */
export async function devicesOf(vendor: Actor, online?: { url: string; apiPassword: string }): Promise<Devices> {
  const { rootKey, exchangeKey, developerId } = await vendor.call(signingKeyCalls.find, {})
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-devices-'))
  const made: Sealwright[] = []
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
  return {
    make: async (name) => {
      const device = await createSealwright({
        url: online?.url ?? 'http://nowhere.invalid',
        developerId: Number(developerId),
        apiPassword: online?.apiPassword ?? '0'.repeat(32),
        rootKey,
        exchangeKey,
        storePath: join(folder, `${made.length}.license`),
        language: 'zh',
        machine: {
          name,
          os: 'Windows 11',
          parts: Object.fromEntries(PARTS.map((part) => [part, digest(`${part} of ${name} in ${folder}`)])),
        },
        ...(!online && { fetch: () => Promise.reject(new TypeError('fetch failed')) }),
        background: false,
      })
      made.push(device)
      return device
    },
    close: async () => {
      for (const device of made) device.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
