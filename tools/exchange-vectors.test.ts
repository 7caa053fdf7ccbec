// The committed test vectors: our own reader finds the contents that the page states.
import { readFileSync } from 'node:fs'
import { isSignedBy, keyOf, openC2d, openD2c, recipientId } from '@sealwright/exchange'
import { expect, it } from 'vitest'
import { CONTENTS, EXCHANGE_KID, KEYS, PAGE, sealFiles, vectorsPage } from './exchange-vectors.ts'

const page = readFileSync(PAGE, 'utf8')
const [c2d = '', d2c = ''] = [...page.matchAll(/^```text\n([\s\S]*?)^```/gm)].map((match) => match[1])
const publicX = (name: keyof typeof KEYS) => KEYS[name].key.export({ format: 'jwk' }).x ?? ''

it('the committed page is what the script writes, around files that were sealed once', () => {
  expect(vectorsPage({ c2d, d2c })).toBe(page)
  const again = sealFiles()
  expect(again.c2d).not.toBe(c2d)
  expect(vectorsPage(again).replace(again.c2d, c2d).replace(again.d2c, d2c)).toBe(page)
})

it('the request file opens with the exchange key, and no other', () => {
  expect(openC2d(c2d, (kid) => (kid === EXCHANGE_KID ? KEYS.exchange.key : undefined))).toMatchObject({
    claims: CONTENTS.c2d,
  })
  expect(openC2d(c2d, () => KEYS['device, to open'].key)).toEqual({ fault: 'forged' })
})

it('the license file opens with the key of the device, and the signing key signed it', () => {
  const kid = recipientId(publicX('device, to open'))
  const opened = openD2c(d2c, { kid, privateKey: KEYS['device, to open'].key })
  if ('fault' in opened) throw new Error(opened.fault)
  const signer = keyOf(publicX('signing'))
  expect(opened.token.claims).toEqual(CONTENTS.d2c)
  expect(signer && isSignedBy(opened.token, signer)).toBe(true)
})
