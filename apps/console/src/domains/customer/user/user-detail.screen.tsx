// One user: account, profile, licenses and history.
import { ACCOUNT_TYPES, GENDERS, operationLogCalls, userCalls, userProfile } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { DetailPage } from '../../../blocks/detail/detail-page.tsx'
import { FactList } from '../../../blocks/detail/fact-list.tsx'
import { Loaded } from '../../../blocks/detail/loaded.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { ScreenLink, changeSearch, goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can } from '../../../lib/session/can.tsx'
import { usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { LicensesTab, useLicenseCount, useSeenFamilies } from '../../license/tab/index.ts'
import { OperationHistory } from '../../operation-log/index.ts'
import { useMailTab } from '../../sender/tab/index.ts'
import { useDeleteUser } from './user-delete.tsx'
import type { UserAnswer } from './user-draft.ts'
import { UserMark, isWaiting } from './user-mark.tsx'
import { useResendActivation } from './user-resend.ts'
import { askUserPassword } from './user-set-password.tsx'
import { GENDER_NAMES, accountKind, genderWord, kindWord } from './user-words.ts'
import { Activated, CustomerName, UserTags } from './user.columns.tsx'

/** The license families that a user can hold. */
const HELD = ['account'] as const
const FIELDS = ['account', 'accountType', ...Object.keys(userProfile), 'resentTo']

function User({ user }: { user: UserAnswer }) {
  const t = usePhrases()
  const say = useSentences()
  const { guid, tab = 'details' } = useSearchOf('/user/view')
  const remove = useDeleteUser(() => goTo('/user', { showSearch: '1' }))
  const resend = useResendActivation()
  const held = useSeenFamilies(HELD)
  const heldCount = useLicenseCount(held, 'userGuid', guid)
  const mailTab = useMailTab('user', guid)
  const gender = GENDER_NAMES.find((name) => GENDERS[name] === user.gender)
  return (
    <DetailPage
      mark={<UserMark accountType={user.accountType} size={56} />}
      title={user.account}
      subtitle={user.userName}
      actions={
        <>
          <Can call={userCalls.delete}>
            <Button icon={Trash2} onPress={() => remove(user)}>
              {t('customer.user.actions.delete')}
            </Button>
          </Can>
          {user.accountType === ACCOUNT_TYPES.shadow && (
            <Can call={userCalls.setPassword}>
              <Button icon={KeyRound} onPress={() => askUserPassword(user)}>
                {t('customer.user.actions.setPassword')}
              </Button>
            </Can>
          )}
          <Can call={userCalls.update}>
            <ScreenLink
              to="/user/edit"
              search={{ guid, sourcePath: '/user/view' }}
              className={buttonClass({ kind: 'primary' })}
            >
              <Pencil size={15} aria-hidden />
              {t('customer.user.actions.edit')}
            </ScreenLink>
          </Can>
        </>
      }
      notices={
        isWaiting(user) && (
          <Notice
            tone="warn"
            action={
              <Can call={userCalls.resendActivation}>
                <Button size="small" icon={Send} onPress={() => resend(user)}>
                  {t('customer.user.actions.resend')}
                </Button>
              </Can>
            }
          >
            {t('customer.user.detail.waiting')}
          </Notice>
        )
      }
      facts={[
        { label: t('common.fields.account'), value: <CopyText text={user.account} /> },
        { label: t('customer.fields.accountType'), value: kindWord(t, accountKind(user.accountType)) },
        { label: t('customer.user.activation'), value: <Activated isActive={user.activated} /> },
        { label: t('customer.fields.customerName'), value: <CustomerName {...user} /> },
        { label: t('customer.fields.tags'), value: <UserTags tags={user.tags} /> },
        { label: t('common.fields.createdBy'), value: user.createdBy },
        { label: t('common.fields.createTime'), value: <TimeCell at={user.createTime} /> },
        { label: t('common.fields.updateTime'), value: <TimeCell at={user.updateTime} /> },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/user/view', { guid, tab: key })}
      tabs={[
        {
          key: 'details',
          title: t('customer.user.tabs.details'),
          content: (
            <FactList
              facts={[
                { label: t('common.fields.userName'), value: user.userName },
                { label: t('customer.fields.gender'), value: gender && genderWord(t, gender) },
                { label: t('common.fields.phone'), value: user.phone },
                { label: t('common.fields.address'), value: user.address, isWide: true },
                { label: t('customer.fields.description'), value: user.description, isWide: true },
              ]}
            />
          ),
        },
        ...(held.length > 0
          ? [
              {
                key: 'licenses',
                title: t('customer.user.tabs.licenses'),
                ...(heldCount !== undefined && { count: heldCount }),
                content: (
                  <LicensesTab
                    families={held}
                    of="userGuid"
                    guid={guid}
                    tab="licenses"
                    listSearch={{ keyword: user.account }}
                  />
                ),
              },
            ]
          : []),
        mailTab,
        {
          key: 'history',
          title: t('customer.user.tabs.history'),
          content: (
            <Can call={operationLogCalls.find}>
              <OperationHistory
                targetKind="user"
                targetGuid={guid}
                fields={FIELDS}
                labelOf={(field) => fieldLabel(say, 'customer', field)}
              />
            </Can>
          ),
        },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf('/user/view')
  return (
    <Loaded call={userCalls.get} payload={{ guid }} back={<BackToList to="/user" words="customer.user.form.back" />}>
      {(user) => <User user={user} />}
    </Loaded>
  )
}
