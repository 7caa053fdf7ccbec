// The door: who has no session goes to the sign-in page, which remembers where they wanted to go. Visiting that page ends the session.
import { LOGIN_PATH } from '../lib/go.ts'
import type { ScreenRow } from '../lib/screen.ts'
import { forgetSession } from '../lib/stored.ts'

export function isOutside(row: ScreenRow): boolean {
  return row.access.kind === 'open'
}

export function beforeOutside(row: ScreenRow): void {
  if (row.path === LOGIN_PATH) forgetSession()
}
