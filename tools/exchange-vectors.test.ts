// The committed test vectors: our own reader finds the contents that the page states.
import { readFileSync } from 'node:fs'
import { TOKEN_TYPES } from '@sealwright/contract'
import { isSignedBy, keyOf, openC2d, openD2c, recipientId } from '@sealwright/exchange'
import { expect, it } from 'vitest'
import { CONTENTS, EXCHANGE_KID, KEYS, PAGE, sealFiles, vectorsPage } from './exchange-vectors.ts'

const page = readFileSync(PAGE, 'utf8')
const [c2d = '', d2c = '', lockC2d = '', lockD2c = ''] = [...page.matchAll(/^```text\n([\s\S]*?)^```/gm)].map(
  (match) => match[1],
)
const publicX = (name: keyof typeof KEYS) => KEYS[name].key.export({ format: 'jwk' }).x ?? ''

it('the committed page is what the script writes, around files that were sealed once', () => {
  const files = { c2d, d2c, lockC2d, lockD2c }
  expect(vectorsPage(files)).toBe(page)
  const again = sealFiles()
  expect(again.c2d).not.toBe(c2d)
  const names = Object.keys(files) as (keyof typeof files)[] // the names above
  expect(names.reduce((text, name) => text.replace(again[name], files[name]), vectorsPage(again))).toBe(page)
})

it('the request files open with the exchange key, and no other', () => {
  expect(openC2d(c2d, (kid) => (kid === EXCHANGE_KID ? KEYS.exchange.key : undefined))).toMatchObject({
    claims: CONTENTS.c2d,
  })
  expect(openC2d(lockC2d, (kid) => (kid === EXCHANGE_KID ? KEYS.exchange.key : undefined))).toMatchObject({
    by: 'dongle',
    claims: CONTENTS.lockC2d,
  })
  expect(openC2d(c2d, () => KEYS['device, to open'].key)).toEqual({ fault: 'forged' })
})

it.each([
  ['license file', d2c, TOKEN_TYPES.d2c, CONTENTS.d2c],
  ['package', lockD2c, TOKEN_TYPES.lockPackage, CONTENTS.lockD2c],
])('the %s opens with the key of the device, and the signing key signed it', (_what, text, type, content) => {
  const kid = recipientId(publicX('device, to open'))
  const opened = openD2c(text, { kid, privateKey: KEYS['device, to open'].key }, type)
  if ('fault' in opened) throw new Error(opened.fault)
  const signer = keyOf(publicX('signing'))
  expect(opened.token.claims).toEqual(content)
  expect(signer && isSignedBy(opened.token, signer)).toBe(true)
})
