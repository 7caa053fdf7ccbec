import { expect, it } from 'vitest'
import { webhookBody, webhookExample } from './webhook-bodies.ts'
import { WEBHOOK_TYPES } from './webhook.ts'

it.each(WEBHOOK_TYPES)('the example of %s is a body that its schema describes', (type) => {
  const example = webhookExample(type)
  expect(webhookBody(type).parse(example)).toEqual(example)
})
