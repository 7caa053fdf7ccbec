// The command against a center on a real PostgreSQL: what people and scripts see, and the exit codes.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OPEN_CALLS, accessKeyCalls, pcLicenseCalls, taskCalls } from '@sealwright/contract'
import { createAccessKey, createTestCenter, createVendor, productPayload } from '@sealwright/testkit'
import type { Integration, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { GENERAL } from './command-line.ts'
import { flagsOf, kebab } from './flags.ts'
import { summaryZh } from './summaries-zh.ts'
import { createCommandLine } from './terminal.fixture.ts'
import type { Told } from './terminal.fixture.ts'

const BIN = join(import.meta.dirname, '../bin/sealwright.mjs')
const ROOT = join(import.meta.dirname, '../../..')
const SCRIPT = join(ROOT, 'examples/command-line/issue-codes.sh')
const GUIDE = join(ROOT, 'docs/guide/command-line.md')
type CommandLine = Awaited<ReturnType<typeof createCommandLine>>

let center: TestCenter
let vendor: Vendor
let key: Integration
let template: string
let line: CommandLine
/** With the key in the environment. */
let env: Record<string, string>
const run = (...args: string[]): Promise<Told> => line.run(args, { env })
const json = async (...args: string[]) => {
  const { code, out, err } = await run(...args, '--json')
  if (code !== 0) throw new Error(err)
  return JSON.parse(out) as Record<string, never> // an answer
}

beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center, { yuan: 100_000 })
  key = await createAccessKey(center, vendor)
  template = await vendor.pcTemplate('sn')
  line = await createCommandLine(() => center)
  env = { SEALWRIGHT_URL: 'http://localhost', SEALWRIGHT_KEY_ID: key.keyId, SEALWRIGHT_SECRET: key.secret }
})
afterAll(async () => {
  await center.close()
  await rm(line.home, { recursive: true, force: true })
})

describe('help', () => {
  it('names every open call and every flag of it, without a key', async () => {
    const top = await line.run(['--help'])
    expect(top.code).toBe(0)
    for (const { resource, verb } of OPEN_CALLS) {
      expect(top.out).toContain(resource)
      expect(top.out).toContain(kebab(verb))
    }
    for (const open of OPEN_CALLS) {
      const { code, out } = await line.run([open.resource, kebab(open.verb), '--help'])
      expect(code).toBe(0)
      for (const flag of flagsOf(open)) expect(out).toMatch(new RegExp(`--(?:\\[no-\\])?${flag.name}\\b`))
    }
  })

  it('of no call has a flag that a general flag hides', () => {
    const hidden = OPEN_CALLS.flatMap((open) => flagsOf(open).filter(({ name }) => name in GENERAL))
    expect(hidden).toEqual([])
  })

  it('tells type, limits, choices, default and what is required', async () => {
    const { out } = await line.run(['licenses', 'issue', '--help'])
    expect(out).toMatch(/--template-guids GUID +Template \(required\)/)
    expect(out).toMatch(/--count NUMBER +.+ \(1–100; default 1\)/)
    expect(out).toMatch(/--kind account\|sn/)
    expect(out).toContain('--[no-]by-voucher')
    expect(out).toContain('Answers: issueGuid, status, codes, licenses')
    expect(out).toContain('--changes.end-time')
  })

  it('tells what numbers stand for', async () => {
    expect((await line.run(['products', 'create', '--help'])).out).toContain('1 cloud, 2 soft')
    expect((await line.run(['licenses', 'list', '--help'])).out).toContain('15 approving')
    expect((await line.run(['tasks', 'list', '--help'])).out).toContain('2 completed')
  })

  it('is Chinese by LANG or --lang', async () => {
    expect((await line.run(['--help'], { env: { LANG: 'zh_CN.UTF-8' } })).out).toContain('退出码')
    expect((await line.run(['--lang', 'zh', 'products', 'create', '--help'])).out).toContain('必填')
    expect((await line.run(['--help', '--lang=en'], { env: { LANG: 'zh_CN.UTF-8' } })).out).toContain('Exit codes')
    expect((await line.run(['--lang', 'zh', 'tags', '--help'])).out).toContain('重命名标签。')
  })

  it('has a Chinese sentence for every open call', () => {
    expect(OPEN_CALLS.filter(({ call }) => summaryZh(call) === undefined).map(({ call }) => call.name)).toEqual([])
  })
})

describe('wrong usage ends with 2 and says what is meant', () => {
  it.each([
    [['licences', 'list'], 'Did you mean licenses?'],
    [['licenses', 'isue'], 'Did you mean issue?'],
    [['licenses', 'issue', '--tempalte-guids', 'x'], 'Did you mean --template-guids?'],
    [['licenses', 'list', '--expire', 'x'], '--expire could be --expire-start, --expire-end'],
    [['licenses', 'issue'], 'Missing: --template-guids'],
    [['licenses', 'issue', '--template', 'abc'], 'Expected: a GUID'],
    [['licenses', 'issue', '--count', '0'], 'a whole number 1–100'],
    [['licenses', 'issue', '--count', 'many'], 'a whole number 1–100'],
    [['licenses', 'issue', '--kind', 'smart'], 'one of account, sn'],
    [['licenses', 'issue', '--count'], '--count needs a value'],
    [['licenses', 'issue', '--count', '1', '--count', '2'], '--count is given twice'],
    [['licenses', 'issue', '--json=yes'], '--json takes no value'],
    [['licenses', 'issue', '--changes', '{'], '--changes is not valid JSON'],
    [['licenses', 'issue', '--data', '[]'], '--data must be a JSON object'],
    [['licenses', 'issue', '--data', '@/nowhere'], '/nowhere cannot be read'],
    [['licenses', 'issue', '--all'], 'There is no flag --all'],
    [['tags', 'create', 'one', 'two'], '"two" is one word too many'],
    [['tags', 'list', '--retries', '99'], 'a whole number 0–20'],
    [['licenses', 'issue', '--lang', 'fr'], 'one of zh, en'],
    [['completion', 'tcsh'], 'Known shells: bash, zsh, fish'],
    [['login', '--what'], 'There is no flag --what'],
  ])('%j', async (args, text) => {
    const full = args.includes('issue') && args.includes('--count') ? [...args, '--template', template] : args
    const { code, out, err } = await run(...full)
    expect(err).toContain(text)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })

  it('also without any words', async () => {
    expect(await line.run([])).toMatchObject({ code: 2, out: '' })
    expect(await line.run(['licenses'])).toMatchObject({ code: 2, out: '' })
  })
})

describe('a call', () => {
  it('takes flags by their beginning, lists with commas, nested fields, and values without a flag', async () => {
    const issued = await json('licenses', 'issue', '--temp', template, '--count', '2')
    expect(issued['codes']).toHaveLength(2)
    const [license] = issued['licenses'] as unknown as { guid: string }[] // the answer
    const guid = license?.guid ?? ''
    await json('licenses', 'refresh', guid, '--changes.machine-num', '5')
    expect(await json('licenses', 'get', guid)).toMatchObject({ machineNum: 5, source: 'openApi' })
    const several = await run('licenses', 'list', '--status', '1,5', '--status', '6', '--json')
    expect(JSON.parse(several.out)).toMatchObject({ rows: expect.any(Array) as unknown[] })
  })

  it('takes booleans as --flag and --no-flag, and an empty value to clear a field', async () => {
    const { guid } = await json('customers', 'create', '--name', '甲公司', '--remark', 'vip')
    await run('customers', 'update', guid ?? '', '--remark', '')
    expect(await json('customers', 'get', guid ?? '')).toMatchObject({ remark: null })
    const user = ['users', 'create', `a-${Date.now()}@test.example`, '--user-name', 'Ann']
    const created = await json(...user, '--no-send-mail')
    expect(await json('users', 'get', created['guid'] ?? '')).toMatchObject({ userName: 'Ann' })
  })

  it('takes general flags before the command too', async () => {
    const { code, out } = await run('--retries', '0', '--json', 'tags', 'list')
    expect({ code, answer: JSON.parse(out) as unknown }).toMatchObject({ code: 0, answer: { nextCursor: null } })
    expect(await run('--profile=nobody', '--help')).toMatchObject({ code: 0 })
    expect(await run('--json')).toMatchObject({ code: 2 })
  })

  it('takes its payload from stdin, and flags on top of it', async () => {
    const input = JSON.stringify({ name: '乙公司', contact: '陈集' })
    const made = await line.run(['customers', 'create', '--data', '@-', '--contact', '李四', '--json'], { env, input })
    const { guid } = JSON.parse(made.out) as { guid: string } // the answer
    expect(await json('customers', 'get', guid)).toMatchObject({ name: '乙公司', contact: '李四' })
  })

  it('takes JSON of a field from a file', async () => {
    const file = join(line.home, 'modules.json')
    await writeFile(file, JSON.stringify([{ moduleId: 7, moduleName: 'seven' }]))
    const { licenseId, licenseForm } = productPayload()
    const flags = ['--display-name', 'File', '--license-id', String(licenseId), '--license-form', String(licenseForm)]
    const { guid } = await json('products', 'create', 'File', ...flags, '--modules', `@${file}`)
    const { modules } = await json('products', 'get', guid ?? '')
    expect(modules).toContainEqual(expect.objectContaining({ moduleName: 'seven' }))
  })

  it('says that it is done if there is nothing to print', async () => {
    const { guid } = await json('tags', 'create', `t-${Date.now()}`)
    expect(await run('tags', 'delete', guid ?? '')).toEqual({ code: 0, out: '', err: 'Done.\n' })
  })
})

describe('a list', () => {
  it('is a table that fits the terminal, and tells that there is more', async () => {
    await run('licenses', 'issue', template, '--count', '5')
    const { out, err } = await line.run(['licenses', 'list', '--limit', '3'], { env, columns: 80 })
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^guid +serial/)
    for (const one of lines) expect(one.length).toBeLessThanOrEqual(80)
    expect(err).toMatch(/^There are more rows: --all, or --cursor \S+/)
    const chosen = await run('licenses', 'list', '--limit', '1', '--columns', 'serial,source')
    expect(chosen.out).toMatch(/^serial +source\n\S+ +openApi\n$/)
    expect(await run('licenses', 'list', '--columns', 'nothing')).toMatchObject({ code: 2 })
    expect((await run('licenses', 'list', '--limit', '2', '--value', 'guid')).out).toMatch(/^(?:[0-9a-f-]{36}\n){2}$/)
    expect(await run('licenses', 'list', '--value', 'nothing')).toMatchObject({ code: 2, out: '' })
  })

  it('has every row exactly once with --all, also as lines of JSON', async () => {
    const { records } = await vendor.call(pcLicenseCalls.find, { kind: 'sn' })
    const lines = (await run('licenses', 'list', '--all', '--limit', '2', '--json')).out.trimEnd().split('\n')
    const guids = lines.map((text) => (JSON.parse(text) as { guid: string }).guid) // a row
    expect(new Set(guids).size).toBe(records)
    const people = (await run('licenses', 'list', '--all', '--limit', '2')).out.trimEnd().split('\n')
    expect(people).toHaveLength(records + 1)
  })

  it('without rows says so, and is still JSON for scripts', async () => {
    expect(await run('licenses', 'list', '--keyword', 'nothing-like-it')).toEqual({
      code: 0,
      out: '',
      err: 'No rows.\n',
    })
    const { rows } = await json('licenses', 'list', '--keyword', 'nothing-like-it')
    expect(rows).toEqual([])
  })
})

describe('a task', () => {
  it('is waited for with a bar, and its end is printed', async () => {
    let isStarted = false
    const { code, out, err } = await line.run(
      ['licenses', 'batch-issue', '--template', template, '--count', '150', '--wait', '--json'],
      {
        env,
        showsProgress: true,
        async pause() {
          if (isStarted) return
          isStarted = true
          const [task] = (JSON.parse((await run('tasks', 'list', '--json')).out) as { rows: { guid: string }[] }).rows
          await center.finishTask(vendor, task?.guid ?? '')
        },
      },
    )
    expect(JSON.parse(out)).toMatchObject({ total: 150, success: 150, status: 2 })
    expect(err).toContain('100 % 150/150')
    expect(code).toBe(0)
  })

  it('that is canceled ends with 1', async () => {
    const { taskId } = await json('licenses', 'batch-issue', template, '--count', '101')
    await run('tasks', 'cancel', taskId ?? '')
    const { code, err } = await run('tasks', 'get', taskId ?? '', '--wait')
    expect({ code, err }).toEqual({ code: 1, err: 'The task is canceled: 0 done, 0 failed, 0 skipped.\n' })
  })
})

describe('a refusal', () => {
  it('ends with 1 and names the flags, in the language of the person', async () => {
    const wrong = ['products', 'create', 'x', '--display-name', 'x', '--license-form', '1', '--license-id', '0']
    expect(await run(...wrong)).toMatchObject({ code: 2 })
    const { code, err } = await run('users', 'create', 'not-an-address')
    expect(code).toBe(1)
    expect(err).toMatch(/^ {2}--account: /m)
    const missing = await run('products', 'get', crypto.randomUUID(), '--lang', 'zh')
    expect(missing).toMatchObject({ code: 1, out: '' })
    expect(missing.err).toContain('产品')
  })

  it('of the key ends with 3: unknown, disabled, or none at all', async () => {
    const { code, err } = await line.run(['tags', 'list'], { env: { ...env, SEALWRIGHT_SECRET: 'wrong' } })
    expect({ code, isTold: err !== '' }).toEqual({ code: 3, isTold: true })
    expect(await line.run(['tags', 'list'])).toMatchObject({ code: 3 })
    const other = await createAccessKey(center, vendor, { privileges: ['product.view'] })
    const own = { ...env, SEALWRIGHT_KEY_ID: other.keyId, SEALWRIGHT_SECRET: other.secret }
    // A missing privilege is not about the key itself.
    expect(await line.run(['customers', 'list'], { env: own })).toMatchObject({ code: 1 })
    await vendor.call(accessKeyCalls.setEnabled, { guid: other.guid, isEnabled: false })
    expect(await line.run(['products', 'list'], { env: own })).toMatchObject({ code: 3 })
  })
})

describe('a lost connection', () => {
  const lost = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))

  it('after the write was done is repeated with the same key, and the write is done once', async () => {
    let calls = 0
    const keys = new Set<string | null>()
    const flaky: typeof fetch = async (input, init) => {
      calls += 1
      keys.add(new Headers(init?.headers).get('idempotency-key'))
      const response = await line.send(input, init)
      return calls < 3 ? lost() : response
    }
    const pauses: number[] = []
    const before = (await vendor.call(pcLicenseCalls.find, { kind: 'sn' })).records
    const { code, err } = await line.run(['licenses', 'issue', template], {
      env,
      fetch: flaky,
      pause: async (ms) => void pauses.push(ms),
    })
    expect({ code, calls, keys: keys.size, pauses }).toEqual({ code: 0, calls: 3, keys: 1, pauses: [1000, 2000] })
    expect(err).toContain('ECONNRESET Trying again in 1 s.')
    expect((await vendor.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(before + 1)
  })

  it('ends with 4 when no attempt is left', async () => {
    const send = vi.fn<typeof fetch>(lost)
    const { code, out } = await line.run(['tags', 'list', '--retries', '2'], { env, fetch: send })
    expect({ code, out, calls: send.mock.calls.length }).toEqual({ code: 4, out: '', calls: 3 })
  })

  it('and a busy server wait as long as the server says', async () => {
    const pauses: number[] = []
    let isBusy = true
    const busy: typeof fetch = async (input, init) => {
      if (!isBusy) return line.send(input, init)
      isBusy = false
      const problem = { type: 'TOO_FREQUENT', title: '', status: 429, detail: 'Too many.' }
      const headers = { 'content-type': 'application/problem+json', 'retry-after': '7' }
      return new Response(JSON.stringify(problem), { status: 429, headers })
    }
    const { code } = await line.run(['tags', 'list'], { env, fetch: busy, pause: async (ms) => void pauses.push(ms) })
    expect({ code, pauses }).toEqual({ code: 0, pauses: [7000] })
  })

  it('is told apart from a proxy that answers a page', async () => {
    const proxy: typeof fetch = async () => new Response('<html>', { status: 502 })
    expect(await line.run(['tags', 'list'], { env, fetch: proxy })).toMatchObject({ code: 4 })
  })

  it('a key of an earlier command repeats its write', async () => {
    const once = ['licenses', 'issue', template, '--idempotency-key', 'order-77']
    const first = await json(...once)
    expect(await json(...once)).toEqual(first)
  })
})

describe('profiles', () => {
  it('are asked for, checked, kept for the owner only, chosen and removed', async () => {
    const own = await createCommandLine(() => center)
    const answers = ['http://localhost/', key.keyId, key.secret]
    const hidden: boolean[] = []
    const ask = async (_question: string, isHidden: boolean) => {
      hidden.push(isHidden)
      return answers.shift() ?? ''
    }
    expect(await own.run(['login', '--profile', 'shop'], { ask })).toMatchObject({ code: 0, out: '' })
    expect(hidden).toEqual([false, false, true])
    const file = join(own.home, '.config/sealwright/profiles.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await own.run(['whoami'])).toMatchObject({
      code: 0,
      out: `shop: http://localhost takes the key ${key.keyId}.\n`,
    })
    expect(await own.run(['tags', 'list', '--profile', 'shop', '--json'])).toMatchObject({ code: 0 })
    const given = ['--url', 'http://localhost', '--key-id', key.keyId, '--secret', key.secret]
    expect(await own.run(['login', '--profile', 'second', ...given])).toMatchObject({ code: 0 })
    expect(await own.run(['profiles', 'use', 'second'])).toMatchObject({ code: 0 })
    const { out } = await own.run(['profiles'])
    expect(out).toMatch(/^ +shop/m)
    expect(out).toMatch(/^\* +second/m)
    expect(out).not.toContain(key.secret)
    expect(await own.run(['logout'])).toMatchObject({ code: 0 })
    expect(await own.run(['tags', 'list', '--profile', 'second'])).toMatchObject({ code: 3 })
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ default: 'shop' })
    await rm(own.home, { recursive: true, force: true })
  })

  it('with a wrong secret are not stored', async () => {
    const own = await createCommandLine(() => center)
    const given = ['--url', 'http://localhost', '--key-id', key.keyId, '--secret', 'wrong']
    expect(await own.run(['login', ...given])).toMatchObject({ code: 3 })
    expect(await own.run(['profiles'])).toMatchObject({ out: '' })
    expect(await own.run(['login', '--url', 'nowhere', '--key-id', 'x', '--secret', 'x'])).toMatchObject({ code: 2 })
    const plain = ['--url', 'http://license.example', '--key-id', 'x', '--secret', 'x', '--no-check']
    expect((await own.run(['login', ...plain])).err).toContain('does not use https')
    await rm(own.home, { recursive: true, force: true })
  })
})

describe('completion', () => {
  it('of bash offers resources, verbs, flags and choices', async () => {
    const { out } = await line.run(['completion', 'bash'])
    const complete = async (...words: string[]) => {
      const script =
        `${out}\nCOMP_WORDS=(sealwright ${words.map((word) => `'${word}'`).join(' ')})\n` +
        `COMP_CWORD=${words.length}\n_sealwright\necho "\${COMPREPLY[@]}"`
      return (await promisify(execFile)('bash', ['-c', script])).stdout.trim().split(' ')
    }
    expect(await complete('lic')).toEqual(['licenses'])
    expect(await complete('licenses', 'batch')).toEqual(['batch-act', 'batch-issue', 'batch-update'])
    expect(await complete('licenses', 'issue', '--templ')).toEqual(['--template-guids'])
    expect(await complete('licenses', 'issue', '--kind', '')).toEqual(['account', 'sn'])
  })

  it.each(['zsh', 'fish'])('of %s names every call', async (shell) => {
    const { code, out } = await line.run(['completion', shell])
    expect(code).toBe(0)
    for (const { resource, verb } of OPEN_CALLS) {
      expect(out).toContain(resource)
      expect(out).toContain(kebab(verb))
    }
  })
})

describe('the program itself', () => {
  const inOtherProcess = promisify(execFile)
  let url: string
  let home: string
  beforeAll(async () => {
    url = await center.center.app.listen({ port: 0, host: '127.0.0.1' })
    home = await mkdtemp(join(tmpdir(), 'sealwright-bin-'))
    await symlink(BIN, join(home, 'sealwright'))
  })
  afterAll(() => rm(home, { recursive: true, force: true }))

  it('ends with the right codes and messages', async () => {
    const options = { env: { PATH: process.env['PATH'], HOME: home, LANG: 'zh_CN.UTF-8' } }
    const [unknown, version] = await Promise.allSettled([
      inOtherProcess('node', [BIN, 'licences'], options),
      inOtherProcess('node', [BIN, '--version'], options),
    ])
    expect(unknown).toMatchObject({
      reason: { code: 2, stderr: expect.stringContaining('您是否要用 licenses？') as string },
    })
    expect(version).toMatchObject({ value: { stdout: `${packageJson.version}\n`, stderr: '' } })
  })

  it('runs the script of the guide: a product, a template, 20 codes, an export and a lock', async () => {
    const file = join(home, 'codes.jsonl')
    const licenseId = productPayload().licenseId
    const script = inOtherProcess('sh', [SCRIPT, String(licenseId), file], {
      env: { ...env, SEALWRIGHT_URL: url, PATH: `${home}:${process.env['PATH']}`, HOME: home, LANG: 'C.UTF-8' },
    })
    const open = async () => (await vendor.call(taskCalls.find, { kind: 'snIssue', status: [0] })).rows[0]?.guid
    // The test center runs tasks only on request.
    let failure: unknown
    script.catch((error: unknown) => (failure = error))
    await expect.poll(async () => failure ?? (await open()), { timeout: 120_000 }).toBeDefined()
    if (failure === undefined) await center.finishTask(vendor, (await open()) ?? '')
    const { stdout } = await script
    const rows = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(rows).toHaveLength(20)
    const { rows: locked } = await vendor.call(pcLicenseCalls.find, { kind: 'sn', licenseId: [licenseId], status: [5] })
    expect(stdout).toMatch(new RegExp(`^product \\S+, template \\S+\\n[\\s\\S]*locked ${locked[0]?.guid}\\n$`))
  })

  it('is what the guide prints', async () => {
    const [page, script] = await Promise.all([readFile(GUIDE, 'utf8'), readFile(SCRIPT, 'utf8')])
    const [, block = ''] = /^```sh\n(product=[\s\S]+?)^```/m.exec(page) ?? []
    expect(block).not.toBe('')
    for (const one of block.trimEnd().split('\n')) expect(script).toContain(one)
  })
})
