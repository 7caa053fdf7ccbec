// Inputs for the recipients: users by search, tags or pasted accounts; customers and integrators by name.
import { LIMITS, customerCalls, integratorCalls, userCalls } from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { NoAccessState } from '../../../blocks/control/states.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import type { PickerItem, PickerSource } from '../../../blocks/picker/picker-source.ts'
import { Picker } from '../../../blocks/picker/picker.tsx'
import { callServer, useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { TagPicks } from '../../customer/tag/index.ts'
import type { IssueForm } from './issue-draft.ts'

const { usersPerAddition } = LIMITS.license

export const userItem = ({ guid, account, userName }: Pick<UserRow, 'guid' | 'account' | 'userName'>): PickerItem => ({
  guid,
  name: account,
  note: userName ?? undefined,
})

/** Skips lines that are too long to be an account. */
async function usersNamed(lines: readonly string[]): Promise<readonly PickerItem[]> {
  const accounts = lines.filter((line) => line.length <= LIMITS.account.accountMax)
  return accounts.length === 0 ? [] : (await callServer(userCalls.findByAccounts, { accounts })).map(userItem)
}

interface UserPickerProps {
  users: readonly PickerItem[]
  onChange: (users: readonly PickerItem[]) => void
  /** Shown when the limit is reached or exceeded. */
  tooMany: ReactNode
}

export function UserPicker({ users, onChange, tooMany }: UserPickerProps) {
  const t = usePhrases()
  const canChoose = useCan(userCalls.find)
  const [tagGuids, setTagGuids] = useState<readonly string[]>([])
  const offered = useMemo(
    (): PickerSource<UserRow> => ({
      call: userCalls.find,
      searchBy: 'account',
      itemOf: userItem,
      named: usersNamed,
      ...(tagGuids.length > 0 && { where: { tagGuids } }),
    }),
    [tagGuids],
  )
  if (!canChoose) return <NoAccessState sentence={t('license.issue.users.noAccess')} />
  return (
    <Picker
      what={t('license.issue.users.what')}
      offered={offered}
      changes={{ add: users, remove: [] }}
      onChange={({ add }) => onChange(add)}
      max={usersPerAddition}
      pasted="accounts"
      filter={<TagPicks label={t('license.fields.tagGuids')} tagGuids={tagGuids} onChange={setTagGuids} />}
      tooMany={tooMany}
    />
  )
}

interface NamedFieldProps {
  form: IssueForm
  help?: string
}

export function CustomerField({ form, help }: NamedFieldProps) {
  const t = usePhrases()
  const canAsk = useCan(customerCalls.get)
  const [needle, setNeedle] = useState('')
  const { customerId } = form.values
  const { data, isPlaceholderData } = useAnswer(
    customerCalls.list,
    { name: needle.slice(0, LIMITS.customer.nameMax) || undefined },
    { keepPrevious: true },
  )
  const isAsked = customerId !== '' && data !== undefined && !data.some(({ guid }) => guid === customerId)
  const { data: chosen } = useAnswer(customerCalls.get, { guid: customerId }, { enabled: isAsked && canAsk })
  return (
    <Field form={form} name="customerId" help={help}>
      {(control) => (
        <Combobox
          {...control}
          name={form.labelOf('customerId')}
          options={(data ?? []).map(({ guid, name }) => ({ value: guid, label: name }))}
          isLoading={!data || isPlaceholderData}
          onNeedle={setNeedle}
          labelOf={() => chosen?.name}
          value={customerId}
          placeholder={t('license.issue.codes.customerPlaceholder')}
          onSelect={(value) => form.set('customerId', value)}
        />
      )}
    </Field>
  )
}

export function IntegratorField({ form, help }: NamedFieldProps) {
  const t = usePhrases()
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    integratorCalls.find,
    { currentPage: 1, pageSize: LIMITS.page.maxSize, name: needle.slice(0, LIMITS.customer.nameMax) || undefined },
    { keepPrevious: true },
  )
  return (
    <Field form={form} name="integratorGuid" help={help}>
      {(control) => (
        <Combobox
          {...control}
          name={form.labelOf('integratorGuid')}
          options={(data?.rows ?? []).map(({ guid, name }) => ({ value: guid, label: name }))}
          isLoading={!data || isPlaceholderData}
          onNeedle={setNeedle}
          value={form.values.integratorGuid}
          placeholder={t('license.issue.codes.integratorPlaceholder')}
          onSelect={(value) => form.set('integratorGuid', value)}
        />
      )}
    </Field>
  )
}
