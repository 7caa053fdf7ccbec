// The examples of the guide for the open API, run as they are printed, against a center on a real port.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pcLicenseCalls, productCalls } from '@sealwright/contract'
import { createAccessKey, createTestCenter, createVendor, productPayload } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const GUIDE = join(import.meta.dirname, '../../../../../docs/guide/open-api.md')
const RUNNERS = { sh: 'sh', js: process.execPath, python: 'python3' }
const ENDINGS = { sh: 'sh', js: 'mjs', python: 'py' }

let center: TestCenter
let vendor: Vendor
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
  for (const name of ['罗盘', '灯塔']) await vendor.call(productCalls.create, productPayload({ name }))
  const { keyId, secret } = await createAccessKey(center, vendor)
  folder = await mkdtemp(join(tmpdir(), 'sealwright-examples-'))
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    PYTHONIOENCODING: 'utf-8',
    SEALWRIGHT_URL: await center.center.app.listen({ port: 0, host: '127.0.0.1' }),
    SEALWRIGHT_KEY_ID: keyId,
    SEALWRIGHT_SECRET: secret,
    TEMPLATE_GUID: await vendor.pcTemplate('sn'),
  }
})
afterAll(async () => {
  await center.close()
  await rm(folder, { recursive: true, force: true })
})

async function runExample(language: keyof typeof RUNNERS): Promise<string> {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]+?)^\`\`\``, 'm').exec(await readFile(GUIDE, 'utf8')) ?? []
  if (code === undefined) throw new Error(`the guide has no example in ${language}`)
  const file = join(folder, `example.${ENDINGS[language]}`)
  await writeFile(file, code)
  return (await run(RUNNERS[language], [file], { env })).stdout
}

const hasCurl = spawnSync('curl', ['--version']).status === 0

it.skipIf(!hasCurl)('curl gets a page of products', async () => {
  const { rows } = JSON.parse(await runExample('sh')) as { rows: { name: string }[] } // the answer
  expect(rows.map(({ name }) => name)).toEqual(['灯塔', '罗盘', '星图'])
})

it('JavaScript reads a list to its end', async () => {
  expect((await runExample('js')).trim().split('\n')).toEqual(['灯塔', '罗盘', '星图'])
})

it('Python issues two codes, and the same two when it is repeated', async () => {
  const first = await runExample('python')
  expect(first.trim().split('\n')).toHaveLength(2)
  expect(await runExample('python')).toBe(first)
  const { rows } = await vendor.call(pcLicenseCalls.find, { kind: 'sn', source: 'openApi' })
  expect(rows.map(({ serial }) => serial).toSorted()).toEqual(first.trim().split('\n').toSorted())
})
