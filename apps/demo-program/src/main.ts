// Sealwright Paint: a small program that needs a license, to see what the SDK does. It draws nothing; it says what it may do, keeps a seat, asks again
// every few seconds, and stops with the reason when it is refused. `npm run demo -- --code XXXX-XXXX-XXXX-XXXX`
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LicenseRefusal, Unreachable, createSealwright } from '@sealwright/sdk'
import type { Language, LeaseClaims, Sealwright } from '@sealwright/sdk'

const OPTIONS = {
  code: { type: 'string' }, password: { type: 'string' }, account: { type: 'string' }, product: { type: 'string' }, seat: { type: 'boolean' },
  url: { type: 'string', default: 'http://localhost:8080' }, keys: { type: 'string', default: '.data/program-keys.json' }, store: { type: 'string' }, language: { type: 'string' }, every: { type: 'string', default: '3' }, deactivate: { type: 'boolean' },
} as const

const USAGE = `npm run demo -- --code CODE                        activates with a license code
npm run demo -- --account NAME --product LICENSE_ID  signs in (the password is taken from --password)
npm run demo                                       runs with what is kept from the last time
  --seat            takes a seat alone and binds no machine: group codes, cloud accounts
  --password TEXT   of the account, or of a code that has one
  --url ADDRESS     of the center (http://localhost:8080)
  --keys FILE       what the program is built with (.data/program-keys.json)
  --store FILE      where the license is kept
  --language zh|en · --every SECONDS · --deactivate
The file of keys is written by: npm run platform -- program-keys demo@sealwright.example --file .data/program-keys.json`

const SAYS = {
  zh: {
    licensed: '已获授权', never: '永久', machine: '本机', seats: '席位', modules: '模块', none: '无', end: '到期', offline: '可离线至', changed: '许可已变更', ask: '仍在授权中', unheard: '无法连接授权服务器，离线可用至', refused: '已拒绝', deactivated: '已在本机解除激活。', bye: '再见。',
  },
  en: {
    licensed: 'Licensed', never: 'never', machine: 'machine', seats: 'seats', modules: 'modules', none: 'none', end: 'ends', offline: 'without a network until', changed: 'The license was changed', ask: 'still licensed', unheard: 'The licensing server is out of reach; usable until', refused: 'Refused', deactivated: 'This machine is deactivated.', bye: 'Bye.',
  },
} as const satisfies Record<Language, Record<string, string>>

const say = (line: string) => void process.stdout.write(`${line}\n`)
const shown = (moment: Date) => moment.toISOString().slice(0, 16).replace('T', ' ')

function describe({ code, account, end, expiresAt, products, machineId }: LeaseClaims, words: (typeof SAYS)[Language]): string {
  const modules = products.map(({ licenseId, modules: ids }) => `${licenseId}: ${ids.join(', ') || words.none}`).join('; ')
  return [`  ${code ?? account ?? ''}`, `  ${words.modules}  ${modules}`, `  ${words.end}  ${end ? shown(end) : words.never}`, `  ${words.offline}  ${shown(expiresAt)}`, `  ${words.machine}  ${machineId}`].join('\n')
}

/** Why it ends, in a sentence, and with which number. */
function complain(error: unknown, words: (typeof SAYS)[Language]): number {
  if (error instanceof LicenseRefusal) {
    say(`✗ ${words.refused}: ${error.message} [${error.type}]`)
    if (error.fix) say(`  ${error.fix}`)
    return 3
  }
  if (!(error instanceof Unreachable)) throw error
  say(`✗ ${error.message}`)
  return 4
}

async function obtain(sealwright: Sealwright, { code, password, account, seat }: { code?: string | undefined; password?: string | undefined; account?: string | undefined; seat?: boolean | undefined }) {
  if (account !== undefined) await sealwright.login(account, password ?? '')
  if (seat) return
  if (code !== undefined) await sealwright.activate({ code, ...(password !== undefined && { password }) })
  else if (account !== undefined) await sealwright.activate()
  else await sealwright.validate()
  sealwright.requireLicense()
}

/** Asks every few seconds until it is refused or told to stop. */
async function paint(sealwright: Sealwright, everyMs: number, words: (typeof SAYS)[Language], stopped: AbortSignal): Promise<number> {
  let revision = sealwright.requireLicense().revision
  while (!stopped.aborted) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      stopped.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    })
    if (stopped.aborted) break
    const status = await sealwright.validate()
    if (!status.isLicensed) return complain(status.refusal, words)
    if (status.claims.revision !== revision) say(`! ${words.changed}\n${describe(status.claims, words)}`)
    else say(status.isOffline ? `… ${words.unheard} ${shown(status.offlineUntil)}` : `· ${words.ask}`)
    revision = status.claims.revision
  }
  return 0
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { ...OPTIONS, help: { type: 'boolean' } } })
  if (values.help) {
    say(USAGE)
    return 0
  }
  const built = JSON.parse(readFileSync(values.keys, 'utf8')) as { developerId: number; apiPassword: string; rootKey: string } // written by the platform command
  const language = values.language === 'zh' || values.language === 'en' ? values.language : undefined
  const words = SAYS[language ?? (new Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh') ? 'zh' : 'en')]
  const sealwright = await createSealwright({ ...built, url: values.url, ...(values.product !== undefined && { licenseId: Number(values.product) }), ...(values.store !== undefined && { storePath: values.store }), ...(language && { language }) })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  try {
    say('Sealwright Paint')
    if (values.deactivate) {
      await sealwright.deactivate()
      say(words.deactivated)
      return 0
    }
    await obtain(sealwright, values)
    const session = await sealwright.openSession({ ...(values.seat && values.code !== undefined && { code: values.code }), ...(values.password !== undefined && values.code !== undefined && { password: values.password }), timeoutSeconds: 60, osSession: String(process.getuid?.() ?? 0) })
    try {
      const { taken, limit } = session.seats
      say(`✓ ${words.licensed}\n${describe(sealwright.requireLicense(), words)}${limit === null ? '' : `\n  ${words.seats}  ${taken} / ${limit}`}`)
      const code = await paint(sealwright, Number(values.every) * 1000, words, stop.signal)
      if (code === 0) say(words.bye)
      return code
    } finally {
      // A seat of a license that was refused is gone already.
      await session.close().catch(() => undefined)
    }
  } catch (error) {
    return complain(error, words)
  } finally {
    sealwright.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const { message } = error as Error // everything that is thrown here is one
  process.stderr.write(`${message}\n\n${USAGE}\n`)
  process.exitCode = 2
}
