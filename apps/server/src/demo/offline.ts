// Devices without a network in the demo: files that were exchanged on the page of a license, in the workbench and by a
// program, whose answers are ready or have ended, a removal, and refused files.
import { createHash } from 'node:crypto'
import { DAY_MS, exchangeCalls, toolCalls } from '@sealwright/contract'
import type { C2dClaims, ExchangeKind } from '@sealwright/contract'
import { makeC2d, makePair, pairOf, readToken, sealingKeyOf } from '@sealwright/exchange'
import type { KeyPair } from '@sealwright/exchange'
import type { Day, Story } from './story.ts'

type OfflineStory = Pick<Story, 'ask' | 'developerId' | 'finishTask' | 'make' | 'now' | 'unused' | 'words'>

/** Smart licenses can always be bound by a file. */
const TEMPLATE = 'starMobile'
const NETWORK = '101.230.14.6'

interface Device {
  name: string
  keys: KeyPair
  code: string
  guid: string
}

export function offlineDays({ ask, make, unused, finishTask, developerId, now, words }: OfflineStory): Day[] {
  const { line, old, attachment } = words.devices
  const devices = new Map<string, Device>()
  /** A device with a license of its own. */
  function deviceOf(name: string): Device {
    const known = devices.get(name)
    if (known) return known
    const keys = pairOf(makePair())
    const taken = new Set([...devices.values()].map(({ guid }) => guid))
    const sold = unused(TEMPLATE).find(({ guid }) => !taken.has(guid))
    if (!keys || !sold) throw new Error('the demo has no license for an offline device')
    const device = { name, keys, code: sold.serial, guid: sold.guid }
    devices.set(name, device)
    return device
  }

  async function fileOf(kind: ExchangeKind, { name, keys, code }: Device, given: Partial<C2dClaims> = {}) {
    const { exchangeKey } = (await ask('keys', {}, NETWORK)) ?? {}
    const { sub, jwk } = (readToken(exchangeKey)?.claims ?? {}) as { sub?: string; jwk?: { x: string } } // ours
    const publicKey = sealingKeyOf(jwk?.x)
    if (sub === undefined || !publicKey) throw new Error('the demo has no exchange key')
    const digestOf = (what: string) => createHash('sha256').update(`${what} ${name}`).digest('base64url')
    const claims = {
      iss: String(developerId),
      jti: digestOf(`${kind} ${now().toISOString()}`),
      iat: Math.floor(now().getTime() / 1000),
      kind,
      code,
      machine: { fingerprint: digestOf('device'), parts: {}, name, os: 'Windows 10 IoT' },
      counter: kind === 'unbind' ? 1 : 0,
      ...given,
    }
    return { name: `${name}.c2d`, text: makeC2d(claims, keys, { kid: sub, publicKey }) }
  }

  const onPage = async (kind: ExchangeKind, name: string) => {
    const device = deviceOf(name)
    return make(exchangeCalls.hand, [{ licenseGuid: device.guid, ...(await fileOf(kind, device)) }])
  }
  const byProgram = async (kind: ExchangeKind, name: string, given: Partial<C2dClaims> = {}) => {
    const { text: file } = await fileOf(kind, deviceOf(name), given)
    return ask('offline', { file }, NETWORK)
  }

  async function inWorkbench() {
    const files = [
      await fileOf('bind', deviceOf(line('04'))),
      await fileOf('bind', deviceOf(line('05'))),
      await fileOf('refresh', deviceOf(line('03'))),
      { name: attachment, text: 'SEALWRIGHT C2D 1\n' },
    ]
    const [task] = await make(toolCalls.exchange, [{ files }])
    if (task) await finishTask(task.taskId)
  }

  return [
    { ago: 75, act: () => onPage('bind', line('01')) },
    { ago: 64, act: () => byProgram('bind', line('02')) },
    { ago: 12, act: () => onPage('unbind', line('02')) },
    { ago: 5, act: () => onPage('bind', line('03')) },
    // A device whose clock stopped long ago.
    {
      ago: 4,
      act: () => byProgram('bind', old, { iat: Math.floor((now().getTime() - 400 * DAY_MS) / 1000) }),
    },
    { ago: 1, act: inWorkbench },
  ]
}
