// The dongles in a folder, plugged in or not: making them, and choosing one.
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { REGISTER_COLUMNS, SERIAL } from '@sealwright/contract/dongle-files'
import { keyOf, pairOf } from '@sealwright/exchange'
import { readExchangeKey } from '@sealwright/sdk/device'
import { makeState, readState, writeState } from './core/state.ts'
import type { LockState, Making } from './core/state.ts'
import { Mistake } from './mistake.ts'
import type { Words } from './words.ts'

export interface VendorKeys {
  developerId: number
  apiPassword: string
  rootKey: string
  exchangeKey: string
}

/** The keys of a vendor, as `program-keys` writes them. */
export function readKeys(file: string | undefined, words: Words): VendorKeys {
  if (file === undefined) throw new Mistake(words.needsKeys)
  let keys: Partial<VendorKeys>
  try {
    keys = JSON.parse(readFileSync(file, 'utf8')) as Partial<VendorKeys> // checked below
  } catch {
    throw new Mistake(words.unreadableKeys + file)
  }
  const { developerId, apiPassword, rootKey, exchangeKey } = keys
  const root = keyOf(rootKey)
  if (
    !root ||
    rootKey === undefined ||
    developerId === undefined ||
    apiPassword === undefined ||
    exchangeKey === undefined
  )
    throw new Mistake(words.unreadableKeys + file)
  if (!readExchangeKey({ developerId, rootKey: root }, exchangeKey)) throw new Mistake(words.foreignExchangeKey + file)
  return { developerId, apiPassword, rootKey, exchangeKey }
}

/** All dongles, by shell number. */
export function listStates(folder: string, words: Words): LockState[] {
  const serials = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => SERIAL.test(name))
  return serials
    .map((serial) => {
      try {
        return readState(folder, serial)
      } catch {
        throw new Mistake(words.damaged + serial)
      }
    })
    .toSorted((one, other) => one.shell.localeCompare(other.shell))
}

/** The dongle with a shell number or serial number, or the only one. */
export function choose(folder: string, named: string | undefined, words: Words): LockState {
  const all = listStates(folder, words)
  const found = named === undefined ? all : all.filter(({ shell, serial }) => shell === named || serial === named)
  const [one, another] = found
  if (one && !another) return one
  if (named !== undefined) throw new Mistake(words.unknownDongle + named)
  throw new Mistake(one ? words.whichDongle + all.map(({ shell }) => shell).join(', ') : words.noDongle)
}

/** The line by which the operator of the center registers the dongle. */
function lineOf({ shell, serial, producedAt, firmware, keys, isPermanent, offlineDays }: LockState): string {
  const { sign = '', seal = '' } = pairOf(keys)?.public ?? {}
  const row: Record<(typeof REGISTER_COLUMNS)[number], string> = {
    kind: 'user',
    shell,
    serial,
    produced: new Date(producedAt * 1000).toISOString(),
    firmware,
    sign,
    seal,
    mode: isPermanent ? 'permanent' : 'activation',
    days: String(offlineDays),
    pin: '',
  }
  return REGISTER_COLUMNS.map((column) => row[column]).join(',')
}

/** Makes a dongle, and appends its line to a file. */
export function make(folder: string, making: Making, csv: string, words: Words): { state: LockState; line: string } {
  if (listStates(folder, words).some(({ shell }) => shell === making.shell))
    throw new Mistake(words.shellTaken + making.shell)
  const state = makeState(making, Math.floor(Date.now() / 1000))
  const line = lineOf(state)
  try {
    writeState(folder, state)
    appendFileSync(csv, `${existsSync(csv) ? '' : `${REGISTER_COLUMNS.join(',')}\n`}${line}\n`)
  } catch (error) {
    throw new Mistake(words.unwritable + (error instanceof Error ? error.message : csv))
  }
  return { state, line }
}
