// Measures exchanges of files through the runtime call, against the bare cryptography of the same files: open the C2D,
// sign a lease, make the D2C. Both sides run in this process, so they have the same number of cores for cryptography.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { TOKEN_TYPES, runtimeCalls } from '@sealwright/contract'
import type { C2dClaims, D2cClaims, ExchangeKind } from '@sealwright/contract'
import {
  makeC2d,
  makeD2c,
  makePair,
  openC2d,
  openD2c,
  pairOf,
  readToken,
  recipientId,
  sealingKeyOf,
  signJws,
} from '@sealwright/exchange'
import type { KeyPair } from '@sealwright/exchange'
import { defineBench, rateOf, spreadOf } from './harness.ts'
import type { Stage } from './harness.ts'
import { ask, prepare } from './runtime.bench.ts'
import type { Prepared } from './runtime.bench.ts'

const SIZES = { full: { files: 1_000, rounds: 3 }, quick: { files: 200, rounds: 1 } }
const IN_FLIGHT = 16
/** Files of one side before the other side has its turn. */
const TURN = 100

interface Device {
  code: string
  keys: KeyPair
}

type To = Parameters<typeof makeC2d>[2]

function deviceOf(code: string): Device {
  const keys = pairOf(makePair())
  if (!keys) throw new Error('a device without keys')
  return { code, keys }
}

function fileOf(developerId: number, kind: ExchangeKind, { code, keys }: Device, to: To): string {
  const digest = (of: string) => createHash('sha256').update(`${of} ${code}`).digest('base64url').slice(0, 22)
  const claims: Omit<C2dClaims, 'keys'> = {
    iss: String(developerId),
    jti: randomBytes(16).toString('base64url'),
    iat: Math.floor(Date.now() / 1000),
    kind,
    code,
    machine: {
      fingerprint: digest('all'),
      parts: { board: digest('board'), cpu: digest('cpu'), disk: digest('disk') },
      name: 'bench-host',
      os: 'Linux 6.1',
    },
    counter: 0,
  }
  return makeC2d(claims, keys, to)
}

/** The cryptography of an exchange alone, with the claims of a real answer. */
function bareOf(answer: D2cClaims, kid: string, opening: KeyPair['open']) {
  const [first] = answer.packages
  const lease = first?.kind === 'lease' ? readToken(first.lease)?.claims : undefined
  if (!lease) throw new Error('an answer without a lease')
  const { privateKey } = generateKeyPairSync('ed25519')
  const signer = { kid, privateKey }
  return (file: string) => {
    const opened = openC2d(file, () => opening)
    if ('fault' in opened) throw new Error(opened.fault)
    const { seal } = (opened.claims as unknown as C2dClaims).keys // this bench wrote them
    const publicKey = sealingKeyOf(seal)
    if (!publicKey) throw new Error('a file without a key')
    const signed = signJws(TOKEN_TYPES.lease, lease, signer)
    makeD2c({ ...answer, packages: [{ kind: 'lease', lease: signed }] }, signer, { kid: recipientId(seal), publicKey })
  }
}

function claimsIn(text: string, { keys }: Device): D2cClaims {
  const opened = openD2c(text, { kid: recipientId(keys.public.seal), privateKey: keys.open })
  if ('fault' in opened) throw new Error(opened.fault)
  return opened.token.claims as unknown as D2cClaims // the center made it
}

async function exchangeKeyOf(stage: Stage, prepared: Prepared): Promise<To> {
  const { exchangeKey } = await ask(stage, prepared, runtimeCalls.keys, {})
  const { sub, jwk } = (readToken(exchangeKey)?.claims ?? {}) as { sub?: string; jwk?: { x: string } } // as published
  const publicKey = sealingKeyOf(jwk?.x)
  if (sub === undefined || !publicKey) throw new Error('no exchange key')
  return { kid: sub, publicKey }
}

export const exchange = defineBench({
  name: 'exchange',
  sides: () => ({ ours: 'files through the call', baseline: 'the bare cryptography of the same files' }),
  bar: { ratioAtLeast: 0.4 },
  shortfall:
    'the call also needs PostgreSQL, which shares the cores with the server. pgbench alone makes about 330 ' +
    'activations a second on two cores (see activation), and an exchange writes more: the file, its answer and their ' +
    'events.',
  async run(stage, { isQuick, tell }) {
    const { files, rounds } = isQuick ? SIZES.quick : SIZES.full
    const rates = {
      bind: { ours: [] as number[], bare: [] as number[] },
      refresh: { ours: [] as number[], bare: [] as number[] },
      again: { ours: [] as number[], bare: [] as number[] },
    }
    await stage.center.runtime.start()
    try {
      for (let round = 0; round < rounds; round++) {
        tell(`round ${round + 1}`)
        const prepared = await prepare(stage, files + 1, { offlineBind: true })
        const { developerId, licenses } = prepared
        const center = await exchangeKeyOf(stage, prepared)
        const own = generateKeyPairSync('x25519')
        const devices = licenses.map(({ code }) => deviceOf(code))
        const last = devices[files]
        if (!last) throw new Error('no license is left')
        const hand = (file: string) => ask(stage, prepared, runtimeCalls.offline, { file })
        const sample = claimsIn(String((await hand(fileOf(developerId, 'bind', last, center)))['file']), last)
        const bare = bareOf(sample, 'bench', own.privateKey)
        for (const kind of ['bind', 'refresh'] as const) {
          const made = (to: To) => devices.slice(0, files).map((device) => fileOf(developerId, kind, device, to))
          const [real, same] = [made(center), made({ kid: 'bench', publicKey: own.publicKey })]
          // In short turns, so that a busy machine slows both sides.
          for (let from = 0; from < files; from += TURN) {
            const sides = [
              async () => void rates[kind].ours.push(await rateOf(TURN, IN_FLIGHT, (n) => hand(real[from + n] ?? ''))),
              async () => void rates[kind].bare.push(await rateOf(TURN, 1, async (n) => bare(same[from + n] ?? ''))),
            ]
            for (const side of (from / TURN) % 2 === 0 ? sides : sides.toReversed()) await side()
          }
          if (kind === 'bind') continue
          rates.again.ours.push(await rateOf(files, IN_FLIGHT, (n) => hand(real[n] ?? '')))
          rates.again.bare.push(...rates.refresh.bare.slice(-files / TURN))
        }
      }
    } finally {
      await stage.center.runtime.stop()
    }
    const figure = (what: string, { ours, bare }: (typeof rates)['bind'], unjudged?: string) => ({
      what,
      unit: '/s' as const,
      ours: spreadOf(ours),
      baseline: spreadOf(bare),
      unjudged,
    })
    return [
      figure('binding by a file', rates.bind),
      figure('renewing by a file', rates.refresh),
      figure('the same file again', rates.again, 'the call signs and seals nothing'),
    ]
  },
})
