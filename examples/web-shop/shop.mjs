// A small web shop that sells license codes: POST /orders takes an order, the shop gets a code from the center by the
// open API and mails it, and the webhook license.issued confirms it. A code that needs approval is mailed when the
// webhook license.approved arrives. It can be killed at any moment: each order gets
// exactly one code, because the number of the order is the Idempotency-Key.
//
//   SEALWRIGHT_URL, SEALWRIGHT_KEY_ID, SEALWRIGHT_SECRET   the center and the access key
//   WEBHOOK_SECRET                                         of the endpoint http://HOST:PORT/hook
//   TEMPLATE_GUID                                          the template of what is sold
//   SHOP_PORT, SHOP_FILE                                   where to listen, and the order book
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { openBook } from './book.mjs'
import { Refused, write } from './sealwright.mjs'

const { env } = process
const book = openBook(env.SHOP_FILE ?? 'orders.jsonl')
const hook = new Webhook(env.WEBHOOK_SECRET)
const center = { url: env.SEALWRIGHT_URL, keyId: env.SEALWRIGHT_KEY_ID, secret: env.SEALWRIGHT_SECRET }

/** The status of a license that waits for approval. */
const IN_APPROVAL = 15
/** What the order book keeps of an event. */
const FACTS = { 'license.issued': 'heard', 'license.approved': 'approved', 'license.rejected': 'rejected' }

const AT_ONCE = 8
const waiting = []
let running = 0

/** Works on a few orders at a time: a thousand at once would only wait for each other. */
function work() {
  while (running < AT_ONCE && waiting.length > 0) {
    running += 1
    void fulfill(waiting.shift()).finally(() => {
      running -= 1
      work()
    })
  }
}

/** Gets the code of an order. Called again after a restart for orders without a code. */
async function fulfill({ number }) {
  const payload = { templateGuids: [env.TEMPLATE_GUID], count: 1, remark: `order ${number}` }
  try {
    const { codes, licenses, status } = await write(center, '/api/v1/licenses/issue', payload, `order-${number}`)
    book.write({ type: 'got', number, code: codes[0], license: licenses[0].guid, isWaiting: status === IN_APPROVAL })
    deliver(number)
  } catch (error) {
    // A person must look at it, for example because the balance is used up. The order stays open.
    if (!(error instanceof Refused)) throw error
    console.error(`order ${number}: ${error.message}`)
  }
}

/** Mails the code of an order, unless its license still waits for approval: nobody can use that code yet. */
function deliver(number) {
  const { state, email, code, isWaiting, isApproved } = book.orders.get(number) ?? {}
  if (state !== 'got' || (isWaiting && !isApproved)) return
  mail(email, `Thank you! Your license code: ${code}`)
  book.write({ type: 'mailed', number })
}

/** This example only prints the mail; the order book keeps the code. */
function mail(to, text) {
  if (env.SHOP_MAIL !== 'off') console.log(`mail to ${to}: ${text}`)
}

/** The same event can arrive twice. Its id is the same then. */
function hear(headers, body) {
  const event = hook.verify(body, headers)
  const id = headers['webhook-id']
  const type = FACTS[event.type]
  if (type === undefined || book.heard.has(id)) return
  const { guid, remark } = event.data.license
  const [, number = null] = /^order (.+)$/.exec(remark ?? '') ?? []
  book.write({ type, id, license: guid, number })
  deliver(number)
}

/** An order is confirmed once it has a code and the center has told of its license. */
const shown = (order) => ({ ...order, isConfirmed: order.confirmedBy?.includes(order.license) ?? false })

const PAGE = `<!doctype html><html lang="en"><title>Shop</title><h1>Compass, for ever</h1>
<form id="form"><input id="email" type="email" required aria-label="E-mail"> <button>Buy</button></form>
<p id="told" role="status"></p>
<script>
  const number = crypto.randomUUID()
  form.onsubmit = async (event) => {
    event.preventDefault()
    const body = JSON.stringify({ number, email: email.value })
    told.textContent = (await fetch('/orders', { method: 'POST', body })).ok ? 'Thank you!' : 'Please try again.'
  }
</script>`

const ROUTES = {
  // The number comes from the page, so that an order sent twice is one order.
  'POST /orders'(_headers, body) {
    const { number, email } = JSON.parse(body)
    // The number becomes an Idempotency-Key, which is a header.
    const isNumber = typeof number === 'string' && /^[\w-]{1,64}$/.test(number)
    if (!isNumber || typeof email !== 'string') throw new Error('number and email are needed')
    if (!book.orders.has(number)) {
      book.write({ type: 'ordered', number, email })
      waiting.push({ number })
      work()
    }
    return shown(book.orders.get(number))
  },
  'GET /orders': () => ({ orders: [...book.orders.values()].map(shown), foreign: book.foreign }),
  'POST /hook'(headers, body) {
    hear(headers, body)
    return {}
  },
  'GET /': () => PAGE,
}

const server = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  try {
    const route = ROUTES[`${request.method} ${request.url}`]
    if (!route) return response.writeHead(404).end()
    const answer = route(request.headers, Buffer.concat(parts).toString())
    const isPage = typeof answer === 'string'
    response.writeHead(200, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json' })
    return response.end(isPage ? answer : JSON.stringify(answer))
  } catch (error) {
    // A wrong signature or a broken order.
    return response.writeHead(400).end(String(error.message))
  }
})
server.listen(Number(env.SHOP_PORT ?? 3000), '127.0.0.1', () => console.log(`shop at ${server.address().port}`))

// What an earlier run has left.
for (const { number } of book.orders.values()) deliver(number)
waiting.push(...[...book.orders.values()].filter(({ state }) => state === 'ordered'))
work()
