// Files of devices without a network, for the pictures of the guide.
import { LICENSE_STATUSES, exchangeCalls, licenseCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { WORDS } from '@sealwright/server/demo/words/index.ts'
import { devicesOf } from './offline-device.ts'
import type { Actor } from './people.ts'
import { pngOf } from './picture.ts'
import { TYPED } from './shoot-words.ts'

const asFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
type Status = (typeof LICENSE_STATUSES)[keyof typeof LICENSE_STATUSES]

const licensesIn = async (actor: Actor, status: Status) =>
  (await actor.call(licenseCalls.find, { currentPage: 1, pageSize: 10, status: [status] })).rows

/** A D2C that was just exchanged on the page of its license. */
export async function offlineAnswer(actor: Actor, locale: Locale) {
  const devices = await devicesOf(actor)
  try {
    const [license] = await licensesIn(actor, LICENSE_STATUSES.unbound)
    const file = await (await devices.make(WORDS[locale].devices.line('06'))).requestFile(license?.serial)
    const { name, text } = await actor.call(exchangeCalls.hand, { licenseGuid: license?.guid ?? '', ...file })
    return asFile(name, text)
  } finally {
    await devices.close()
  }
}

/** Two files that are allowed, one of a locked license, one that was cut, and a photo without a code. */
export async function offlineFiles(actor: Actor, locale: Locale) {
  const { desk, packing, workshop, photo } = TYPED[locale].files
  const { devices: told, reasons } = WORDS[locale]
  const [one, two, three] = await licensesIn(actor, LICENSE_STATUSES.unbound)
  if (!three) throw new Error('the demo has too few licenses')
  await actor.call(licenseCalls.lock, { guid: three.guid, reason: reasons.unpaid })
  const devices = await devicesOf(actor)
  const fileOf = async (name: string, serial = '') => (await (await devices.make(name)).requestFile(serial)).text
  try {
    return [
      asFile(`${desk}.c2d`, await fileOf(desk, one?.serial)),
      asFile(`${packing}.c2d`, await fileOf(packing, two?.serial)),
      asFile(`${workshop}.c2d`, await fileOf(workshop, three.serial)),
      asFile(told.attachment, (await fileOf(told.attachment, one?.serial)).slice(0, 900)),
      { name: photo, mimeType: 'image/png', buffer: pngOf(200, [90, 120, 140]) },
    ]
  } finally {
    await devices.close()
  }
}
