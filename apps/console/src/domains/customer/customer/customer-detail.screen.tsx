// One customer: its facts, its users, its license codes, its locks and its history.
import { userCalls } from '@sealwright/contract'
import { EntityDetail, EntityPage } from '../../../blocks/entity/entity-detail.tsx'
import { goTo } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { useLocksTab } from '../../dongle/tab/index.ts'
import { LicensesTab, useLicenseCount, useSeenFamilies } from '../../license/tab/index.ts'
import { useHistoryTab } from '../../operation-log/index.ts'
import { useDeleteCustomer } from './customer-delete.ts'
import { CustomerUsers } from './customer-users.tsx'
import { customer } from './customer.entity.tsx'
import type { CustomerAnswer } from './customer.entity.tsx'

/** Only license codes are issued to customers. */
const CODES = ['sn', 'smart'] as const

function Customer({ answer }: { answer: CustomerAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, userCount } = answer
  const remove = useDeleteCustomer(() => goTo('/customer', { showSearch: '1' }))
  const canSeeUsers = useCan(userCalls.find)
  const codes = useSeenFamilies(CODES)
  const codesCount = useLicenseCount(codes, 'customerGuid', guid)
  const locks = useLocksTab({ of: 'customerGuid', guid, tab: 'locks' })
  const history = useHistoryTab(customer, guid)
  const users = {
    key: 'users',
    title: t('customer.customer.tabs.users'),
    ...(userCount !== null && { count: format.number(userCount) }),
    content: <CustomerUsers customer={answer} />,
  }
  const licenses = {
    key: 'codes',
    title: t('customer.customer.tabs.codes'),
    ...(codesCount !== undefined && { count: codesCount }),
    content: (
      <LicensesTab families={codes} of="customerGuid" guid={guid} tab="codes" listSearch={{ customerGuid: guid }} />
    ),
  }
  return (
    <EntityPage
      entity={customer}
      answer={answer}
      onDelete={remove}
      tabs={[...(canSeeUsers ? [users] : []), ...(codes.length > 0 ? [licenses] : []), ...locks, history]}
    />
  )
}

export function Screen() {
  return <EntityDetail entity={customer}>{(answer) => <Customer answer={answer} />}</EntityDetail>
}
