import type { Phrases } from '../../phrases.ts'

export const billingPayment: Phrases['billing']['payment'] = {
  subject: 'Top-up {serial}',
  leaves: 'Taking you to the payment page',
  go: 'Continue to payment',
  stays: 'Payment is not possible right now',
  back: 'Back to top-ups',
  notOurs: 'The payment request is incomplete or did not come from this site. Go back to top-ups and pay from there.',
  expired:
    'The time to pay for this top-up has run out. It was canceled, and nothing was charged. Go back to top-ups and start a new one.',
}
