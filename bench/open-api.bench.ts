// Measures a signed call of the open API against the same call by a session: what the signature, its nonce and the
// counts of the key cost.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { SIGNATURE_HEADERS, accessKeyCalls, productCalls, signedText } from '@sealwright/contract'
import { defineBench, measureInTurns } from './harness.ts'
import type { Figure, Seat, Stage } from './harness.ts'

const ROUNDS = { full: { rounds: 200, warmUps: 20 }, quick: { rounds: 40, warmUps: 5 } }
const PATH = '/api/v1/products/list'
const BODY = '{}'
const BODY_DIGEST = createHash('sha256').update(BODY).digest('hex')

interface Key {
  keyId: string
  secret: string
}

function signed({ keyId, secret }: Key, now: Date): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000))
  const nonce = randomUUID()
  const text = signedText({ method: 'POST', path: PATH, bodyDigest: BODY_DIGEST, time, nonce })
  return {
    'content-type': 'application/json',
    [SIGNATURE_HEADERS.key]: keyId,
    [SIGNATURE_HEADERS.time]: time,
    [SIGNATURE_HEADERS.nonce]: nonce,
    [SIGNATURE_HEADERS.signature]: createHmac('sha256', secret).update(text).digest('base64'),
  }
}

async function makeKey({ center, ground }: Stage, { accountId, headers }: Seat): Promise<Key> {
  // The password counts as just typed.
  await ground.database.owner.query('update session set confirmed_at = $2 where account_id = $1', [
    accountId,
    ground.clock.now(),
  ])
  const response = await center.app.inject({
    method: 'POST',
    url: accessKeyCalls.create.path,
    headers,
    payload: { name: 'bench', privileges: ['product.view'] },
  })
  const { code, desc, data } = response.json<{ code: number; desc: string; data: Key }>()
  if (code !== 0) throw new Error(`no access key: ${desc}`)
  return data
}

export async function measureOpenApi(
  stage: Stage,
  times: { rounds: number; warmUps: number },
): Promise<Pick<Figure, 'ours' | 'baseline'>> {
  const seat = await stage.developer({ name: '接口' })
  const key = await makeKey(stage, seat)
  const { app } = stage.center
  async function bySignature() {
    const headers = signed(key, stage.ground.clock.now())
    const { statusCode, body } = await app.inject({ method: 'POST', url: PATH, headers, payload: BODY })
    if (statusCode !== 200) throw new Error(`a signed call was refused: ${body}`)
  }
  async function bySession() {
    const { path } = productCalls.find
    const response = await app.inject({ method: 'POST', url: path, headers: seat.headers, payload: {} })
    const { code, desc } = response.json<{ code: number; desc: string }>()
    if (code !== 0) throw new Error(`${path} refused: ${desc}`)
  }
  return measureInTurns(bySignature, bySession, times)
}

export const openApi = defineBench({
  name: 'open-api',
  sides: () => ({ ours: 'a signed call', baseline: 'the same call by a session' }),
  bar: { ratioAtMost: 2, p95BelowMs: 50 },
  async run(stage, { isQuick }) {
    const spreads = await measureOpenApi(stage, isQuick ? ROUNDS.quick : ROUNDS.full)
    return [{ what: 'products, a page without rows', unit: 'ms', ...spreads }]
  },
})
