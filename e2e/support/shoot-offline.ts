// Files of devices without a network, for the pictures of the guide.
import { LICENSE_STATUSES, exchangeCalls, licenseCalls } from '@sealwright/contract'
import { devicesOf } from './offline-device.ts'
import type { Actor } from './people.ts'
import { pngOf } from './picture.ts'

const asFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
type Status = (typeof LICENSE_STATUSES)[keyof typeof LICENSE_STATUSES]

const licensesIn = async (actor: Actor, status: Status) =>
  (await actor.call(licenseCalls.find, { currentPage: 1, pageSize: 10, status: [status] })).rows

/** A D2C that was just exchanged on the page of its license. */
export async function offlineAnswer(actor: Actor) {
  const devices = await devicesOf(actor)
  try {
    const [license] = await licensesIn(actor, LICENSE_STATUSES.unbound)
    const file = await (await devices.make('产线-06')).requestFile(license?.serial)
    const { name, text } = await actor.call(exchangeCalls.hand, { licenseGuid: license?.guid ?? '', ...file })
    return asFile(name, text)
  } finally {
    await devices.close()
  }
}

/** Two files that are allowed, one of a locked license, one that was cut, and a photo without a code. */
export async function offlineFiles(actor: Actor) {
  const [one, two, three] = await licensesIn(actor, LICENSE_STATUSES.unbound)
  if (!three) throw new Error('the demo has too few licenses')
  await actor.call(licenseCalls.lock, { guid: three.guid, reason: '逾期未付款' })
  const devices = await devicesOf(actor)
  const fileOf = async (name: string, serial = '') => (await (await devices.make(name)).requestFile(serial)).text
  try {
    return [
      asFile('质检台.c2d', await fileOf('质检台', one?.serial)),
      asFile('包装线-07.c2d', await fileOf('包装线-07', two?.serial)),
      asFile('旧车间.c2d', await fileOf('旧车间', three.serial)),
      asFile('邮件附件.c2d', (await fileOf('附件', one?.serial)).slice(0, 900)),
      { name: '照片.png', mimeType: 'image/png', buffer: pngOf(200, [90, 120, 140]) },
    ]
  } finally {
    await devices.close()
  }
}
