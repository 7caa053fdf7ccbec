import type { Phrases } from '../index.ts'

export const identity: Phrases['identity'] = {
  fields: { account: 'Mobile or e-mail', password: 'Password', locale: 'Language', timeFormat: 'Time format', pageSize: 'Page size' },
  login: {
    title: 'Sign in',
    heading: 'Sign in to Sealwright',
    sentence: 'Manage products and licenses, and protect your software.',
    accountPlaceholder: 'Your mobile number or e-mail',
    passwordPlaceholder: 'Your password',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    submit: 'Sign in',
    submitting: 'Signing in',
    unreachable: 'The server cannot be reached. Check the network and try again.',
    picture: 'The list of products, as it looks',
  },
  costs: {
    perDay: 'Per day',
    perDayDescription: '¥{yuan} a license a day',
    perYear: 'Per year',
    perYearDescription: '¥{yuan} a license a year',
    oneTime: 'One-time',
    oneTimeDescription: '¥{yuan} a license, once; permanent licenses are possible',
  },
  concurrentTypes: { process: 'By process', winUserSession: 'By Windows user session', machine: 'By computer' },
}
