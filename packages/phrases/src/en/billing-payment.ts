import type { Phrases } from '../index.ts'

export const billingPayment: Phrases['billing']['payment'] = {
  subject: 'Top-up {serial}',
  leaves: 'Taking you to the payment page',
  go: 'Continue to payment',
  stays: 'This cannot be paid right now',
  back: 'Back to top-ups',
  notOurs:
    'The request to pay is incomplete, or did not come from this site. Go back to top-ups and choose to pay once more.',
  expired:
    'The time to pay this top-up is over. It was canceled and nothing was charged. Go back to top-ups and begin a new one.',
}
