// The settings screen: what is stored is edited, what comes from the environment is only shown.
import { ENVIRONMENT_SETTING_NAMES, centerDesk, operatorDesk } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openDeskStage, operator } from '../desk.fixture.tsx'
import { DESK } from '../session.ts'
import type { CenterSettings } from './setting-forms.tsx'
import { Screen } from './settings.screen.tsx'

const SETTINGS: CenterSettings = {
  revision: 4,
  nameZh: '星图中心',
  nameEn: null,
  logo: null,
  terms: { version: null, zh: '', en: '', time: null },
  registration: 'open',
  captcha: { urls: ['/login.do'], possible: ['/login.do', '/register.do'], isGiven: true },
  trialLicenses: 1000,
  environment: ENVIRONMENT_SETTING_NAMES.map((name) => ({ name, value: null, isGiven: name === 'smtpUrl' })),
}
type Handlers = Parameters<typeof openDeskStage>[2]

async function open(handlers: Handlers = []) {
  const stage = await openDeskStage({ '/platform/settings': Screen }, '/platform/settings', [
    [centerDesk.get, () => ({ data: SETTINGS })],
    ...handlers,
  ])
  await act(() => DESK.people.load())
  await screen.findByText('星图中心')
  return stage
}

describe('the settings of the center', () => {
  it('send only the changed section, with the revision that it was based on', async () => {
    const stage = await open([[centerDesk.update, () => ({ data: { revision: 5 } })]])
    fireEvent.click(screen.getByRole('button', { name: '更改 中文名称 / 英文名称' }))
    fireEvent.input(screen.getByLabelText(/^英文名称/), { target: { value: 'Star Center' } })
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(stage.sent.some(({ path }) => path === centerDesk.update.path)).toBe(true))
    expect(stage.sent.find(({ path }) => path === centerDesk.update.path)?.payload).toEqual({
      revision: 4,
      nameZh: '星图中心',
      nameEn: 'Star Center',
    })
  })

  it('of the environment show their variable and no form', async () => {
    await open()
    expect(screen.getByText('SEALWRIGHT_SMTP_URL')).toBeTruthy()
    expect(screen.getByText('SEALWRIGHT_DESK_NETWORKS')).toBeTruthy()
    expect(screen.getByText(/由环境变量 SEALWRIGHT_CAPTCHA_URLS 决定/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /更改 1 个调用/ })).toBeNull()
  })

  it('show the answer of the server to a test mail, which goes to the operator', async () => {
    const stage = await open([
      [centerDesk.testMail, () => ({ data: { outcome: 'failed', reason: 'connect ECONNREFUSED' } })],
    ])
    fireEvent.click(screen.getByRole('button', { name: '发送测试邮件' }))
    fireEvent.click(screen.getByRole('button', { name: '发送' }))
    expect(await screen.findByText(/发送失败。服务器的回答：connect ECONNREFUSED/)).toBeTruthy()
    expect(stage.sent.find(({ path }) => path === centerDesk.testMail.path)?.payload).toEqual({ to: operator.email })
  })

  it('are read-only for those who may only view them', async () => {
    await open([[operatorDesk.current, () => ({ data: { ...operator, privileges: ['center.view'] } })]])
    expect(screen.getByText('您可以查看设置，但不能更改。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^更改/ })).toBeNull()
    expect(screen.queryByRole('button', { name: '发送测试邮件' })).toBeNull()
  })
})
