import type { Phrases } from '../../phrases.ts'

export const billingFee: Phrases['billing']['fee'] = {
  unpaidTitle: 'Platform service fee unpaid',
  renewTitle: 'Renew the platform service fee',
  ask: 'Ask your super administrator, “{name}”, to pay it.',
  none: 'No platform service fee is due.',
  amount: 'Service fee',
  amountOf: '{amount} ({months, plural, one {# month} other {# months}})',
  period: 'Period',
  periodOf: '{from} to {until}',
  paid: 'Platform service fee paid until {until}',
  payment: {
    pay: 'Pay',
    confirm: 'Pay {amount}',
    available: 'Available balance',
    after: 'Balance after payment',
    short: 'Your balance is {amount} short.',
    topUp: 'Top up',
  },
  issue: {
    title: 'Issuing cost',
    sentence: 'At current rates. Nothing is charged here.',
    count: 'Licenses',
    ppm: 'Issuing is free. Each newly bound device is charged by tier, starting at {amount} for the first one.',
    dongle: "The license is written to the customer's own dongle. The platform charges nothing for issuing it.",
    unitsShort: 'Not enough: {count, number} needed, {left, number} available.',
    short: 'The balance is too low to issue these licenses.',
    overdue: 'The account is overdue. Pay the amount due to issue licenses again.',
    settle: 'Pay amount due',
    buy: 'Buy packages',
  },
}
