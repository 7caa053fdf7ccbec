// Webhooks: endpoints, the choice of events, deliveries with "send again", and code that checks signatures.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { DELIVERY_PROBLEMS, DELIVERY_STATES, ERRORS, TEST_EVENT, WEBHOOK_EVENTS } from '@sealwright/contract'
import { identityCalls, operationLogCalls, webhookCalls } from '@sealwright/contract'
import type { AnswerOf, DeliveryRow, WebhookRow } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { loadSession, useSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import type { Stage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { EVENT_GROUPS } from './event-groups.ts'
import { VERIFY_CODE } from './verify-code.ts'
import { Screen as Detail } from './webhook-detail.screen.tsx'
import { Screen as List } from './webhook-list.screen.tsx'

const URL_TEXT = 'https://shop.example.com/hook'
const AT = '2026-01-01T00:00:00.000Z'
const guid = '00000000-0000-4000-8000-0000000000f1'
const deliveryGuid = '00000000-0000-4000-8000-0000000000f2'
const endpoint: WebhookRow = {
  guid,
  url: URL_TEXT,
  description: '网店',
  events: ['license.issued', 'license.locked'],
  isEnabled: true,
  failingSince: AT,
  delivered: 12,
  failed: 3,
  waiting: 1,
  lastTime: AT,
  formerUntil: null,
  creator: '林主',
  createTime: AT,
  revision: 2,
}
const last = { at: AT, status: 500, problem: 'status', milliseconds: 41 } as const
const row: DeliveryRow = {
  guid: deliveryGuid,
  eventId: 'msg_1',
  event: 'license.issued',
  eventTime: AT,
  state: 'failed',
  attempts: 2,
  nextTime: null,
  last,
  about: 'AAAA-BBBB',
}
const delivery: AnswerOf<typeof webhookCalls.delivery> = {
  ...row,
  url: URL_TEXT,
  body: '{"type":"license.issued"}',
  tries: [
    { ...last, headers: { 'webhook-id': 'msg_1' }, answer: 'down for maintenance' },
    {
      at: '2025-12-31T23:59:00.000Z',
      status: null,
      problem: 'timeout',
      milliseconds: 10_000,
      headers: {},
      answer: null,
    },
  ],
}
type Handlers = Parameters<typeof openStage>[2]

function SignedDetail() {
  useSession()
  return <Detail />
}

async function open(
  href: string,
  handlers: Handlers = [],
  privileges: readonly string[] = ['webhook.view', 'webhook.update'],
  rows = [endpoint],
) {
  const stage = await openStage({ '/integration/webhook': List, '/integration/webhook/view': SignedDetail }, href, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [webhookCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [webhookCalls.get, () => ({ data: endpoint })],
    [webhookCalls.deliveries, () => ({ data: { rows: [row], records: 1, total: 1 } })],
    [webhookCalls.delivery, () => ({ data: delivery })],
    [webhookCalls.create, () => ({ data: { guid, secret: 'whsec_NEW' } })],
    [operationLogCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
    ...handlers,
  ])
  await act(loadSession)
  return stage
}
const LIST = '/integration/webhook'
const VIEW = `/integration/webhook/view?guid=${guid}`
// jsdom does not open dialogs, so their content counts as hidden.
const dialog = async () => within(await screen.findByRole('dialog', { hidden: true }))
const sentTo = (stage: Stage, { path: wanted }: { path: string }) =>
  stage.sent.filter(({ path }) => path === wanted).map(({ payload }) => payload)
function choose(action: string): void {
  fireEvent.click(screen.getByRole('button', { name: `“${URL_TEXT}”的操作` }))
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}

it('without addresses, the page offers to add one once', async () => {
  await open(LIST, [], undefined, [])
  await screen.findByText('还没有 Webhook')
  expect(screen.getAllByRole('button', { name: '添加地址' })).toHaveLength(1)
})

it('a row tells the events, the deliveries, and since when they fail', async () => {
  await open(LIST)
  for (const words of [URL_TEXT, '投递失败', /^2026-01-01.* 起$/, '2 种事件', '送达 12，失败 3，等待 1'])
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  expect(rowOffers(URL_TEXT)).toEqual(['投递记录', '发送测试事件', '编辑', '更换密钥', '停用', '删除'])
})

it('a person who may only view gets the deliveries and nothing to change', async () => {
  await open(LIST, [], ['webhook.view'])
  await screen.findAllByText(URL_TEXT)
  expect(rowOffers(URL_TEXT)).toEqual(['投递记录'])
  expect(screen.queryByRole('button', { name: '添加地址' })).toBeNull()
})

it('an endpoint needs an address and an event; its secret is shown once', async () => {
  const stage = await open(LIST, [], undefined, [])
  fireEvent.click((await screen.findAllByRole('button', { name: '添加地址' })).at(-1) ?? document.body)
  const asked = await dialog()
  const add = () => act(async () => void fireEvent.click(asked.getByText('添加', { selector: 'button' })))
  await add()
  expect(asked.getByText('地址不能为空')).toBeTruthy()
  fireEvent.input(asked.getByLabelText('地址'), { target: { value: 'ftp://shop' } })
  expect(sentTo(stage, webhookCalls.create)).toEqual([])
  fireEvent.input(asked.getByLabelText('地址'), { target: { value: URL_TEXT } })
  fireEvent.click(asked.getByLabelText('硬件锁', { selector: 'input' }))
  await waitFor(async () => {
    await add()
    expect(sentTo(stage, webhookCalls.create)).toEqual([
      { url: URL_TEXT, description: '', events: ['dongle.changed', 'upgrade.reported'] },
    ])
  })
  expect(await screen.findByText('whsec_NEW')).toBeTruthy()
})

it('"all events" chooses each of them, and an address inside the platform is refused on its field', async () => {
  const desc = '平台不允许连接这个地址'
  const stage = await open(
    LIST,
    [
      [
        webhookCalls.create,
        () => ({
          code: ERRORS['webhook.addressNotAllowed'].code,
          desc,
          data: { fields: [{ path: 'url', message: desc }] },
        }),
      ],
    ],
    undefined,
    [],
  )
  fireEvent.click((await screen.findAllByRole('button', { name: '添加地址' })).at(-1) ?? document.body)
  const asked = await dialog()
  fireEvent.input(asked.getByLabelText('地址'), { target: { value: 'https://10.0.0.1/' } })
  fireEvent.click(asked.getByLabelText('全部事件'))
  await act(async () => void fireEvent.click(asked.getByText('添加', { selector: 'button' })))
  expect(await asked.findByText(desc)).toBeTruthy()
  expect(sentTo(stage, webhookCalls.create)[0]?.['events']).toEqual([...WEBHOOK_EVENTS])
})

it('a test event opens its delivery, which is followed until it arrives', async () => {
  let state: DeliveryRow['state'] = 'waiting'
  const stage = await open(LIST, [
    [webhookCalls.sendTest, () => ({ data: { guid: deliveryGuid } })],
    [
      webhookCalls.delivery,
      () => ({ data: { ...delivery, event: TEST_EVENT, state, tries: state === 'waiting' ? [] : delivery.tries } }),
    ],
  ])
  await screen.findAllByText(URL_TEXT)
  choose('发送测试事件')
  expect(await screen.findByText('正在投递…')).toBeTruthy()
  expect(screen.getByText('投递：测试事件')).toBeTruthy()
  state = 'delivered'
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('已送达')).toBeTruthy()
  expect(sentTo(stage, webhookCalls.sendTest)).toEqual([{ guid }])
})

it('a delivery shows its request and the answer to each attempt, and can be sent again', async () => {
  const stage = await open(VIEW, [[webhookCalls.sendAgain, () => ({ data: { guid: deliveryGuid } })]])
  fireEvent.click(await screen.findByRole('button', { name: '查看' }))
  expect(await screen.findByText('down for maintenance')).toBeTruthy()
  expect(screen.getAllByText('服务器答复了 500').length).toBeGreaterThan(0)
  expect(screen.getByText('服务器在 10 秒内没有答复')).toBeTruthy()
  expect(screen.getByText('webhook-id: msg_1')).toBeTruthy()
  fireEvent.click(screen.getByText('再次发送'))
  await waitFor(() => expect(sentTo(stage, webhookCalls.sendAgain)).toEqual([{ guid: deliveryGuid }]))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已再次发送']))
})

it('the log of deliveries is asked for with the filters of the address', async () => {
  const stage = await open(`${VIEW}&state=failed&event=license.issued`)
  await screen.findByText('许可已签发', { selector: '.name-cell-name' })
  expect(sentTo(stage, webhookCalls.deliveries)[0]).toMatchObject({ guid, state: 'failed', event: 'license.issued' })
  expect(screen.getByText(/^2026-01-01.* 起投递失败$/)).toBeTruthy()
})

it('every event has a group, and every event, state and problem has words in both languages', async () => {
  expect(EVENT_GROUPS.flatMap(({ events }) => events).toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted())
  for (const locale of ['zh', 'en'] as const) {
    const say = sentences(locale, await loadPhrases(locale))
    for (const event of [...WEBHOOK_EVENTS, TEST_EVENT]) expect(say.has(`webhook.events.${event}`)).toBe(true)
    for (const { group } of EVENT_GROUPS) expect(say.has(`webhook.groups.${group}`)).toBe(true)
    for (const state of DELIVERY_STATES) expect(say.has(`webhook.states.${state}`)).toBe(true)
    for (const problem of DELIVERY_PROBLEMS) expect(say.has(`webhook.problems.${problem}`)).toBe(true)
  }
})

const secret = `whsec_${Buffer.from('a secret of the endpoint').toString('base64')}`
function request(body: string, key = secret) {
  const time = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
  const signature = digest.update(`msg_1.${time}.${body}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,bm90aGluZw== v1,${signature}` }
}

it('the code for Node accepts a right signature and refuses a changed body, a wrong secret, an old time', async () => {
  const module = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(VERIFY_CODE.node)}`)) as {
    verify: (key: string, headers: Record<string, string>, body: string) => unknown
  } // the code above
  const body = '{"type":"webhook.test"}'
  expect(module.verify(secret, request(body), body)).toEqual({ type: 'webhook.test' })
  expect(() => module.verify(secret, request(body), `${body} `)).toThrow('wrong signature')
  expect(() => module.verify(`whsec_${btoa('another')}`, request(body), body)).toThrow('wrong signature')
  expect(() => module.verify(secret, { ...request(body), 'webhook-timestamp': '1' }, body)).toThrow('too old')
})

it.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'the code for Python accepts a right signature and refuses a changed body',
  () => {
    const body = '{"type":"webhook.test"}'
    const check = 'import sys\nprint(verify(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3].encode())["type"])'
    const run = (sent: string) =>
      execFileSync('python3', ['-c', `${VERIFY_CODE.python}\n${check}`, secret, JSON.stringify(request(body)), sent], {
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(run(body).trim()).toBe('webhook.test')
    expect(() => run(`${body} `)).toThrow('wrong signature')
  },
)
