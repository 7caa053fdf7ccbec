// Generates the OpenAPI 3.1 document from the calls. Only its frame is written by hand.
import * as z from 'zod/mini'
import { problemType } from '../domains/runtime-reasons.ts'
import { NONCE, NONCE_HEADER, PROOF_HEADER } from '../domains/runtime-tokens.ts'
import { WEBHOOK_BODIES, WEBHOOK_HEADERS, webhookBody, webhookExample } from '../domains/webhook-bodies.ts'
import { WEBHOOK_TYPES } from '../domains/webhook.ts'
import type { WebhookType } from '../domains/webhook.ts'
import { ERRORS } from '../errors.ts'
import {
  OPEN_CALLS,
  SIGNATURE_HEADERS,
  isList,
  openAnswer,
  openPayload,
  openProblemType,
  openStatus,
} from '../open-api.ts'
import type { OpenCall } from '../open-api.ts'
import { isRuntime } from './call.ts'
import type { Call } from './call.ts'
import { isOneOrMore } from './wire.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The JSON schema of what a caller sends or gets. */
export function schemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (!isOneOrMore(zodSchema)) return
      const { type, items, maxItems } = jsonSchema
      for (const key of ['type', 'items', 'maxItems'] as const) delete jsonSchema[key]
      jsonSchema.anyOf = [items as z.core.JSONSchema.BaseSchema, { type, items, maxItems }] // one schema for all items
    },
  })
  return rest as Json // a JSON schema is JSON
}

function envelope(answer: Json): Json {
  return {
    type: 'object',
    required: ['code', 'desc', 'data'],
    properties: { code: { type: 'integer', description: '0 means success.' }, desc: { type: 'string' }, data: answer },
  }
}

const ACCESS_TEXT: Record<Call['access']['kind'], string> = {
  open: 'Open to anyone.',
  pending: 'Requires a session. Its sign-in may still be incomplete.',
  session: 'Requires a session.',
  person: 'Requires a completed sign-in, also of an account without a developer (`forProgram`).',
  super: 'Requires a session of the super administrator.',
  program: 'Requires the API password of the developer in the request.',
  privilege: 'Requires a session with the privilege',
  pendingOperator: 'Requires a session of a platform operator. Its sign-in may still be incomplete.',
  operator: 'Requires a session of a platform operator',
}

function accessText({ access }: Call): string {
  const text = ACCESS_TEXT[access.kind]
  const names = 'anyOf' in access ? access.anyOf.map((name) => `\`${name}\``).join(' or ') : ''
  if (access.kind === 'operator') return names === '' ? `${text}.` : `${text} with the privilege ${names}.`
  return access.kind === 'privilege' ? `${text} ${names}.` : text
}

const PROVEN: Json = { [PROOF_HEADER]: { $ref: '#/components/headers/Proof' } }

function operation(call: Call): Json {
  const payload = schemaOf(call.payload)
  const properties = (payload as { properties?: Record<string, Json> }).properties ?? {} // payloads are objects
  const required = (payload as { required?: string[] }).required ?? [] // the same object
  const isProblem = isRuntime(call)
  const errors = call.errors
    .map((name) =>
      isProblem ? `\`${problemType(name)}\` (${ERRORS[name].status})` : `\`${ERRORS[name].code}\` ${name}`,
    )
    .join(', ')
  return {
    operationId: call.name,
    tags: [domainTag(call)],
    summary: call.summary,
    description: [
      accessText(call),
      call.idempotent ? 'Honors `Idempotency-Key`.' : '',
      call.sensitive ? 'Requires a recent password confirmation (`/session/confirm.do`).' : '',
      errors ? `Refusals specific to this call: ${errors}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    security:
      call.access.kind === 'open'
        ? []
        : call.access.kind === 'program'
          ? [{ apiPassword: [] }]
          : [{ sessionHandle: [], sessionCookie: [] }],
    ...((call.carriage === 'query' || call.queryFields || isProblem) && {
      parameters: [
        ...Object.entries(properties)
          .filter(([name]) => call.queryFields?.includes(name) ?? call.carriage === 'query')
          .map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
        ...(isProblem ? [{ $ref: '#/components/parameters/Nonce' }] : []),
      ],
    }),
    ...(call.carriage === 'body' && {
      requestBody: {
        required: required.length > 0,
        content: Object.fromEntries(
          (isProblem
            ? ['application/json']
            : call.sends === 'multipart'
              ? ['multipart/form-data']
              : ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data']
          ).map((type) => [type, { schema: payload }]),
        ),
      },
    }),
    responses: {
      '200': call.streams
        ? {
            description:
              call.streams === 'file'
                ? 'The file. A refusal is an envelope instead.'
                : 'Server-sent events. A refusal is an envelope instead.',
            content:
              call.streams === 'file'
                ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
                : { 'text/event-stream': { schema: schemaOf(call.answer) } },
          }
        : (call.bare ?? isProblem)
          ? {
              description: 'The answer, without an envelope.',
              ...(isProblem && { headers: PROVEN }),
              content: { 'application/json': { schema: schemaOf(call.answer) } },
            }
          : {
              description: 'The envelope: code 0 with the answer, or the code of a refusal.',
              content: { 'application/json': { schema: envelope(schemaOf(call.answer)) } },
            },
      ...(isProblem && {
        default: {
          description: 'A refusal.',
          headers: PROVEN,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      }),
    },
  }
}

const PROBLEM: Json = {
  description: 'A refusal, as a problem document.',
  headers: {
    'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
    'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
    'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
  },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** A call of the open API. */
function openOperation(open: OpenCall): Json {
  const { resource, verb, call } = open
  const errors = call.errors.map((name) => `\`${openProblemType(name)}\` (${openStatus(name)})`).join(', ')
  const { access } = call
  return {
    operationId: `open.${resource}.${verb}`,
    tags: [tagOf(open)],
    summary: call.summary,
    description: [
      access.kind === 'privilege'
        ? `Requires an access key with the privilege ${access.anyOf.map((name) => `\`${name}\``).join(' or ')}.`
        : 'Requires an access key.',
      isList(call) ? 'A list: repeat the call with `nextCursor` as `cursor` until it is null.' : '',
      errors ? `Refusals specific to this call: ${errors}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    security: [{ accessKey: [], accessTime: [], accessNonce: [], accessSignature: [] }],
    ...(call.effect === 'write' &&
      !call.streams && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
    requestBody: { content: { 'application/json': { schema: schemaOf(openPayload(open)) } } },
    responses: {
      '200': call.streams
        ? {
            description: 'The file.',
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          }
        : {
            description: 'The answer, without an envelope.',
            content: { 'application/json': { schema: schemaOf(openAnswer(open)) } },
          },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** What the center sends to the webhooks of a developer. */
const webhook = (type: WebhookType): Json => ({
  post: {
    operationId: `webhook.${type}`,
    // The reference lists webhooks by their summaries, and a receiver looks for the name of the event.
    summary: type,
    description:
      `${WEBHOOK_BODIES[type].summary} Signed as [Standard Webhooks](https://www.standardwebhooks.com) says. ` +
      'Accept fields that are new to you.',
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(webhookBody(type)), example: webhookExample(type) } },
    },
    responses: {
      '2XX': { description: 'The event has arrived.' },
      '410': { description: 'Disables the webhook.' },
      default: { description: 'The event is sent again later.' },
    },
  },
})

const tagOf = ({ resource }: OpenCall) => `Open API: ${resource}`
const isForPrograms = ({ path }: Call) => path.startsWith('/runtime/v1')
const domainTag = (call: Call) => (isForPrograms(call) ? `Programs: ${call.domain}` : call.domain)
const distinct = (names: readonly string[]) => [...new Set(names)]

const signatureHeader = (name: string, description: string): Json => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

export function openApiDocument(calls: readonly Call[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  // Readers of the reference write programs: the calls for them come first, those of the console last.
  const [forPrograms, forConsole] = [calls.filter(isForPrograms), calls.filter((call) => !isForPrograms(call))]
  for (const open of OPEN_CALLS) paths[open.path] = { post: openOperation(open) }
  for (const call of [...forPrograms, ...forConsole])
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call)
  const groups = [
    { name: 'Open API', tags: distinct(OPEN_CALLS.map(tagOf)) },
    { name: 'Programs', tags: distinct(forPrograms.map(domainTag)) },
    { name: 'Console', tags: distinct(forConsole.map(domainTag)) },
  ]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sealwright',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Calls with a path that ends in `.do` answer `{code, desc, data}`. If the payload is invalid, `data.fields` ' +
        'is `[{path, rule, message}]`. Calls under `/runtime/v1` answer plain JSON and refuse with problem documents ' +
        '(RFC 9457). Calls under `/api/v1` are the open API: they are signed with an access key, take and answer ' +
        'plain JSON, and refuse with problem documents. Times are ISO 8601 in UTC. Amounts of money are in fen.',
    },
    servers: [{ url: '/' }],
    tags: groups.flatMap(({ tags }) => tags.map((name) => ({ name }))),
    'x-tagGroups': groups,
    paths,
    webhooks: Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, webhook(type)])),
    components: {
      securitySchemes: {
        sessionHandle: { type: 'apiKey', in: 'header', name: 'X-Session-Id' },
        apiPassword: {
          type: 'http',
          scheme: 'bearer',
          description: "The developer's API password, in hexadecimal.",
        },
        accessKey: signatureHeader(SIGNATURE_HEADERS.key, 'The id of the access key.'),
        accessTime: signatureHeader(SIGNATURE_HEADERS.time, 'Seconds since 1970.'),
        accessNonce: signatureHeader(SIGNATURE_HEADERS.nonce, 'A random value, new for each request.'),
        accessSignature: signatureHeader(
          SIGNATURE_HEADERS.signature,
          'Base64 of the HMAC-SHA256, under the secret of the key, of these lines: method, path with query, SHA-256 ' +
            'of the body in hexadecimal, time, nonce.',
        ),
        sessionCookie: { type: 'apiKey', in: 'cookie', name: 'sw_session_<first 12 characters of the handle>' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 128 },
          description: 'A repeated call with the same key is not run again. It gets the answer of the first one.',
        },
        Nonce: {
          name: NONCE_HEADER,
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: NONCE.source },
          description: 'A random value, new for each request. With it, the answer carries a proof.',
        },
      },
      responses: { Problem: PROBLEM },
      headers: {
        RateLimitLimit: { schema: { type: 'integer' }, description: 'Calls per minute of the access key.' },
        RateLimitRemaining: { schema: { type: 'integer' }, description: 'Calls that are possible now.' },
        RateLimitReset: { schema: { type: 'integer' }, description: 'Seconds until all calls are possible again.' },
        Proof: {
          schema: { type: 'string' },
          description:
            "A JWS by the developer's signing key over the nonce, the path, the SHA-256 of both bodies, the status " +
            'and the time. Present if the request has a nonce and its developer id, API password and rate are ' +
            'accepted.',
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail'],
          properties: {
            type: { type: 'string', description: 'Stable identifier of the refusal, for use by programs.' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string', description: 'The reason, for the user of the program.' },
            fix: { type: 'string', description: 'What the user can do about it.' },
            reason: {
              type: 'string',
              description: 'What an administrator wrote when taking the seat back. Show it as plain text.',
            },
            code: { type: 'integer' },
            clientStatus: { type: 'integer' },
            retryAfter: { type: 'integer', description: 'Seconds to wait before the next attempt.' },
            fields: {
              type: 'array',
              items: {
                type: 'object',
                properties: { path: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
        Refusal: {
          type: 'object',
          required: ['code', 'desc'],
          properties: {
            code: { type: 'integer', enum: Object.values(ERRORS).map((entry) => entry.code) },
            desc: { type: 'string' },
            data: {
              type: ['object', 'null'],
              properties: {
                fields: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: { path: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  }
}
