// The HTTP routes of the payment center that are not calls: the console's form begins a payment in a new window,
// providers send their callbacks, and UnionPay returns the payer with a form. Only here is the session handle read from
// a form field, together with the cookie, because a form has no headers.
import { ERRORS, PAYMENT_METHODS, PAYMENT_PATHS, topUpCalls } from '@sealwright/contract'
import type { ErrorName, Locale } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '../../../kernel/clock.ts'
import { isOutage } from '../../../kernel/db/database.ts'
import type { FindCaller } from '../../../kernel/http/context.ts'
import { accessGate, callerOf, originGate, suspensionGate, viewingGate } from '../../../kernel/http/gates.ts'
import { sendPlainPage } from '../../../kernel/http/plain-page.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { RateLimit } from '../../../kernel/http/rate-limit.ts'
import { askingOf, localeOf, privilegeLabel } from '../../../kernel/http/register-calls.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { leavingPage, refusalPage } from './payment-page.ts'
import type { PaymentCenter } from './payment.service.ts'

/** The console's page of top-ups, to which providers return payers. */
const TOP_UP_PAGE = '/billing/topUp'

export interface PaymentRoutesDeps {
  clock: Clock
  ids: Ids
  languages: Record<Locale, Sentences>
  center: PaymentCenter
  findCaller: FindCaller
  rateLimit: RateLimit
  callsPerMinute: number
  publicUrl: string | undefined
}

/** Calls answer refusals with HTTP 200; a page has a matching status. */
const STATUSES: Partial<Record<ErrorName, number>> = {
  'session.expired': 401,
  'platform.noPermission': 403,
  'access.viewOnly': 403,
  'developer.suspended': 403,
  'platform.wrongOrigin': 403,
  'topUp.notFound': 404,
  'topUp.stateForbids': 409,
  'topUp.providerFailed': 503,
}
const statusOf = (error: ErrorName) => STATUSES[error] ?? (ERRORS[error].status === 200 ? 400 : ERRORS[error].status)

/** The guid of the top-up in an address. */
const guidIn = (query: URLSearchParams) => z.safeParse(topUpCalls.get.payload, { guid: query.get('guid') }).data?.guid

const initFields = z.object({ url: z.string().check(z.maxLength(500)), developer: z.string() })

const isClientsFault = (error: unknown) => {
  const { statusCode } = error as { statusCode?: unknown } // anything can be thrown
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (isClientsFault(error)) return new Refusal('platform.unreadableBody')
  request.log.error({ err: error }, 'the payment center failed')
  return isOutage(error)
    ? new Refusal('platform.unavailable')
    : new Refusal('platform.systemError', { params: { requestId: request.id } })
}

/** A form cannot send the language of the page, but the account has one. */
const readerOf = (request: FastifyRequest): Locale => request.caller?.locale ?? localeOf(request)

/** Shows a page for a reason that is not in the error catalog. */
class Stay extends Error {
  readonly status: number
  readonly phrase: 'billing.payment.notOurs' | 'billing.payment.expired'

  constructor(status: number, phrase: Stay['phrase']) {
    super(phrase)
    this.status = status
    this.phrase = phrase
  }
}

export function registerPaymentRoutes(
  app: FastifyInstance,
  { clock, ids, languages, center, findCaller, rateLimit, callsPerMinute, publicUrl }: PaymentRoutesDeps,
): void {
  function limit(request: FastifyRequest) {
    const wait = rateLimit.take(networkOf(request.ip), callsPerMinute)
    if (wait > 0) throw new Refusal('platform.tooFrequent', { params: { seconds: wait } })
  }

  /**
   * Reads the top-up and the return address. The address must be a page of the center under its public URL or under the
   * host that the browser used.
   */
  function destinationOf(request: FastifyRequest, url: string): { guid: string; returnUrl: string } {
    const asked = URL.canParse(url) ? new URL(url) : undefined
    const isOurs =
      asked &&
      (asked.origin === (publicUrl && new URL(publicUrl).origin) ||
        (/^https?:$/.test(asked.protocol) && asked.host === request.headers.host))
    const guid = asked && guidIn(asked.searchParams)
    if (!asked || !isOurs || asked.pathname !== TOP_UP_PAGE || !guid) throw new Stay(400, 'billing.payment.notOurs')
    return { guid, returnUrl: `${asked.origin}${TOP_UP_PAGE}?guid=${guid}` }
  }

  void app.register(async (routes) => {
    routes.setErrorHandler((error: unknown, request, reply) => {
      const locale = readerOf(request)
      const say = languages[locale]
      const stay = error instanceof Stay ? error : refusalOf(error, request)
      if (stay instanceof Refusal && stay.error === 'platform.tooFrequent')
        void reply.header('retry-after', String(stay.params['seconds'] ?? 1))
      const why = stay instanceof Stay ? say(stay.phrase) : errorSentence(say, stay.error, stay.params)
      return sendPlainPage(
        reply,
        stay instanceof Stay ? stay.status : statusOf(stay.error),
        refusalPage(
          locale,
          { title: say('billing.payment.stays'), why, back: say('billing.payment.back') },
          TOP_UP_PAGE,
        ),
      )
    })

    routes.post(
      PAYMENT_PATHS.init,
      {
        onRequest: async (request) => {
          limit(request)
          originGate(request, publicUrl)
        },
      },
      async (request, reply) => {
        request.startedAt = clock.now()
        const { success, data } = z.safeParse(initFields, request.body)
        if (!success) throw new Refusal('platform.unreadableBody')
        request.caller = await callerOf(findCaller, request, data.developer, request.startedAt, false)
        const locale = readerOf(request)
        const say = languages[locale]
        // The same rights as for creating a top-up.
        accessGate(topUpCalls.create, request.caller, privilegeLabel(say))
        viewingGate(topUpCalls.create, request.caller)
        suspensionGate(topUpCalls.create, request.caller)
        const { caller } = request
        if (!caller) throw new Refusal('session.expired')
        const { guid, returnUrl } = destinationOf(request, data.url)
        const departure = await center.begin(
          { caller, asking: askingOf(request, publicUrl), ids, say, call: { name: 'payment.init' } },
          guid,
          returnUrl,
        )
        if (!departure) throw new Stay(409, 'billing.payment.expired')
        // Redirect to our own pages only: browsers apply the form-action policy of the page to every redirect of its
        // form.
        if (departure.kind === 'redirect' && departure.url.startsWith('/')) return reply.redirect(departure.url, 303)
        return sendPlainPage(
          reply,
          200,
          leavingPage(locale, { title: say('billing.payment.leaves'), go: say('billing.payment.go') }, departure),
        )
      },
    )

    // UnionPay returns the payer with a form. Its fields are ignored: a browser could have changed them.
    routes.post(TOP_UP_PAGE, { onRequest: async (request) => limit(request) }, async (request, reply) => {
      const queryAt = request.url.indexOf('?')
      const guid = guidIn(new URLSearchParams(queryAt < 0 ? '' : request.url.slice(queryAt + 1)))
      return reply.redirect(guid ? `${TOP_UP_PAGE}?guid=${guid}` : TOP_UP_PAGE, 303)
    })
  })

  void app.register(async (routes) => {
    // Providers read no pages. The status makes them retry.
    routes.setErrorHandler((error: unknown, request, reply) =>
      reply
        .code(statusOf(refusalOf(error, request).error))
        .type('text/plain; charset=utf-8')
        .send(''),
    )

    for (const method of PAYMENT_METHODS) {
      const provider = center.providerOf(method)
      if (!provider) continue
      routes.post(
        `${PAYMENT_PATHS.notify}${method}`,
        { onRequest: async (request) => limit(request) },
        async (request, reply) => {
          const fields = z.safeParse(z.record(z.string(), z.string()), request.body)
          const news = fields.success ? await provider.readCallback(fields.data) : undefined
          const isTaken = news !== undefined && (await center.takeCallback(method, news))
          if (!isTaken)
            request.log.warn(
              { method, reason: news ? 'unknown serial' : 'not verified' },
              'a callback from a payment provider was refused',
            )
          return reply
            .code(isTaken ? 200 : 400)
            .type('text/plain; charset=utf-8')
            .send(isTaken ? provider.acknowledgement.taken : provider.acknowledgement.refused)
        },
      )
    }
  })
}
