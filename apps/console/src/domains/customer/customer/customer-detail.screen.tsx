// One customer: its facts, its users, and what happened to it.
import { customerCalls, userCalls } from '@sealwright/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { DetailError, DetailPage, DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink, changeSearch, goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCan } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { LicensesTab, useLicenseCount, useSeenFamilies } from '../../license/tab/index.ts'
import { OperationHistory } from '../../operation-log/index.ts'
import { useDeleteCustomer } from './customer-delete.ts'
import { CUSTOMER_FIELDS } from './customer-form.tsx'
import type { CustomerAnswer } from './customer-form.tsx'
import { UserCount } from './customer-user-count.tsx'
import { CustomerUsers } from './customer-users.tsx'

const FIELDS = Object.keys(CUSTOMER_FIELDS)
/** What is issued to a customer: codes. */
const CODES = ['sn', 'smart'] as const

function Customer({ customer }: { customer: CustomerAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, tab = 'users' } = useSearchOf('/customer/view')
  const remove = useDeleteCustomer(() => goTo('/customer', { showSearch: '1' }))
  const canSeeUsers = useCan(userCalls.find)
  const codes = useSeenFamilies(CODES)
  const codesCount = useLicenseCount(codes, 'customerGuid', guid)
  const { name, userCount } = customer
  return (
    <DetailPage
      mark={<Monogram name={name} size={56} />}
      title={name}
      actions={
        <>
          <Can call={customerCalls.delete}>
            <Button icon={Trash2} onPress={() => remove(customer)}>
              {t('customer.customer.actions.delete')}
            </Button>
          </Can>
          <Can call={customerCalls.update}>
            <ScreenLink
              to="/customer/edit"
              search={{ guid, sourcePath: '/customer/view' }}
              className={buttonClass({ kind: 'primary' })}
            >
              <Pencil size={15} aria-hidden />
              {t('customer.customer.actions.edit')}
            </ScreenLink>
          </Can>
        </>
      }
      facts={[
        { label: t('common.fields.contact'), value: customer.contact },
        { label: t('common.fields.phone'), value: customer.phone && <CopyText text={customer.phone} /> },
        { label: t('common.fields.email'), value: customer.email && <CopyText text={customer.email} /> },
        { label: t('common.fields.address'), value: customer.address },
        {
          label: t('customer.fields.userCount'),
          value: (
            <UserCount
              count={userCount}
              label={t('customer.customer.list.usersOf', { name, count: userCount ?? 0 })}
              search={{ customerGuid: guid }}
            />
          ),
        },
        { label: t('customer.fields.createdBy'), value: customer.createdBy },
        { label: t('customer.fields.createTime'), value: <TimeCell at={customer.createTime} /> },
        { label: t('customer.fields.updateTime'), value: <TimeCell at={customer.updateTime} /> },
        { label: t('common.fields.remark'), value: customer.remark, isWide: true },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/customer/view', { guid, tab: key })}
      tabs={[
        ...(canSeeUsers
          ? [
              {
                key: 'users',
                title: t('customer.customer.tabs.users'),
                ...(userCount !== null && { count: format.number(userCount) }),
                content: <CustomerUsers customer={customer} />,
              },
            ]
          : []),
        ...(codes.length > 0
          ? [
              {
                key: 'codes',
                title: t('customer.customer.tabs.codes'),
                ...(codesCount !== undefined && { count: codesCount }),
                content: (
                  <LicensesTab
                    families={codes}
                    of="customerGuid"
                    guid={guid}
                    tab="codes"
                    listSearch={{ customerGuid: guid }}
                  />
                ),
              },
            ]
          : []),
        {
          key: 'history',
          title: t('customer.customer.tabs.history'),
          content: <OperationHistory targetKind="customer" targetGuid={guid} fields={FIELDS} />,
        },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf('/customer/view')
  const answer = useAnswer(customerCalls.get, { guid })
  if (answer.data) return <Customer customer={answer.data} />
  if (answer.error)
    return (
      <DetailError
        error={answer.error}
        onRetry={() => void answer.refetch()}
        back={<BackToList to="/customer" words="customer.customer.form.back" />}
      />
    )
  return <DetailSkeleton />
}
