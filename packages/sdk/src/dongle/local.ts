// The driver of virtual dongles: finds them by their folders and talks to them through their sockets.
import { readdir } from 'node:fs/promises'
import { SERIAL, endOfLockLicense } from '@sealwright/contract/dongle-files'
import type { LockLicense } from '@sealwright/contract/dongle-files'
import type { DongleDriver, DongleInfo, DongleLicense } from './driver.ts'
import { openLine, whileHeld } from './line.ts'
import { donglesFolder, plugOf } from './place.ts'
import type { ToldLock } from './protocol.ts'
import { DongleFault } from './refusal.ts'

const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000))
const bytesOf = (content: string) => new Uint8Array(Buffer.from(content, 'base64'))
const infoOf = ({ until, clock, ...rest }: ToldLock): DongleInfo => ({
  ...rest,
  until: dateOf(until),
  clock: new Date(clock * 1000),
})

export const licenseIn = (told: Omit<LockLicense, 'rom' | 'raw' | 'pub'>): DongleLicense => ({
  licenseId: told.licenseId,
  version: told.version,
  start: dateOf(told.start),
  end: dateOf(told.end),
  spanDays: told.span,
  firstUse: dateOf(told.firstUse),
  endsAt: dateOf(endOfLockLicense(told)),
  usesLeft: told.counter,
  seats: told.seats,
  modules: told.modules,
})

/**
 * The virtual dongles of this user (`npm run dongle` in the folder of the center). They are a simulation: their keys
 * lie in a file. Pass a folder if they are not in the default one.
 */
export function localDongles(folder: string = donglesFolder()): DongleDriver {
  const at = (serial: string) => {
    // A serial is a part of a path.
    if (!SERIAL.test(serial)) throw new DongleFault('DONGLE_MISSING')
    return plugOf(folder, serial)
  }
  const told = (serial: string, withLicenses: boolean) =>
    whileHeld(at(serial), (line) => line.ask('info', { withLicenses }))

  return {
    async list() {
      const names = await readdir(folder).catch(() => [])
      const found = await Promise.all(
        names
          .filter((name) => SERIAL.test(name))
          .toSorted()
          .map((serial) => told(serial, false).catch(() => undefined)),
      )
      return found.flatMap((one) => (one ? [infoOf(one.lock)] : []))
    },
    async info(serial) {
      const { lock, licenses } = await told(serial, true)
      return { ...infoOf(lock), licenses: licenses.map(licenseIn) }
    },
    async open(serial, opening) {
      const line = await openLine(at(serial))
      try {
        const { handle, challenge, identity } = await line.ask('open', opening)
        return {
          challenge,
          identity,
          beat: async (nonce) => (await line.ask('beat', { handle, nonce })).challenge,
          read: async (area) => bytesOf((await line.ask('read', { handle, area })).content),
          async write(content) {
            await line.ask('write', { handle, content: Buffer.from(content).toString('base64') })
          },
          async close() {
            await line.ask('close', { handle }).catch(() => undefined)
            line.close()
          },
          onStop: line.onStop,
        }
      } catch (error) {
        line.close()
        throw error
      }
    },
    readPublic: async (serial, licenseId) =>
      bytesOf((await whileHeld(at(serial), (line) => line.ask('read', { licenseId, area: 'pub' }))).content),
    importPackages: async (serial, text) =>
      (await whileHeld(at(serial), (line) => line.ask('import', { text }))).packages,
    request: (serial, act) => whileHeld(at(serial), (line) => line.ask('request', { act })),
  }
}
