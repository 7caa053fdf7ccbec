// The first activation of a program, as code with the values of the developer.
export const SNIPPET_LANGUAGES = ['javascript', 'python', 'curl'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

export interface BuiltValues {
  url: string
  developerId: string
  rootKey: string
  exchangeKey: string
  apiPassword: string
}

const CODE = 'XXXX-XXXX-XXXX-XXXX'
/** The file that the SDK, the demo program and `npm run platform -- program-keys` use. */
export const KEYS_FILE = 'program-keys.json'

/** The content of the file. The address of the center is not in it: it can change. */
export const keysFile = ({ developerId, apiPassword, rootKey, exchangeKey }: Omit<BuiltValues, 'url'>) =>
  `${JSON.stringify({ developerId: Number(developerId), apiPassword, rootKey, exchangeKey }, null, 2)}\n`

const javascript = ({
  url,
  developerId,
  apiPassword,
  rootKey,
}: BuiltValues) => `import { createSealwright } from '@sealwright/sdk'

const sealwright = await createSealwright({
  url: '${url}',
  developerId: ${developerId},
  apiPassword: '${apiPassword}',
  rootKey: '${rootKey}',
})
await sealwright.activate('${CODE}')
console.log(sealwright.requireLicense().expiresAt)
sealwright.close()
`

const python = ({ url, developerId, apiPassword }: BuiltValues) => `import json
import platform
import urllib.error
import urllib.request
import uuid

request = urllib.request.Request(
    "${url}/runtime/v1/activate",
    data=json.dumps({
        "developerId": ${developerId},
        "code": "${CODE}",
        "machine": {"fingerprint": f"{uuid.getnode():012x}", "name": platform.node()},
    }).encode(),
    headers={"Authorization": "Bearer ${apiPassword}", "Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request) as answer:
        print(json.load(answer)["lease"])
except urllib.error.HTTPError as refusal:
    print(refusal.read().decode())
`

const curl = ({ url, developerId, apiPassword }: BuiltValues) => `curl ${url}/runtime/v1/activate \\
  -H 'Authorization: Bearer ${apiPassword}' \\
  -H 'Content-Type: application/json' \\
  -d '{"developerId":${developerId},"code":"${CODE}","machine":{"fingerprint":"0123456789ab","name":"desk-one"}}'
`

const WRITTEN: Record<SnippetLanguage, (values: BuiltValues) => string> = { javascript, python, curl }

export const snippetOf = (language: SnippetLanguage, values: BuiltValues) => WRITTEN[language](values)
