// A dongle contacts the center through the computer that it is plugged into. The dongle and the center seal and sign
// what they say, so this code only carries it.
import type { LockRequest } from '@sealwright/contract/dongle-files'
import { languageOf } from '../defaults.ts'
import { LicenseRefusal } from '../refusal.ts'
import type { Language } from '../refusal.ts'
import { createSurface } from '../surface.ts'
import type { DongleDriver, DonglePackage } from './driver.ts'
import { localDongles } from './local.ts'
import { inWords } from './refusal.ts'

/** Packages can bring further ones. A center that always sends more must not keep a program busy. */
const MOST_ROUNDS = 8

export interface DongleContactOptions {
  /** The URL of the licensing center. */
  url: string
  developerId: number
  apiPassword: string
  serial: string
  /** `activate` also fetches packages and reports results; the others do not activate. Default: `activate`. */
  act?: LockRequest
  /** The driver of your hardware. Default: the virtual dongles of this user. */
  driver?: DongleDriver
  /** The language of messages. Default: the language of the environment. */
  language?: Language
  /** For a proxy or for tests. */
  fetch?: typeof fetch
  timeoutMs?: number
}

/**
 * Activates a dongle online: hands its request to the center, imports the packages that come back in order, and reports
 * their results. Returns what became of each package. Throws `LicenseRefusal` or `Unreachable`. A dongle that was
 * reported lost gets a package that stops it, which is no refusal: read `info` of the driver afterwards.
 */
export async function contactDongle(options: DongleContactOptions): Promise<readonly DonglePackage[]> {
  const {
    url,
    developerId,
    apiPassword,
    serial,
    act = 'activate',
    driver = localDongles(),
    language = languageOf(),
    timeoutMs = 10_000,
  } = options
  const surface = createSurface({ url, developerId, apiPassword, language, timeoutMs, fetch: options.fetch ?? fetch })

  async function ask(about: LockRequest): Promise<readonly DonglePackage[]> {
    const { text } = await driver.request(serial, about)
    const { answer, refusal } = await surface.call('dongle', { file: text })
    if (refusal) throw new LicenseRefusal(refusal)
    const { packages } = answer
    const texts = (Array.isArray(packages) ? packages : []).filter((one) => typeof one === 'string')
    return texts.length === 0 ? [] : driver.importPackages(serial, texts.join(''))
  }

  return inWords(language, async () => {
    const all: DonglePackage[] = []
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const taken = await ask(round === 0 ? act : 'report')
      all.push(...taken)
      // Without operations there are no results to report.
      if (!taken.some((one) => 'results' in one && one.results.length > 0)) break
    }
    return all
  })
}
