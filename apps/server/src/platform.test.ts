// The operator commands, run in this process, and a few of them as processes of their own.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  ERRORS,
  LIMITS,
  developerCalls,
  developerGuid,
  identityCalls,
  operationLogCalls,
  signingKeyCalls,
} from '@sealwright/contract'
import { PASSWORD, PASSWORD_HASH, createBlankDatabase, createTerminal, createTestCenter } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { onGround } from './on-ground.ts'
import { runPlatform } from './platform/commands.ts'
import { tellLedger, tellLog } from './verify-commands.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const { run, platform } = createTerminal(() => center)

describe('a command', () => {
  const surroundings = () => ({
    DATABASE_URL: center.ground.databaseUrl,
    SEALWRIGHT_DATA_DIR: center.ground.config.dataDir,
    SEALWRIGHT_SECRET_KEY: center.ground.config.secretKey,
  })

  it('runs as a process of its own, ends with an exit code, and prints errors to stderr', async () => {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, 'platform.ts'),
        'credit',
        'x',
        '1',
        '--note',
        '测试',
      ],
      { env: { PATH: process.env['PATH'], ...surroundings() } },
    )
    const ended = new Promise((resolve) => child.once('close', resolve))
    const [told, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect([await ended, told, complained]).toEqual([2, '', expect.stringMatching(/^[^\n]+\n$/)])
  })

  it.each([
    ['platform', () => import('./platform.ts'), 'Queued as '],
    ['verify-ledger', () => import('./verify-ledger.ts'), 'The ledger adds up.'],
    ['verify-log', () => import('./verify-log.ts'), 'The log is whole.'],
  ] as const)('%s reads its settings from the environment and sets the exit code', async (name, start, told) => {
    for (const [variable, value] of Object.entries(surroundings())) vi.stubEnv(variable, value)
    const { argv, exitCode } = process
    process.argv = ['node', name, 'mail-test', 'operator@vendor.example']
    process.exitCode = undefined
    try {
      const { code, output } = await run(async () => {
        await start()
        return Number(process.exitCode)
      })
      expect([code, output]).toEqual([0, expect.stringContaining(told)])
    } finally {
      Object.assign(process, { argv, exitCode })
      vi.unstubAllEnvs()
    }
  })
})

describe('without a center', () => {
  it('a command names the folder or the database that has none, and creates nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sealwright-none-'))
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    const outbox = () => runPlatform(['outbox'], onGround)
    const dataDir = join(folder, 'data')
    vi.stubEnv('DATABASE_URL', undefined)
    vi.stubEnv('SEALWRIGHT_SECRET_KEY', undefined)
    vi.stubEnv('SEALWRIGHT_DATA_DIR', dataDir)
    await expect(outbox()).rejects.toThrow(`no center in the data folder ${dataDir}. Set SEALWRIGHT_DATA_DIR`)
    const blank = await createBlankDatabase()
    vi.stubEnv('DATABASE_URL', blank)
    await expect(outbox()).rejects.toThrow('no center in the database of DATABASE_URL')
    // A key made here would not open what is in the database.
    vi.stubEnv('DATABASE_URL', center.ground.databaseUrl)
    await expect(outbox()).rejects.toThrow('no secret.key')
    expect([existsSync(dataDir), readdirSync(folder)]).toEqual([false, []])
  })

  it('the first developer can be created before the first start', async () => {
    const asked: unknown[] = []
    const note = async (_command: unknown, options: unknown) => asked.push(options)
    await runPlatform(['create-developer', 'Acme', 'ops@acme.example'], note)
    await runPlatform(['outbox'], note)
    expect(asked).toEqual([{ canBeFirst: true }, { canBeFirst: undefined }])
  })
})

describe('npm run platform', () => {
  it('lists its commands and refuses unknown ones', async () => {
    const help = await platform()
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('outbox') as string })
    for (const nonsense of [['toString'], ['outbox', '--nonsense'], ['credit', '1', '-5', '--note']])
      expect(await platform(...nonsense), nonsense.join(' ')).toMatchObject({ code: 2 })
    expect(await platform('reset-password', 'nonsense')).toMatchObject({ code: 2 })
  })

  it('creates a developer whose administrator can sign in, and resets the password', async () => {
    const made = await platform('create-developer', '新厂商', 'boss@vendor.example')
    expect(made.code, made.output).toBe(0)
    const first = /Password {2}(\S+)/.exec(made.output)?.[1] ?? ''
    await center.signIn('boss@vendor.example', first)
    expect(await platform('create-developer', '又一个', 'boss@vendor.example')).toMatchObject({ code: 1 })
    await center.ground.database.owner.query(
      "update account set password_hash = $1 where email = 'boss@vendor.example'",
      [PASSWORD_HASH],
    )
    // Wrong passwords of strangers have closed the account. With a new password its owner can sign in at once.
    const closed = () =>
      center
        .browser()
        .call(identityCalls.login, { account: 'boss@vendor.example', password: 'wrong-one' })
        .then(
          () => 0,
          (error: unknown) => (error as { code: number }).code,
        ) // a refusal has a code
    for (let n = 0; n < LIMITS.guessing.perAccountAnHour; n++) await closed()
    expect(await closed()).toBe(ERRORS['identity.useKnownDevice'].code)
    const reset = await platform('reset-password', 'boss@vendor.example')
    const second = /Password {2}(\S+)/.exec(reset.output)?.[1] ?? ''
    await expect(center.signIn('boss@vendor.example', first)).rejects.toThrow('登录失败')
    await center.signIn('boss@vendor.example', second)
  })

  it('prints the keys for programs, the same each time, and writes it to the operation log', async () => {
    const { account, developerId, call } = await center.developer()
    const first = await platform('program-keys', account, '--json')
    await call(identityCalls.confirm, { password: PASSWORD })
    const { apiPassword } = await call(developerCalls.revealApiPassword, {})
    // The keys are those of this developer.
    const { rootKey, exchangeKey } = await call(signingKeyCalls.find, {})
    expect(JSON.parse(first.output)).toEqual({ developerId, apiPassword, rootKey, exchangeKey })
    const file = join(center.ground.config.dataDir, 'keys', 'paint.json')
    expect(await platform('program-keys', String(developerId), '--file', file)).toMatchObject({ code: 0 })
    expect([JSON.parse(readFileSync(file, 'utf8')), statSync(file).mode & 0o777]).toEqual([
      JSON.parse(first.output),
      0o600,
    ])
    expect((await call(operationLogCalls.find, { targetGuid: developerGuid(developerId) })).rows[0]).toMatchObject({
      actor: '平台',
      changes: [{ field: 'apiPassword', after: '已查看' }],
    })
    expect(await platform('program-keys', 'nobody@vendor.example')).toMatchObject({ code: 1 })
    expect(await platform('program-keys')).toMatchObject({ code: 2 })
  })

  it('removes the second factors of an account', async () => {
    const { account, accountId } = await center.developer()
    const { owner } = center.ground.database
    await owner.query("update account set totp_secret = '\\x00', totp_enabled_at = now() where id = $1", [accountId])
    await owner.query(
      `insert into passkey (account_id, id, public_key, counter, name, is_synced, created_at)
       values ($1, 'lost', '\\x00', 0, 'lost', false, now())`,
      [accountId],
    )
    await owner.query("insert into recovery_code (account_id, code_hash) values ($1, '\\x00')", [accountId])
    const browser = center.browser()
    expect(await browser.call(identityCalls.login, { account, password: PASSWORD })).toMatchObject({ next: 'mfa' })
    expect(await platform('reset-second-factor', account)).toMatchObject({ code: 0 })
    await expect(browser.call(identityCalls.mfaOptions, {})).rejects.toMatchObject({
      code: ERRORS['session.expired'].code,
    })
    expect(await browser.call(identityCalls.login, { account, password: PASSWORD })).toMatchObject({
      next: 'dashboard',
    })
    expect(await platform('reset-second-factor', 'nobody@vendor.example')).toMatchObject({ code: 1 })
  })

  it('queues a test message and shows it in the outbox', async () => {
    expect(await platform('mail-test', 'operator@vendor.example')).toMatchObject({ code: 0 })
    expect((await platform('outbox')).output).toContain('operator@vendor.example')
    const rows = JSON.parse((await platform('outbox', '--json')).output) as { recipient: string; state: string }[]
    expect(rows[0]).toMatchObject({ recipient: 'operator@vendor.example', state: 'queued' })
  })
})

describe('applications', () => {
  const application = {
    companyName: '云帆软件有限公司',
    contactName: '王越',
    contactPhone: '13800138000',
    statement: '工业软件\n三千用户',
    acceptDeletion: true,
  }

  it('are listed, rejected with a reason, submitted again and approved, each only once', async () => {
    const { call, developerId } = await center.developer({ status: 'trial', name: '云帆' })
    const id = String(developerId)
    expect(await platform('approve', id)).toMatchObject({
      code: 1,
      output: `There is no application of developer ${id}.\n`,
    })
    await call(developerCalls.apply, application)
    const listed = await platform('applications')
    expect(listed.output).toContain(`Developer ${id} "云帆" for 云帆软件有限公司`)
    expect(listed.output).toContain('  │ 工业软件\n  │ 三千用户')

    expect(await platform('reject', id)).toMatchObject({ code: 2 })
    expect(await platform('reject', id, '--reason', '长'.repeat(LIMITS.application.reasonMax + 1))).toMatchObject({
      code: 2,
    })
    expect(await platform('reject', id, '--reason', '资料不全')).toMatchObject({ code: 0 })
    expect(await platform('approve', id)).toMatchObject({
      code: 1,
      output: `The application of developer ${id} was already rejected.\n`,
    })
    expect(await call(developerCalls.application, {})).toMatchObject({
      application: { state: 'rejected', reason: '资料不全' },
    })

    await call(developerCalls.apply, application)
    expect(await platform('approve', id)).toMatchObject({
      code: 0,
      output: `Developer ${id} "云帆" is formal now. Trial licenses deleted: 0.\n`,
    })
    expect(await platform('reject', id, '--reason', '太迟')).toMatchObject({
      code: 1,
      output: `The application of developer ${id} was already approved.\n`,
    })
    expect((await platform('applications')).output).toBe('There are no pending applications.\n')
    const all = JSON.parse((await platform('applications', '--all', '--json')).output) as { state: string }[]
    expect(all.map((row) => row.state)).toEqual(['rejected', 'approved'])
  })

  it("cannot control the operator's terminal", async () => {
    const { call, developerId } = await center.developer({ status: 'trial' })
    await call(developerCalls.apply, application)
    // Terminals treat U+009B like ESC [. No call accepts it, but a row may come from elsewhere.
    await center.ground.database.owner.query(
      'update formal_application set company_name = $2, statement = $3 where developer_id = $1',
      [developerId, '云帆\u009B2J公司', '工业软件\rDeveloper 1 "可信"\u009B1A'],
    )
    const { output } = await platform('applications')
    expect(output).toContain(`Developer ${developerId} `)
    // oxlint-disable-next-line no-control-regex -- the point is to find control characters
    expect(output.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/)
    await center.ground.database.owner.query('delete from formal_application where developer_id = $1', [developerId])
  })

  it('are decided only by the id of a developer', async () => {
    for (const id of ['0', '1e3']) expect(await platform('approve', id), id).toMatchObject({ code: 2 })
    expect(await platform('approve', '999999')).toMatchObject({ code: 1 })
  })
})

describe('npm run verify-ledger', () => {
  it('says that the ledger adds up, and fails when it does not', async () => {
    const { developerId } = await center.developer()
    expect(await platform('credit', String(developerId), '100', '--note', '测试')).toMatchObject({ code: 0 })
    expect(await run(tellLedger)).toMatchObject({
      code: 0,
      output: expect.stringContaining('The ledger adds up.') as string,
    })
    const { owner } = center.ground.database
    await owner.query("update ledger_account set balance = 9 where developer_id = $1 and kind = 'wallet'", [
      developerId,
    ])
    expect(await run(tellLedger)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`✗ developer ${developerId}, balance: wallet`) as string,
    })
    await owner.query("update ledger_account set balance = 10000 where developer_id = $1 and kind = 'wallet'", [
      developerId,
    ])
  })
})

describe('npm run verify-log', () => {
  it('says that the log is whole, and fails when it is not', async () => {
    expect(await run(tellLog)).toMatchObject({
      code: 0,
      output: expect.stringContaining('The log is whole.') as string,
    })
    const actor = await center.developer()
    const { owner } = center.ground.database
    await owner.query(
      `insert into operation_seal (developer_id, seq, log_id, hash, sealed_at)
       values ($1, 1, 42, decode(repeat('00', 32), 'hex'), now())`,
      [actor.developerId],
    )
    expect(await run(tellLog)).toMatchObject({
      code: 1,
      output: expect.stringContaining('operation 42 (seal 1) is gone') as string,
    })
    await owner.query('delete from operation_seal')
  })
})
