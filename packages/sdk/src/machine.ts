// What this machine is known by: its parts, each told as a SHA-256 that is salted with the developer, so that two
// vendors cannot compare their customers. Reading never throws and gives up after a second: what cannot be read is left
// out. A host name is for display; it never counts.
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, hostname, networkInterfaces, release, totalmem, type } from 'node:os'
import { dirname, join } from 'node:path'
import { COUNTED_PARTS, MACHINE_PARTS } from '@sealwright/contract/machine-parts'
import type { MachineDigests, MachinePart } from '@sealwright/contract/machine-parts'
import type { ThisMachine } from './lease.ts'

/** What was read of a machine, as it is; only digests of the parts leave it. */
export interface MachineReading {
  parts: Readonly<Partial<Record<MachinePart, string>>>
  /** As the vendor's console shows it. */
  name?: string | undefined
  os?: string | undefined
  addresses?: readonly { ip: string; mac: string }[] | undefined
}

/** The machine as it is told to the server. */
export interface ToldMachine extends ThisMachine {
  name: string | undefined
  os: string | undefined
  addresses: readonly { ip: string; mac: string }[]
}

const READ_MS = 800
const SHOWN = { name: 100, addresses: 16 }

const textOf = (path: string): string | undefined => {
  try {
    // Firmware ends its strings with a zero; a serial of nothing but filler is none.
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

/** A command's output; nothing where it is missing, fails or dawdles. */
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

/** Folders under which a container may be shown the files of its host. */
const HOSTS = ['/run/host', '/host', '/hostfs', '/rootfs']
const isContainer = () => existsSync('/.dockerenv') || existsSync('/run/.containerenv')

function readLinux(): MachineReading['parts'] {
  // An image that was built once carries its machine-id into every container; the host's is the one that tells them
  // apart.
  const ids = [
    ...(isContainer() ? HOSTS.map((host) => join(host, 'etc/machine-id')) : []),
    '/etc/machine-id',
    '/var/lib/dbus/machine-id',
  ]
  const dmi = '/sys/class/dmi/id'
  // Only what every user may read: the same program must not see another machine when root runs it.
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
  // With a device behind it, and an address that the maker gave: bridges, tunnels and made-up addresses come and go.
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

/** How a card came by its address: 0 is by its maker. `textOf` takes a zero for filler. */
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

/** The lowest address of a card that its maker gave: the second bit says that somebody made it up. */
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
 * Reads this machine: Linux from files that every user may read, Windows from the registry, macOS from its device tree.
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

/**
 * An id for a system that has none, such as most containers: random, kept in a file, so that it lives as long as what
 * it is kept on.
 */
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

/** The machine as a developer's server knows it: digests alone. `idFile` stands in for a system without an id. */
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
