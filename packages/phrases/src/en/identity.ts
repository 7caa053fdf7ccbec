import type { Phrases } from '../index.ts'

export const identity: Phrases['identity'] = {
  fields: {
    account: 'Mobile or e-mail', password: 'Password', confirmPassword: 'Confirm password', locale: 'Language', timeFormat: 'Time format', timeZone: 'Time zone', timeZoneId: 'Time zone', pageSize: 'Page size',
    developerName: 'Developer name', verifyCode: 'Code', country: 'Country or region', acceptTerms: 'Terms of service', spreadCode: 'Promotion code', bdVid: 'Click data', keyword: 'Source keyword',
    target: 'E-mail or mobile', purpose: 'Purpose', link: 'Link', method: 'Method', code: 'Code', credential: 'Passkey', trustDevice: 'Trust this device',
    userName: 'Name', name: 'Name', passkeyId: 'Passkey', guid: 'Id', isTrusted: 'Trusted', email: 'E-mail', mobile: 'Mobile', totp: 'One-time passwords', recoveryCodes: 'Recovery codes',
    passkey: 'Passkey', isSuper: 'Super administrator', session: 'Session', device: 'Device',
  },
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
