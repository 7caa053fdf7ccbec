import type { Phrases } from '../index.ts'

export const billingFee: Phrases['billing']['fee'] = {
  unpaidTitle: 'The platform service fee is unpaid',
  renewTitle: 'Pay the next platform service fee',
  ask: 'Ask your super administrator, “{name}”, to pay it.',
  none: 'No platform service fee is due now.',
  amount: 'Service fee',
  amountOf: '{amount} ({months, plural, one {# month} other {# months}})',
  period: 'Period',
  periodOf: '{from} to {until}',
  confirm: 'Pay {amount}',
  paid: 'The platform service fee is paid until {until}',
  payment: {
    available: 'Available balance',
    after: 'Balance afterwards',
    short: 'The balance is {amount} short.',
    topUp: 'Top up',
  },
  issue: {
    title: 'Cost of issuing',
    sentence: 'At the present rates. Nothing is charged here.',
    count: 'Licenses',
    ppm: 'Each machine that is newly bound is then charged to the balance at the one-time rate.',
    left: 'There are {left, number}.',
    unitsShort: 'Not enough: {count, number} are needed, there are only {left, number}.',
    short: 'The balance is not enough to issue them.',
    overdue: 'The account is overdue: nothing can be issued until it is settled.',
    settle: 'Settle',
    buy: 'Buy packages',
  },
}
