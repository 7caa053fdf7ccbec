import type { Phrases } from '../index.ts'

export const shell: Phrases['shell'] = {
  close: 'Close',
  cancel: 'Cancel',
  ok: 'OK',
  serviceFee: {
    blocked: 'Pay the platform service fee to continue.',
    askSuper: 'Ask your super administrator to pay the platform service fee.',
    pay: 'Go to pay',
  },
  download: { saved: 'Downloaded {fileName}' },
}
