// Tests the SDK as vendors get it: packed, installed by npm outside of the repository, and run by plain Node.
// The program and the snippets come from the guide itself. `UPDATE=1` rewrites the reference page.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { PROOF_HEADER, pcLicenseCalls, signingKeyCalls } from '@sealwright/contract'
import { DONGLE_REASONS, OFFLINE_REASONS } from '@sealwright/sdk'
import { createProgram, createTestCenter, createVendor } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, compile, textOf } from './sdk-declarations.ts'
import { packSdk } from './sdk-pack.ts'
import type { SdkArchive } from './sdk-pack.ts'
import { sdkReference } from './sdk-reference.ts'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-packed-'))
const installed = join(folder, 'node_modules/@sealwright/sdk')
const guide = readFileSync(join(ROOT, 'docs/guide/sdk.md'), 'utf8')
const dongleGuide = readFileSync(join(ROOT, 'docs/guide/dongle-sdk.md'), 'utf8')
const blocks = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1] ?? '')

let archive: SdkArchive
beforeAll(async () => {
  archive = await packSdk()
  writeFileSync(join(folder, archive.fileName), archive.content)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const quiet = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')]
  await promisify(execFile)('npm', ['install', `./${archive.fileName}`, ...quiet], { cwd: folder })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a file there, as a vendor would. The package must be JavaScript: Node strips no types in node_modules. */
async function run(file: string, source: string, ...args: string[]) {
  writeFileSync(join(folder, file), source)
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    XDG_STATE_HOME: join(folder, 'state'),
    HOME: folder,
    LOCALAPPDATA: folder,
  }
  return promisify(execFile)(process.execPath, [file, ...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      stdout: error.stdout,
      stderr: error.stderr,
    }),
  )
}

describe('the packed SDK', () => {
  it('imports only Node built-ins and contains only its own files', () => {
    expect(readdirSync(installed).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'index.cjs',
      'index.d.cts',
      'index.d.mts',
      'index.mjs',
      'package.json',
    ])
    const modules = ['index.mjs', 'index.cjs'].flatMap((file) =>
      [
        ...readFileSync(join(installed, file), 'utf8').matchAll(
          /\bfrom\s*"([^"]+)"|\b(?:require|import)\(\s*["'`]?([^"'`)]+)/g,
        ),
      ].map((match) => match[1] ?? match[2]),
    )
    expect(modules.length).toBeGreaterThan(10)
    expect(modules.filter((name) => !name?.startsWith('node:'))).toEqual([])
    const packageOf = (place: string) =>
      JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Record<string, unknown> // our own files
    const { version } = packageOf(join(ROOT, 'packages/sdk'))
    const told = packageOf(installed)
    expect(told).toMatchObject({ name: '@sealwright/sdk', version, main: './index.cjs', module: './index.mjs' })
    expect(told).not.toHaveProperty('dependencies')
    expect(archive).toMatchObject({ fileName: `sealwright-sdk-${String(version)}.tgz`, version })
  })

  const CREATE =
    'createSealwright({ url: "http://localhost:9", developerId: 4711, apiPassword: "x", ' +
    'rootKey: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" })' +
    '.then((one) => { console.log(one.status().refusal.type); one.close() })'
  it.each([
    ['import', 'load.mjs', `import { createSealwright } from '@sealwright/sdk'\n${CREATE}`],
    ['require', 'load.cjs', `const { createSealwright } = require('@sealwright/sdk')\n${CREATE}`],
  ])('loads with %s in plain Node', async (_way, file, source) => {
    expect(await run(file, source)).toEqual({ code: 0, stdout: 'NOT_ACTIVATED\n', stderr: '' })
  })

  it('declares everything that the guide and the README use, for import and for require', () => {
    // The guide's snippets continue its program.
    const opening =
      "import { createSealwright } from '@sealwright/sdk'\n" +
      "const built = { url: '', developerId: 1, apiPassword: '', rootKey: '' }\n" +
      'async function snippet() {\nconst sealwright = await createSealwright(built)\n'
    const snippets = blocks(guide, 'ts').map((snippet) => `${opening}${snippet}}\nvoid snippet\nexport {}\n`)
    expect(snippets.length).toBeGreaterThan(3)
    const files = [
      ...snippets.flatMap(
        (source, n) =>
          [
            [`snippet-${n}.mts`, source],
            [`snippet-${n}.cts`, source],
          ] as const,
      ),
      ...blocks(dongleGuide, 'ts').map((source, n) => [`dongle-${n}.mts`, source] as const),
      ['readme.mts', blocks(readFileSync(join(installed, 'README.md'), 'utf8'), 'ts').join('\n')] as const,
    ]
    for (const [file, source] of files) writeFileSync(join(folder, file), source)
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: 'nodenext',
          target: 'es2024',
          types: ['node'],
          skipLibCheck: false,
        },
        files: files.map(([file]) => file),
      }),
    )
    expect(compile(['-p', folder])).toBe('')
  })
})

describe('the guide', () => {
  let center: TestCenter
  beforeAll(async () => {
    center = await createTestCenter()
  })
  afterAll(() => center.close())

  it('has a program that runs unchanged: activation, a second run, and a refusal after a lock', async () => {
    const vendor = await createVendor(center)
    const { apiPassword } = await createProgram(center, vendor)
    const { rootKey } = await vendor.call(signingKeyCalls.find, {})
    const {
      licenses: [issued],
    } = await vendor.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await vendor.pcTemplate('sn', { modules: [{ moduleId: 1 }] })],
    })
    writeFileSync(
      join(folder, 'program-keys.json'),
      JSON.stringify({ developerId: vendor.developerId, apiPassword, rootKey }),
    )
    // The test center has no port, so this server forwards the program's requests to it.
    const pass = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request)
      const headers = Object.entries(request.headers).filter(
        (header): header is [string, string] =>
          typeof header[1] === 'string' &&
          !['connection', 'content-length', 'host', 'transfer-encoding'].includes(header[0]),
      )
      const answer = await center.fetch(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(body !== '' && { body }),
      })
      const [type, proof] = ['content-type', PROOF_HEADER].map((name) => answer.headers.get(name) ?? '')
      response.writeHead(answer.status, { 'content-type': type, [PROOF_HEADER]: proof }).end(await answer.text())
    }
    const door = createServer((request, response) => void pass(request, response))
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = door.address() as AddressInfo // it listens on a port
      const [program = ''] = blocks(guide, 'js')
      const paint = (...args: string[]) =>
        run('paint.mjs', program.replace('http://localhost:8080', `http://127.0.0.1:${port}`), ...args)
      expect(await paint()).toMatchObject({ code: 1, stderr: expect.stringContaining('NOT_ACTIVATED') as string })
      const licensed = {
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/^Licensed .+; without a network until .+\nModule 1 is licensed\n$/) as string,
      }
      expect(await paint(issued?.serial ?? '')).toEqual(licensed)
      expect(await paint()).toEqual(licensed)
      await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid: issued?.guid ?? '', reason: '欠款' })
      const told = /`(LOCKED: [^`]+)`/.exec(guide)?.[1]
      expect(await paint()).toEqual({ code: 1, stdout: '', stderr: `${told}\n` })
    } finally {
      await new Promise((resolve) => door.close(resolve))
    }
  })

  it.each([
    ['the SDK', guide, OFFLINE_REASONS],
    ['dongles', dongleGuide, DONGLE_REASONS],
  ])('lists exactly the refusals of %s', (_whose, page, reasons) => {
    const table = /^## Refusals\n([\s\S]*?)^## /m.exec(page)?.[1] ?? ''
    expect([...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((row) => row[1])).toEqual([...reasons])
  })
})

it('a comment keeps its paragraphs and lists, and no stars', () => {
  const comment = '\n * It must\n * guarantee:\n *\n * - one\n *   thing\n * - another\n *\n * Always.\n '
  expect(textOf(comment)).toBe('It must guarantee:\n\n- one thing\n- another\n\nAlways.')
})

it("the committed reference matches the SDK's declarations", () => {
  const file = join(ROOT, 'docs/guide/sdk-reference.md')
  const made = sdkReference()
  if (process.env['UPDATE']) writeFileSync(file, made)
  expect(readFileSync(file, 'utf8')).toBe(made)
})
