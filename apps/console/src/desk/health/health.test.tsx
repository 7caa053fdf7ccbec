// The health page with answers of the server: what is wrong, what to do, and where the guide says more.
import { HEALTH_CHECK_NAMES, HEALTH_CHECKS, healthDesk, operatorDesk } from '@sealwright/contract'
import type { AnswerOf, HealthCheckName } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { setSurface } from '../../lib/surface.ts'
import { DESK } from '../session.ts'
import { Screen } from './health.screen.tsx'

type Answer = AnswerOf<typeof healthDesk.get>
type Check = Answer['checks'][number]
const TIME = '2026-03-04T05:06:07.000Z'
const OPERATOR: AnswerOf<typeof operatorDesk.current> = {
  guid: 'operator-1',
  email: 'li@platform.test',
  name: 'Li',
  roles: ['auditor'],
  privileges: ['health.view'],
  locale: 'zh',
  timeFormat: 'yyyy-MM-dd HH:mm',
  version: '1.0.0',
  isDemo: false,
  waiting: {},
}

function green(name: HealthCheckName): Check {
  const values = Object.keys(HEALTH_CHECKS[name].values).map((value) => ({
    name: `${name}.${value}` as Check['values'][number]['name'], // a key of the table
    value: null,
  }))
  return {
    name,
    level: 'green',
    needsDatabase: false,
    findings: [],
    values,
    details: [],
    lastTime: null,
    isVerifying: false,
  }
}
const healthy: Answer = { time: TIME, level: 'green', checks: HEALTH_CHECK_NAMES.map(green), processes: [] }
const withCheck = (check: Partial<Check> & { name: HealthCheckName }, level: Answer['level']): Answer => ({
  ...healthy,
  level,
  checks: [{ ...green(check.name), ...check }, ...healthy.checks.filter(({ name }) => name !== check.name)],
})

async function open(answer: () => Answer) {
  const stage = await openStage({ '/platform/health': Screen }, '/platform/health', [
    [operatorDesk.current, () => ({ data: OPERATOR })],
    [healthDesk.get, () => ({ data: answer() })],
    [healthDesk.verify, () => ({ data: {} })],
  ])
  await screen.findByRole('status')
  await act(() => DESK.people.load())
  return stage
}
const card = (name: string) => within(screen.getByRole('region', { name }))

beforeEach(() => {
  setSurface(DESK)
  DESK.handle.set('handle-of-li')
})

describe('the health page', () => {
  it('says that everything is fine, with a card for each check', async () => {
    await open(() => healthy)
    expect(await screen.findByText('一切正常')).toBeTruthy()
    expect(screen.getAllByText('正常')).toHaveLength(HEALTH_CHECK_NAMES.length)
  })

  it.each([
    [null, '–'],
    [TIME, '2 分钟'],
  ])('counts since the last backup only if there was one: %s', async (lastTime, since) => {
    const values: Check['values'] = [{ name: 'backup.ageSeconds', value: 130 }]
    await open(() => withCheck({ name: 'backup', values, lastTime }, 'green'))
    expect(card('备份').getByText('距上次备份').nextElementSibling?.textContent).toBe(since)
  })

  it('says what is wrong and what to do, and links to the section of the guide', async () => {
    await open(() =>
      withCheck(
        {
          name: 'backup',
          level: 'red',
          findings: [{ name: 'backup.missing', level: 'red', value: 73 * 3600 }],
          lastTime: TIME,
        },
        'red',
      ),
    )
    expect(await screen.findByText('1 项故障')).toBeTruthy()
    const backup = card('备份')
    expect(backup.getByText(/已 3 天没有备份。请立即运行 npm run backup/)).toBeTruthy()
    expect(backup.getByRole('link', { name: '处理方法' }).getAttribute('href')).toBe('/docs/zh/health#备份')
    expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('备份')
  })

  it('says of each check that it needs PostgreSQL, while PostgreSQL is down', async () => {
    await open(() => withCheck({ name: 'jobs', level: 'red', needsDatabase: true }, 'red'))
    expect(card('后台作业').getByText(/PostgreSQL 没有应答，无法检查此项/)).toBeTruthy()
  })

  it('starts a verification in the background', async () => {
    let isVerifying = false
    const stage = await open(() => withCheck({ ...green('log'), isVerifying }, 'green'))
    isVerifying = true
    fireEvent.click(await card('操作日志').findByRole('button', { name: '立即核对' }))
    await waitFor(() => expect(card('操作日志').getByRole('button', { name: '正在核对' })).toBeTruthy())
    expect(stage.sent).toContainEqual({ path: healthDesk.verify.path, payload: { what: 'log' } })
  })
})
