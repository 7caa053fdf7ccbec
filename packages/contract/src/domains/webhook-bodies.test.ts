import { expect, it } from 'vitest'
import { openApiDocument } from '../kernel/openapi.ts'
import { webhookBody, webhookExample } from './webhook-bodies.ts'
import { WEBHOOK_TYPES } from './webhook.ts'

it.each(WEBHOOK_TYPES)('the example of %s is a body that its schema describes', (type) => {
  const example = webhookExample(type)
  expect(webhookBody(type).parse(example)).toEqual(example)
})

it('the reference lists an event by its name, which a receiver looks for', () => {
  const document = openApiDocument([], '')
  const { webhooks } = document as { webhooks: Record<string, { post: { summary: string } }> } // its shape
  expect(Object.values(webhooks).map(({ post }) => post.summary)).toEqual(Object.keys(webhooks))
})
