import { codeOf, lendingCodeOf, shownCode } from '@sealwright/contract'
import type { LendingRow, LendingSeats, ShownCode } from '@sealwright/contract'

/** With their check characters. */
export const CODE = shownCode(codeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]))
export const LENDING_CODE = shownCode(lendingCodeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))

export const SHOWN: ShownCode = {
  developerName: '远山软件',
  logo: null,
  productName: '星图 CAD',
  otherProductNames: [],
  maskedCode: 'ABCD-••••-••••-PQRS',
  status: 4,
  startTime: null,
  expireTime: new Date(2099, 4, 1).toISOString(),
  startsWithUse: false,
  usesLeft: null,
  machines: [
    { guid: '00000000-0000-4000-8000-0000000000a1', name: 'of****pc', bindTime: date(2026, 3, 2), isOffline: true },
    { guid: '00000000-0000-4000-8000-0000000000a2', name: 'ho****pc', bindTime: date(2026, 3, 3), isOffline: false },
  ],
  bound: 2,
  machineLimit: 5,
  offlineBind: true,
  canUnbind: true,
  lends: true,
  seats: 5,
  lent: 1,
}

function date(year: number, month: number, day: number): string {
  return new Date(year, month - 1, day, 9).toISOString()
}

export const SEATS: LendingSeats = {
  isOn: true,
  seats: 5,
  taken: 2,
  lent: 1,
  lendable: 3,
  left: 2,
  days: 30,
  late: 0,
}

export const ROW: LendingRow = {
  guid: '00000000-0000-4000-8000-0000000000b1',
  code: LENDING_CODE.replaceAll('-', ''),
  state: 'created',
  person: '林工',
  email: 'lin@example.com',
  days: 7,
  note: null,
  isBorrowed: false,
  lender: 'boss@example.com',
  createTime: date(2026, 3, 1),
  dueTime: new Date(2099, 4, 1).toISOString(),
  machineName: null,
  bindTime: null,
  seenTime: null,
  endTime: null,
  reason: null,
  isLate: false,
}
