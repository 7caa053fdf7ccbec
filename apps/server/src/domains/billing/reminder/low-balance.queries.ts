// SQL for the low-balance threshold and its alert. Held money does not count: it cannot be spent on anything else.
import { eq, sql } from 'drizzle-orm'
import { NONE } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { billingTerms } from '../ledger/ledger.tables.ts'

type Of = Pick<Books, 'db' | 'developerId'>

const spendable = (developerId: number) => sql`(
  select coalesce(sum(balance), 0)::bigint from ledger_account
  where developer_id = ${developerId} and kind in ('wallet', 'gift') and ref = ${NONE} and hold = ${NONE})`

interface LowBalance {
  balanceFen: number
  lineFen: number
}

/** Marks the alert as sent. Only the first caller that finds the balance below the threshold gets a result. */
export async function markLow({ db, developerId, now }: Of & Pick<Books, 'now'>): Promise<LowBalance | undefined> {
  const { rows } = await db.execute<{ balance: number; line: number }>(sql`
    update billing_terms set low_told_at = ${now}
    where developer_id = ${developerId} and low_told_at is null and low_balance_fen > ${spendable(developerId)}
    returning low_balance_fen as line, ${spendable(developerId)} as balance`)
  return rows[0] && { balanceFen: rows[0].balance, lineFen: rows[0].line }
}

/** Allows another alert once the balance is no longer below the threshold. */
export async function unmarkLow({ db, developerId }: Of): Promise<void> {
  await db.execute(sql`
    update billing_terms set low_told_at = null
    where developer_id = ${developerId} and low_told_at is not null and low_balance_fen <= ${spendable(developerId)}`)
}

/** Returns the current threshold and locks it until the transaction ends. */
export async function lockLine({ db, developerId }: Of): Promise<number | null> {
  const [row] = await db
    .select({ lineFen: billingTerms.lowBalanceFen })
    .from(billingTerms)
    .where(eq(billingTerms.developerId, developerId))
    .for('no key update')
  return row?.lineFen ?? null
}

/** Sets a new threshold, for which no alert has been sent. */
export async function setLine({ db, developerId }: Of, lineFen: number | null): Promise<void> {
  await db
    .update(billingTerms)
    .set({ lowBalanceFen: lineFen, lowToldAt: null })
    .where(eq(billingTerms.developerId, developerId))
}
