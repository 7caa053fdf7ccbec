// Money at the desk: prices with their preview, and corrections that wait for a second operator.
import { DEFAULT_RATES, LIMITS, billingDesk, paymentDesk } from '@sealwright/contract'
import type { AnswerOf, CorrectionRow, PayloadOf } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDeskStage } from '../desk.fixture.tsx'
import { Screen as Corrections } from './correction-list.screen.tsx'
import { Screen as Prices } from './prices.screen.tsx'
import { Screen as RatesForm } from './rates-form.screen.tsx'
import { Screen as Runs } from './run-list.screen.tsx'

const say = sentences('zh', await loadPhrases('zh'))
const limits = { giftLicenses: 100, graceDays: 15, issueMax: 1_000, trialLicenses: 1_000 }
const fee = { amountFen: 98_000, periodMonths: 12, firstDays: 30 }
const gifts = [
  { fromFen: 100_000, percent: 2 },
  { fromFen: 500_000, percent: 5 },
]
const general = { rates: { ...DEFAULT_RATES }, gifts, fee, limits }
const prices: AnswerOf<typeof billingDesk.prices> = {
  general,
  revisions: { rates: 3, gifts: 0, fee: 0, limits: 0 },
  coming: [],
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => act(async () => fireEvent.click(await screen.findByRole('button', { name })))

/** Answers the question that is open. */
const answer = async (name: string) => {
  const dialog = within(await screen.findByRole('alertdialog', { hidden: true }))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name, hidden: true })))
}

it('the page of prices shows the terms in force and every change, and a coming one can be withdrawn', async () => {
  const withdrawn: unknown[] = []
  await openDeskStage({ '/platform/prices': Prices }, '/platform/prices', [
    [billingDesk.prices, () => ({ data: prices })],
    [billingDesk.searchDevelopers, () => ({ data: { developers: [] } })],
    [
      billingDesk.findPrices,
      () => ({
        data: {
          rows: [
            {
              guid: 'a1b7a0e4-6a53-4a92-93a3-0ac1a4a1b001',
              kind: 'rates',
              developerId: null,
              developerName: null,
              state: 'coming',
              startTime: '2027-03-01T00:00:00.000Z',
              createTime: '2027-02-01T00:00:00.000Z',
              maker: '何平',
              withdrawer: null,
              note: '春季',
              rates: { perDayFen: 12 },
            },
          ],
          records: 1,
          total: 1,
        },
      }),
    ],
    [billingDesk.withdrawPrice, (payload) => (withdrawn.push(payload), { data: {} })],
  ])
  expect(await screen.findByText('满 ¥1,000.00 送 2%；满 ¥5,000.00 送 5%')).toBeDefined()
  expect(screen.getByText(say('tariff.prices.feePer', { amount: '¥980.00', months: 12 }))).toBeDefined()
  await press(say('tariff.prices.withdraw'))
  await answer(say('tariff.prices.withdraw'))
  await waitFor(() => expect(withdrawn).toHaveLength(1))
})

it.each([
  ['gifts', billingDesk.setGifts],
  ['fee', billingDesk.setFee],
  ['limits', billingDesk.setLimits],
] as const)('a change of %s is saved at once', async (kind, call) => {
  const sent: unknown[] = []
  await openDeskStage({ '/platform/prices': Prices }, '/platform/prices', [
    [billingDesk.prices, () => ({ data: prices })],
    [billingDesk.searchDevelopers, () => ({ data: { developers: [] } })],
    [billingDesk.findPrices, () => ({ data: { rows: [], records: 0, total: 0 } })],
    [call, (payload: unknown) => (sent.push(payload), { data: { startTime: '2027-03-01T00:00:00.000Z' } })],
  ])
  await press(`${say('tariff.prices.change')} ${say(`tariff.kinds.${kind}`)}`)
  const dialog = within(await screen.findByRole('dialog', { hidden: true }))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: say('blocks.entity.save'), hidden: true })))
  await waitFor(() => expect(sent).toHaveLength(1))
})

it('the form of rates prices typical licenses before and after, and sends fen', async () => {
  let sent: PayloadOf<typeof billingDesk.setRates> | undefined
  await openDeskStage({ '/platform/prices/edit': RatesForm }, '/platform/prices/edit', [
    [billingDesk.prices, () => ({ data: prices })],
    [billingDesk.searchDevelopers, () => ({ data: { developers: [] } })],
    [
      billingDesk.setRates,
      (payload) => {
        sent = payload
        return { data: { guid: 'x', startTime: '2027-02-01T00:00:00.000Z' } }
      },
    ],
  ])
  const rowOf = (name: string) =>
    [...(screen.getByText(name).closest('tr')?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
  await screen.findByText(say('tariff.samples.permanent'))
  // The kinds of codes have the names that developers read on their templates.
  expect(screen.getAllByText(new RegExp(`^${say('template.keyTypes.group')}授权码，`))).toHaveLength(2)
  expect(screen.getByText(/^PPM（按设备）/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect(rowOf(say('tariff.samples.permanent'))).toEqual(['¥58.00', '¥58.00', say('tariff.prices.same')])
  type(`${say('billing.fields.oneTimeFen')} (¥)`, '60.5')
  expect(rowOf(say('tariff.samples.permanent'))).toEqual(['¥58.00', '¥60.50', '+¥2.50'])
  expect(rowOf(say('tariff.samples.devices', { devices: 10 }))).toEqual(['¥63.00', '¥65.50', '+¥2.50'])
  await press(say('blocks.entity.save'))
  await answer(say('blocks.entity.save'))
  await waitFor(() => expect(sent).toMatchObject({ oneTimeFen: 6_050, perDayFen: 10, revision: 3 }))
})

it('a start is optional only while a change applies at once', async () => {
  await openDeskStage({ '/platform/prices/edit': RatesForm }, '/platform/prices/edit', [
    [billingDesk.prices, () => ({ data: prices })],
    [billingDesk.searchDevelopers, () => ({ data: { developers: [] } })],
  ])
  fireEvent.click(await screen.findByText(say('tariff.prices.whenLater')))
  const label = await screen.findByText(say('billing.fields.startTime'), { selector: 'label, legend' })
  expect(label.textContent).not.toContain(say('blocks.form.optional'))
})

it('a correction that waits can be confirmed by another operator only; an own one can be withdrawn', async () => {
  const row: CorrectionRow = {
    guid: 'a1b7a0e4-6a53-4a92-93a3-0ac1a4a1b002',
    developerId: '7',
    developerName: '星图',
    kind: 'wallet',
    amount: -250_000,
    note: '多付',
    state: 'waiting',
    maker: '何平',
    isOwn: true,
    createTime: '2027-02-01T00:00:00.000Z',
    decider: null,
    decideTime: null,
    reason: null,
    topUpGuid: null,
  }
  const rows = [row, { ...row, guid: 'a1b7a0e4-6a53-4a92-93a3-0ac1a4a1b003', developerName: '远山', isOwn: false }]
  const confirmed: unknown[] = []
  await openDeskStage({ '/platform/corrections': Corrections }, '/platform/corrections', [
    [
      billingDesk.findCorrections,
      () => ({ data: { rows, records: 2, total: 1, limitFen: LIMITS.desk.correctionFen } }),
    ],
    [billingDesk.searchDevelopers, () => ({ data: { developers: [] } })],
    [billingDesk.confirmCorrection, (payload) => (confirmed.push(payload), { data: {} })],
  ])
  expect((await screen.findAllByText(/−¥2,500\.00/)).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('button', { name: new RegExp(say('tariff.corrections.confirm')) })).toHaveLength(1)
  expect(
    screen.getAllByRole('button', { name: new RegExp(`^${say('tariff.corrections.takeBack')}`) }).length,
  ).toBeGreaterThan(0)
  await press(say('tariff.corrections.confirm'))
  await answer(say('tariff.corrections.confirm'))
  await waitFor(() => expect(confirmed).toEqual([{ guid: rows[1]?.guid }]))
})

it('without comparisons, the page says once what to import', async () => {
  await openDeskStage({ '/platform/reconciliations': Runs }, '/platform/reconciliations', [
    [paymentDesk.findRuns, () => ({ data: { rows: [], records: 0, total: 0 } })],
  ])
  await screen.findByText(say('tariff.reconciliations.empty'))
  expect(screen.getAllByText(say('tariff.reconciliations.intro'))).toHaveLength(1)
})
