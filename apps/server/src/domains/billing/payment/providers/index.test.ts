import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../../../config.ts'
import { systemClock } from '../../../../kernel/clock.ts'
import { createProviders } from './index.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')

it('a provider exists exactly if it is configured', () => {
  const methodsFor = (env: Record<string, string>) =>
    createProviders(readConfig(env), { clock: systemClock }).map(({ method }) => method)
  expect(methodsFor({})).toEqual([])
  expect(
    methodsFor({
      SEALWRIGHT_UNIONPAY_MERCHANT_ID: '777290058110048',
      SEALWRIGHT_UNIONPAY_PRIVATE_KEY: fixture('union-pay.pem'),
      SEALWRIGHT_UNIONPAY_ROOT_CERT: fixture('authorities.pem'),
    }),
  ).toEqual(['unionPay'])
})
