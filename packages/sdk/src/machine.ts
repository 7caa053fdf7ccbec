// Reads the parts of this device. Each part is sent as a SHA-256 salted with the developer id, so that two developers
// cannot compare their customers. Reading never throws, gives up after a second and leaves out unreadable parts. The
// host name is for display only.
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, hostname, networkInterfaces, release, totalmem, type } from 'node:os'
import { dirname, join } from 'node:path'
import { COUNTED_PARTS, MACHINE_PARTS } from '@sealwright/contract/machine-parts'
import type { MachineDigests, MachinePart } from '@sealwright/contract/machine-parts'
import type { ThisMachine } from './lease.ts'

/** The parts of a device in plain text. Only their digests leave the device. */
export interface MachineReading {
  parts: Readonly<Partial<Record<MachinePart, string>>>
  /** For display in the console. */
  name?: string | undefined
  os?: string | undefined
  addresses?: readonly { ip: string; mac: string }[] | undefined
}

/** The device as sent to the server. */
export interface ToldMachine extends ThisMachine {
  name: string | undefined
  os: string | undefined
  addresses: readonly { ip: string; mac: string }[]
}

const READ_MS = 800
const SHOWN = { name: 100, addresses: 16 }

const textOf = (path: string): string | undefined => {
  try {
    // Firmware strings end with a zero byte. Placeholder serial numbers do not count.
    const text = readFileSync(path, 'utf8').replaceAll('\u0000', '').trim()
    return text === '' || /^(?:0+|none|default string|to be filled.*|not specified|unknown)$/i.test(text)
      ? undefined
      : text
  } catch {
    return undefined
  }
}
const firstOf = (paths: readonly string[]) => paths.map(textOf).find((text) => text !== undefined)
const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}
const joined = (texts: readonly (string | undefined)[]) =>
  texts.filter((text) => text !== undefined).join('|') || undefined

/** The output of a command. Empty if it is missing, fails or takes too long. */
const outputOf = (file: string, args: readonly string[]) =>
  new Promise<string>((resolve) => {
    try {
      execFile(file, [...args], { timeout: READ_MS, windowsHide: true }, (error, stdout) =>
        resolve(error ? '' : stdout),
      )
    } catch {
      resolve('')
    }
  })

/** Folders where a container may see the files of its host. */
const HOSTS = ['/run/host', '/host', '/hostfs', '/rootfs']
const isContainer = () => existsSync('/.dockerenv') || existsSync('/run/.containerenv')

function readLinux(): MachineReading['parts'] {
  // Containers from the same image share its machine-id, so prefer the one of the host.
  const ids = [
    ...(isContainer() ? HOSTS.map((host) => join(host, 'etc/machine-id')) : []),
    '/etc/machine-id',
    '/var/lib/dbus/machine-id',
  ]
  const dmi = '/sys/class/dmi/id'
  // Only files that every user can read: the device must look the same when root runs the program.
  const board = joined([
    ...['sys_vendor', 'product_name', 'board_vendor', 'board_name', 'board_version'].map((name) =>
      textOf(join(dmi, name)),
    ),
    firstOf(['/proc/device-tree/serial-number', '/proc/device-tree/model']),
  ])
  const disks = namesIn('/sys/block').filter(
    (name) => existsSync(join('/sys/block', name, 'device')) && textOf(join('/sys/block', name, 'removable')) !== '1',
  )
  const disk = disks
    .map((name) =>
      firstOf(['wwid', 'device/wwid', 'serial', 'device/serial'].map((file) => join('/sys/block', name, file))),
    )
    .find((text) => text !== undefined)
  // Physical cards with a permanent address only. Bridges, tunnels and generated addresses come and go.
  const cards = namesIn('/sys/class/net').filter(
    (name) => existsSync(join('/sys/class/net', name, 'device')) && (readAssign(name) ?? '0') === '0',
  )
  return {
    systemId: firstOf(ids),
    board,
    disk,
    network: cards
      .map((name) => textOf(join('/sys/class/net', name, 'address')) ?? '')
      .filter((mac) => /[1-9a-f]/.test(mac))
      .toSorted()[0],
  }
}

/** The origin of a card's address; 0 means permanent. `textOf` would discard the zero as a placeholder. */
function readAssign(name: string): string | undefined {
  try {
    return readFileSync(join('/sys/class/net', name, 'addr_assign_type'), 'utf8').trim()
  } catch {
    return undefined
  }
}

const valueOf = (registry: string, name: string) =>
  new RegExp(`^\\s*${name}\\s+REG_\\w+\\s+(.+?)\\s*$`, 'mi').exec(registry)?.[1]

async function readWindows(): Promise<MachineReading['parts']> {
  const query = (key: string, ...more: string[]) => outputOf('reg', ['query', key, ...more])
  const [crypto, bios, disk] = await Promise.all([
    query('HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid', '/reg:64'),
    query('HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS'),
    query('HKLM\\SYSTEM\\CurrentControlSet\\Services\\disk\\Enum', '/v', '0'),
  ])
  return {
    systemId: valueOf(crypto, 'MachineGuid'),
    board: joined(
      ['SystemManufacturer', 'SystemProductName', 'BaseBoardManufacturer', 'BaseBoardProduct', 'BaseBoardVersion'].map(
        (name) => valueOf(bios, name),
      ),
    ),
    disk: valueOf(disk, '0'),
    network: cardOf(),
  }
}

async function readMac(): Promise<MachineReading['parts']> {
  const [platform, disk] = await Promise.all([
    outputOf('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
    outputOf('/usr/sbin/diskutil', ['info', '/']),
  ])
  const told = (name: string) => new RegExp(`"${name}" = <?"([^"]+)"`).exec(platform)?.[1]
  return {
    systemId: told('IOPlatformUUID'),
    board: joined([told('model'), told('IOPlatformSerialNumber')]),
    disk: /Volume UUID:\s+(\S+)/.exec(disk)?.[1],
    network: cardOf(),
  }
}

const VIRTUAL =
  /^(?:lo|docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|awdl|llw|bridge|anpi|vEthernet|wg|zt|tailscale)|virtual|hyper-v|vmware|loopback/i

/** The lowest permanent address of a network card. The second bit of an address marks a generated one. */
function cardOf(): string | undefined {
  const real = Object.entries(networkInterfaces())
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
  return real
    .filter(
      ({ internal, mac }) =>
        !internal && mac !== '00:00:00:00:00:00' && (Number.parseInt(mac.slice(0, 2), 16) & 2) === 0,
    )
    .map(({ mac }) => mac)
    .toSorted()[0]
}

function addressesOf() {
  const all = Object.entries(networkInterfaces())
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
  return all
    .filter(({ internal }) => !internal)
    .map(({ address, mac }) => ({ ip: address, mac }))
    .slice(0, SHOWN.addresses)
}

const quietly = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Reads the parts of this device: on Linux from files that every user can read, on Windows from the registry, on macOS
 * from the device tree.
 */
export async function readMachine(): Promise<MachineReading> {
  const read =
    { linux: async () => readLinux(), win32: readWindows, darwin: readMac }[process.platform as string] ??
    (async () => ({ network: cardOf() }))
  const late = new Promise<MachineReading['parts']>(
    (resolve) => void setTimeout(() => resolve({}), READ_MS + 100).unref(),
  )
  const parts = await Promise.race([read().catch(() => ({})), late])
  const cpu = quietly(() => joined([cpus()[0]?.model.trim() || undefined, arch()]))
  const memory = quietly(() => `${Math.round(totalmem() / 2 ** 30)} GiB`)
  return {
    parts: { ...parts, cpu, memory },
    name: quietly(hostname),
    os: quietly(() => `${type()} ${release()}`),
    addresses: quietly(addressesOf) ?? [],
  }
}

const digestOf = (developerId: number, ...texts: string[]) =>
  createHash('sha256')
    .update(['sealwright machine', String(developerId), ...texts].join('\n'))
    .digest('base64url')

/** A random id for a system without one, such as most containers. It lasts as long as the file. */
function madeId(file: string): string | undefined {
  const known = textOf(file)
  if (known !== undefined && /^[\w-]{36}$/.test(known)) return known
  return quietly(() => {
    const made = randomUUID()
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${made}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
    return made
  })
}

/** The device as sent to a developer's center: digests only. `idFile` holds the id of a system without one. */
export function tellMachine(
  developerId: number,
  { parts, name, os, addresses = [] }: MachineReading,
  idFile: string,
): ToldMachine {
  const systemId = parts.systemId ?? madeId(idFile)
  const known = Object.entries({ ...parts, systemId }).filter(
    (part): part is [MachinePart, string] =>
      typeof part[1] === 'string' && part[1] !== '' && MACHINE_PARTS.some((kind) => kind === part[0]),
  )
  const digests: MachineDigests = Object.fromEntries(
    known.map(([kind, text]) => [kind, digestOf(developerId, kind, text)]),
  )
  const counted = COUNTED_PARTS.map((kind) => `${kind}=${digests[kind] ?? ''}`)
  return {
    fingerprint: digestOf(developerId, ...counted),
    parts: digests,
    name: name?.slice(0, SHOWN.name) || undefined,
    os: os?.slice(0, SHOWN.name) || undefined,
    addresses: addresses.slice(0, SHOWN.addresses),
  }
}
