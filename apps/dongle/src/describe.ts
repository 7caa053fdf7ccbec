// What the command prints about dongles, licenses and packages.
import { styleText } from 'node:util'
import type { DongleDetails, DongleLicense, DonglePackage, Language } from '@sealwright/sdk'
import type { LockState } from './core/state.ts'
import type { Words } from './words.ts'

export interface Speech {
  language: Language
  words: Words
}

const shown = (moment: Date, language: Language) =>
  moment.toLocaleString(language === 'zh' ? 'zh-CN' : 'en-US', { dateStyle: 'medium', timeStyle: 'short' })

function table(rows: readonly (readonly [string, string])[], language: Language): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  // The ideographic space is as wide as a Chinese character and keeps the column straight.
  const padding = language === 'zh' ? '\u3000' : ' '
  return rows.map(([label, value]) => `  ${styleText('dim', label.padEnd(width, padding))}  ${value}`).join('\n')
}

function licenseLine(license: DongleLicense, { language, words }: Speech): string {
  const { licenseId, version, start, endsAt, spanDays, usesLeft, seats, modules } = license
  const parts = [
    ...(version === null ? [] : [`${words.version} ${version}`]),
    ...(start === null ? [] : [`${words.start} ${shown(start, language)}`]),
    // Before the first use, the days say when it ends.
    ...(endsAt === null && spanDays !== null
      ? []
      : [`${words.end} ${endsAt === null ? words.never : shown(endsAt, language)}`]),
    ...(spanDays === null ? [] : [`${words.span} ${spanDays}`]),
    ...(usesLeft === null ? [] : [`${words.uses} ${usesLeft}`]),
    `${words.seats} ${seats === null ? words.single : `${seats.most ?? words.unlimited} (${seats.kind})`}`,
    ...(modules.length === 0 ? [] : [`${words.modules} ${modules.join(', ')}`]),
  ]
  return `  ${words.license} ${licenseId}: ${parts.join(' · ')}`
}

export function describeDongle(info: DongleDetails, speech: Speech): string {
  const { language, words } = speech
  const rows: [string, string][] = [
    [words.shell, info.shell],
    [words.serial, info.serial],
    [words.firmware, info.firmware],
    [words.mode, words.modes[info.mode]],
    ...(info.mode === 'activation' ? [[words.days, String(info.offlineDays)] satisfies [string, string]] : []),
    [words.state, words.states[info.state]],
    ...(info.until ? [[words.until, shown(info.until, language)] satisfies [string, string]] : []),
    [words.clock.replace(/[:：]$/, ''), shown(info.clock, language)],
    [words.last, String(info.lastPackage)],
    [words.licenses, String(info.held)],
  ]
  return [table(rows, language), ...info.licenses.map((license) => licenseLine(license, speech))].join('\n')
}

/** A line of the list. `state` is undefined if the dongle is not plugged in. */
export const describeBriefly = (
  { shell, serial, isPermanent }: LockState,
  state: DongleDetails['state'] | undefined,
  { words }: Speech,
) =>
  `${shell}  ${serial}  ${words.modes[isPermanent ? 'permanent' : 'activation']}  ` +
  (state === undefined ? words.out : words.states[state])

export function describePackages(
  packages: readonly DonglePackage[],
  { words }: Speech,
  said: (reason: string) => string,
): string {
  if (packages.length === 0) return words.nothing
  return packages
    .map((one) => {
      const name = `${words.package} ${one.number ?? '?'}`
      if ('reason' in one) return `${styleText('yellow', '!')} ${name}: ${words.notTaken}, ${said(one.reason)}`
      // A package without operations only confirms what the dongle reported, so there is nothing that could succeed.
      if (one.results.length === 0) return `${styleText('dim', '·')} ${name}: ${words.onlyConfirms}`
      const isDone = one.results.every((result) => result === 'done')
      const results = one.results.map((result) => words.results[result]).join(', ')
      return `${isDone ? styleText('green', '✓') : styleText('red', '✗')} ${name}: ${results}`
    })
    .join('\n')
}
