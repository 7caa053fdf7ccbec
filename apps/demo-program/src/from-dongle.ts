// The program with a license in a dongle, instead of one on this computer. It needs no center: the dongle decides.
import { localDongles, openDongle } from '@sealwright/sdk'
import type { DongleSession, Language, LicenseRefusal } from '@sealwright/sdk'
import type { BuiltWith } from './built-with.ts'
import type { Words } from './words.ts'

export interface FromDongle {
  built: Pick<BuiltWith, 'developerId' | 'rootKey'>
  /** Where virtual dongles are, if not in the default folder. */
  folder: string | undefined
  licenseId: number | undefined
  language: Language
}

/** The license id of the program. Without one, the first license in a dongle of the developer. */
async function licenseIdOf({ built, folder, licenseId }: FromDongle): Promise<number> {
  if (licenseId !== undefined) return licenseId
  const driver = localDongles(folder)
  for (const { serial, developerId } of await driver.list()) {
    if (developerId !== built.developerId) continue
    // It may be unplugged meanwhile.
    const info = await driver.info(serial).catch(() => undefined)
    const first = info?.licenses[0]
    if (first) return first.licenseId
  }
  // The refusal tells whether a dongle is missing, or its license.
  return 0
}

export async function openFromDongle(from: FromDongle): Promise<DongleSession> {
  const { built, folder, language } = from
  return openDongle({
    ...built,
    driver: localDongles(folder),
    licenseId: await licenseIdOf(from),
    language,
  })
}

export function rowsOf(
  { serial, license, until }: DongleSession,
  words: Words,
  shown: (moment: Date) => string,
): [string, string][] {
  const { licenseId, modules, usesLeft, spanDays, endsAt } = license
  const end = endsAt ? shown(endsAt) : words.never
  return [
    [words.dongle, serial],
    [words.product, `${licenseId} · ${words.modules} ${modules.join(', ') || words.none}`],
    [words.end, spanDays === null ? end : `${end} (${words.span.replace('{days}', String(spanDays))})`],
    ...(until && until.getTime() !== endsAt?.getTime() ? [[words.until, shown(until)] satisfies [string, string]] : []),
    ...(usesLeft === null ? [] : [[words.uses, String(usesLeft)] satisfies [string, string]]),
  ]
}

/** Runs until the dongle stops the program or the user does. Resolves to the refusal, if there is one. */
export async function paintFromDongle(
  session: DongleSession,
  { everyMs, stopped, onTick }: { everyMs: number; stopped: AbortSignal; onTick(): void },
): Promise<LicenseRefusal | undefined> {
  const timer = setInterval(() => void session.beat().then((isRunning) => isRunning && onTick()), everyMs)
  try {
    return await new Promise((resolve) => {
      session.on('stopped', resolve)
      if (session.over) resolve(session.over)
      stopped.addEventListener('abort', () => resolve(undefined), { once: true })
    })
  } finally {
    clearInterval(timer)
  }
}
