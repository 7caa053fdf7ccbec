// Text messages, sent as one HTTP POST to a gateway of the platform operator's choice. The gateway owns the provider's
// own protocol.
const TIMEOUT_MS = 10_000

export interface SmsGateway {
  /** Resolves when the gateway has accepted the message. A retry of a message has the same id. */
  send(message: { id: string; to: string; text: string }): Promise<void>
}

/** The error of `fetch` says only that it failed. The reason is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** A gateway that takes `{to, text}` as JSON and answers 2xx when it accepts the message. */
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
        // A redirect would send the number and the code to a host that nobody configured.
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
