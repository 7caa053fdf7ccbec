import type { Phrases } from '../index.ts'

export const identity: Phrases['identity'] = {
  fields: { account: 'Mobile or e-mail', password: 'Password', locale: 'Language', timeFormat: 'Time format', pageSize: 'Page size' },
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
