// Files, exchanges and readings as the server answers them.
import type { ExchangeRow, ReadFile, ToldFile } from '@sealwright/contract'

export const LICENSE = '00000000-0000-4000-8000-000000000001'
export const EXCHANGE = '00000000-0000-4000-8000-0000000000e1'
const CODE = 'ABCDEFGHJKMNPQRS'
export const SHOWN_CODE = 'ABCD-EFGH-JKMN-PQRS'
const MADE = '2026-01-01T00:00:00.000Z'
const UNTIL = '2026-01-31T00:00:00.000Z'

/** The text of a request file. The server of a test does not look inside. */
export const c2d = (mark: string) => `SEALWRIGHT C2D 1\n${mark}\n#0123abcd\n`
export const c2dFile = (mark: string) => new File([c2d(mark)], `${mark}.c2d`)

export const toldOf = (given: Partial<ToldFile> = {}): ToldFile => ({
  name: 'office-pc.c2d',
  file: 'C2D',
  kind: 'bind',
  digest: 'ab'.repeat(32),
  madeTime: MADE,
  validUntil: UNTIL,
  machine: { name: 'OFFICE-PC', os: 'Windows 11', fingerprint: 'fingerprint-1' },
  lock: null,
  code: CODE,
  account: null,
  licenses: [{ family: 'sn', guid: LICENSE, serial: CODE, productName: '星图', status: 1 }],
  packages: [],
  exchange: null,
  ...given,
})

export const readOf = (given: Partial<ReadFile> = {}): ReadFile => ({
  name: 'office-pc.c2d',
  told: toldOf(),
  isAllowed: true,
  reason: null,
  message: null,
  fix: null,
  ...given,
})

export const exchangeOf = (given: Partial<ExchangeRow> = {}): ExchangeRow => ({
  guid: EXCHANGE,
  kind: 'bind',
  state: 'ready',
  time: MADE,
  way: 'workbench',
  by: '林小满',
  machineGuid: '00000000-0000-4000-8000-0000000000f1',
  machineName: 'OFFICE-PC',
  name: 'office-pc.c2d',
  answerName: 'office-pc.d2c',
  madeTime: MADE,
  validUntil: UNTIL,
  digest: 'ab'.repeat(32),
  licenseGuid: LICENSE,
  family: 'sn',
  serial: CODE,
  ...given,
})
