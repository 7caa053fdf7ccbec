// Writes the sign-in history of an account, for the console and for programs. Attempts refused during a wait are
// neither counted nor recorded, so a flood leaves few rows.
import type { SignInOutcome } from '@sealwright/contract'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { commitWithoutWaiting, insertSignIn } from '../identity.queries.ts'
import type { SignInRow } from '../identity.queries.ts'
import type { Attempt } from './guessing.service.ts'

/** Who signs in, from where. An account id that does not exist writes nothing. */
export type SignInPlace = Omit<SignInRow, 'outcome'>

export const noteSignIn = (db: Db, place: SignInPlace, outcome: SignInOutcome) =>
  insertSignIn(db, { ...place, outcome })

/** Records a wrong attempt, and the wait if it starts one. */
export async function noteWrong(
  database: Database,
  place: SignInPlace,
  outcome: 'wrongPassword' | 'wrongSecondFactor' | 'browserNeeded',
  { beginsWait }: Attempt,
): Promise<void> {
  await database.outsideTenants(async (db) => {
    // An unknown name writes no row. Waiting for the disk here would reveal by timing that the account exists.
    if (outcome !== 'wrongSecondFactor') await commitWithoutWaiting(db)
    await noteSignIn(db, place, outcome)
    if (beginsWait) await noteSignIn(db, place, 'slowedDown')
  })
}
