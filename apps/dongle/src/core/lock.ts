// The virtual dongle without its process: state, clock, open licenses. Each change is one write of the state, made
// before anybody sees its effect. A change that cannot be written has not happened.
import { randomBytes } from 'node:crypto'
import { REPORTED_PACKAGES } from '@sealwright/contract/dongle-files'
import type { LockChallengeClaims, LockLicense, LockRequest } from '@sealwright/contract/dongle-files'
import { C2D_BYTES } from '@sealwright/contract/exchange-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { fileNameOf, makeLockRequest, signJws, splitFiles } from '@sealwright/exchange'
import { DongleFault } from '@sealwright/sdk'
import type { DataArea, DongleOpening, DonglePackage, DongleReason, LicenseFile } from '@sealwright/sdk'
import { readExchangeKey } from '@sealwright/sdk/device'
import type { LockAnswers, ToldLicense, ToldLock } from '@sealwright/sdk/device'
import type { LockClock } from './clock.ts'
import { runOperations } from './operations.rules.ts'
import { judgePackage, keysOf } from './package.rules.ts'
import type { LockState } from './state.ts'
import { endOfUse, judgeUse, mostSeats, opened, seatOf, stateOf } from './use.rules.ts'

const AREA_BYTES = 65_535
/** Later packages of the same text do not depend on these. */
const SKIPPED: readonly DongleReason[] = ['PACKAGE_REPLAYED', 'PACKAGE_ENDED']
/** How often the time is stored at least while the dongle is plugged in. */
const NOTED_SECONDS = 60

interface Use {
  licenseId: number
  version: number | undefined
  seat: string
  stop(reason: DongleReason): void
}

export interface LockDeps {
  state: LockState
  clock: LockClock
  /** Throws if the state cannot be written. */
  write(state: LockState): void
}

const withoutAreas = ({ rom: _rom, raw: _raw, pub: _pub, ...rest }: LockLicense): ToldLicense => rest

export function createLock({ state: first, clock, write }: LockDeps) {
  let state = first
  const uses = new Map<string, Use>()
  const { pair, trust } = keysOf(state)
  const exchange = readExchangeKey(trust, state.exchangeKey)
  if (!exchange) throw new Error(`The exchange key of dongle ${state.serial} is damaged.`)

  function refuse(reason: DongleReason): never {
    throw new DongleFault(reason)
  }

  /** Writes a new state, with the time. */
  function keep(next: LockState) {
    const timed = { ...next, latest: Math.max(next.latest, clock.now()), ahead: clock.ahead() }
    try {
      write(timed)
    } catch (cause) {
      throw new DongleFault('STORE_UNWRITABLE', { cause })
    }
    state = timed
  }

  const replaced = (license: LockLicense) => ({
    ...state,
    licenses: state.licenses.map((one) => (one.licenseId === license.licenseId ? license : one)),
  })

  function challenge(license: LockLicense, { nonce, seat }: { nonce: string; seat: string }): string {
    const claims: LockChallengeClaims = {
      iss: String(state.developerId),
      serial: state.serial,
      nonce,
      iat: clock.now(),
      licenseId: license.licenseId,
      license: withoutAreas(license),
      until: endOfUse(state, license),
      seat,
    }
    return signJws(TOKEN_TYPES.lockChallenge, claims, { kid: '', privateKey: pair.sign })
  }

  const judged = (use: { licenseId: number; version?: number | undefined }): LockLicense => {
    const found = judgeUse(state, use, clock.now())
    return 'license' in found ? found.license : refuse(found.reason)
  }

  function takeSeat(license: LockLicense, by: DongleOpening): string {
    const seat = seatOf(license, by)
    const taken = new Set([...uses.values()].flatMap((use) => (use.licenseId === license.licenseId ? [use.seat] : [])))
    if (!taken.has(seat) && taken.size >= mostSeats(license)) refuse('SEAT_LIMIT')
    return seat
  }

  /** Opens a license. `stop` is called once, if the dongle ends it. */
  function open(by: DongleOpening, stop: (handle: string, reason: DongleReason) => void): LockAnswers['open'] {
    const before = judged(by)
    const seat = takeSeat(before, by)
    const after = opened(before, clock.now())
    const license = 'license' in after ? after.license : refuse(after.reason)
    if (state.identity === null) refuse('DONGLE_NOT_ACTIVATED')
    if (license.counter !== before.counter || license.firstUse !== before.firstUse) keep(replaced(license))
    const handle = randomBytes(16).toString('base64url')
    uses.set(handle, { licenseId: by.licenseId, version: by.version, seat, stop: (reason) => stop(handle, reason) })
    return { handle, challenge: challenge(license, { nonce: by.nonce, seat }), identity: state.identity }
  }

  const useOf = (handle: string): Use => uses.get(handle) ?? refuse('SESSION_CLOSED')

  function beat({ handle, nonce }: { handle: string; nonce: string }): LockAnswers['beat'] {
    const use = useOf(handle)
    return { challenge: challenge(judged(use), { nonce, seat: use.seat }) }
  }

  function read({ handle, licenseId, area }: { handle?: string; licenseId?: number; area: DataArea }): string {
    const isOpen = handle !== undefined
    if (!isOpen && area !== 'pub') refuse('SESSION_CLOSED')
    const license = isOpen ? judged(useOf(handle)) : state.licenses.find((one) => one.licenseId === licenseId)
    if (!license) refuse('LICENSE_NOT_FOUND')
    const content = { rom: license.rom, raw: license.raw, pub: license.pub }[area]
    return content ?? refuse('AREA_NOT_FOUND')
  }

  function writeRaw({ handle, content }: { handle: string; content: string }) {
    const license = judged(useOf(handle))
    if (license.raw === null) refuse('AREA_NOT_FOUND')
    if (Buffer.from(content, 'base64').length > AREA_BYTES) refuse('AREA_TOO_LARGE')
    keep(replaced({ ...license, raw: content }))
  }

  function takePackage(text: string): DonglePackage {
    const found = judgePackage(state, text, clock.now())
    if ('reason' in found) return found
    const { number, known, at, identity, revocations, operations } = found
    const { state: changed, results } = runOperations(state, operations)
    const told = state.results.filter(([of]) => of > known)
    // The center signed it at that time, so it is not earlier now.
    clock.notBefore(at)
    keep({
      ...changed,
      last: number,
      identity,
      revocations,
      // A package without operations has nothing to report.
      results: results.length === 0 ? told : [...told, [number, ...results]],
    })
    return { number, results }
  }

  function importPackages(text: string): DonglePackage[] {
    const files = splitFiles(text)
    const done: DonglePackage[] = []
    for (const file of files.length === 0 ? [text] : files) {
      const one = takePackage(file)
      done.push(one)
      if ('reason' in one && !SKIPPED.includes(one.reason)) break
    }
    check()
    const refused = done.flatMap((one) => ('reason' in one ? [one.reason] : []))
    if (refused.length < done.length) return done
    return refuse(refused.at(-1) ?? 'FILE_UNREADABLE')
  }

  /** Writes a request. Results that do not fit stay for the next one, and `last` is then that of the told ones. */
  function request(act: LockRequest): LicenseFile {
    const now = clock.now()
    const seq = state.seq + 1
    const jti = randomBytes(16).toString('base64url')
    const textWith = (count: number) => {
      const results = state.results.slice(0, count)
      return makeLockRequest(
        {
          iss: String(state.developerId),
          jti,
          iat: now,
          act,
          serial: state.serial,
          shell: state.shell,
          firmware: state.firmware,
          seq,
          last: count < state.results.length ? (results.at(-1)?.[0] ?? 0) : state.last,
          held: state.licenses.length,
          until: state.isPermanent ? null : state.until,
          results,
        },
        pair,
        { kid: exchange?.kid ?? '', publicKey: exchange?.publicKey ?? refuse('DONGLE_FORGED') },
      )
    }
    let count = Math.min(state.results.length, REPORTED_PACKAGES)
    let text = textWith(count)
    while (Buffer.byteLength(text) > C2D_BYTES && count > 0) {
      count = Math.floor(count * 0.8)
      text = textWith(count)
    }
    keep({ ...state, seq })
    return { name: fileNameOf('C2D', state.shell, new Date(now * 1000)), text }
  }

  /** Stops every open license that must not run any longer. */
  function check() {
    for (const [handle, use] of uses) {
      const found = judgeUse(state, use, clock.now())
      if ('license' in found) continue
      uses.delete(handle)
      use.stop(found.reason)
    }
    if (clock.now() - state.latest >= NOTED_SECONDS) keep(state)
  }

  function moveClock(to: number): number {
    if (!clock.moveTo(to)) refuse('DONGLE_CLOCK')
    keep(state)
    check()
    return clock.now()
  }

  function info(withLicenses: boolean): LockAnswers['info'] {
    const { serial, shell, firmware, developerId, isPermanent, offlineDays, until, last, licenses } = state
    const lock: ToldLock = {
      serial,
      shell,
      firmware,
      developerId,
      mode: isPermanent ? 'permanent' : 'activation',
      offlineDays,
      state: stateOf(state, clock.now()),
      until: isPermanent ? null : until,
      clock: clock.now(),
      lastPackage: last,
      held: licenses.length,
    }
    return { lock, licenses: withLicenses ? licenses.map(withoutAreas) : [] }
  }

  return {
    info,
    open,
    beat,
    read,
    writeRaw,
    close: (handle: string) => void uses.delete(handle),
    importPackages,
    request,
    check,
    moveClock,
  }
}

export type Lock = ReturnType<typeof createLock>
