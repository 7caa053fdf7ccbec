// Text messages: handed to a gateway of the operator's choice as one HTTP POST. What the gateway speaks beyond that is
// behind it.
const TIMEOUT_MS = 10_000

export interface SmsGateway {
  /** Resolves once the gateway took the message. The id is the same when the same message is tried again. */
  send(message: { id: string; to: string; text: string }): Promise<void>
}

/** `fetch` says only that it failed; why is what caused it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** A gateway that takes `{to, text}` as JSON and answers 2xx when it did. */
export function createHttpSmsGateway({ url, token }: { url: string; token: string | undefined }): SmsGateway {
  return {
    async send({ id, to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text }),
        // A redirect would carry the number and the code to somewhere that nobody configured.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) =>
        Promise.reject(new Error(`the SMS gateway could not be reached: ${reasonOf(error)}`, { cause: error })),
      )
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    },
  }
}
