// What can be spent, gifts included, in the header, with a link to billing. The pages of the balance show it
// themselves. Every write makes it stale, like other answers.
import { billingCalls } from '@sealwright/contract'
import { Wallet } from 'lucide-react'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink, usePath } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import css from './header-balance.module.css'

const STALE_MS = 60_000
const OWN_PAGES: readonly string[] = ['/billing', '/billing/topUp']

export function HeaderBalance() {
  const t = usePhrases()
  const { money } = useFormat()
  const canSee = useCan(billingCalls.balance)
  const { data } = useAnswer(billingCalls.balance, {}, { enabled: canSee, staleMs: STALE_MS })
  const path = usePath()
  if (!canSee || !data || OWN_PAGES.includes(path)) return null
  const amount = money(data.balanceFen + data.giftFen)
  const label = t('shell.balance', { amount })
  return (
    <ScreenLink
      to="/billing"
      className={css.balance}
      data-state={data.standing.isOverdue ? 'overdue' : data.isLow ? 'low' : undefined}
      aria-label={label}
      data-tip={label}
    >
      <Wallet size={15} aria-hidden />
      {amount}
    </ScreenLink>
  )
}
