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
  paid: 'The platform service fee is paid until {until}',
  payment: {
    pay: 'Pay',
    confirm: 'Pay {amount}',
    available: 'Available balance',
    after: 'Balance afterwards',
    short: 'The balance is {amount} short.',
    topUp: 'Top up',
  },
  issue: {
    title: 'Cost of issuing',
    sentence: 'At the present rates. Nothing is charged here.',
    count: 'Licenses',
    ppm: 'Issuing is free. Each newly bound machine is charged by how many there are; the first costs {amount}.',
    dongle: "The license is written to the customer's own dongle: the platform charges nothing for issuing it.",
    unitsShort: 'Not enough: {count, number} are needed, there are only {left, number}.',
    short: 'The balance is not enough to issue them.',
    overdue: 'The account is overdue: nothing can be issued until it is settled.',
    settle: 'Settle',
    buy: 'Buy packages',
  },
}
