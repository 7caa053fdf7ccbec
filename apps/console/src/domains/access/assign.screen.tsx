// Which rows of one kind an administrator sees: all, or those assigned here. One call saves both. Assigned rows outside
// the caller's scope are neither shown nor changed.
import {
  ASSIGNED_KINDS,
  LIMITS,
  SCOPES,
  accessCalls,
  adminName,
  customerCalls,
  filled,
  productCalls,
  userCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { AnswerOf, AssignedKind, ScopeChoice } from '@sealwright/contract'
import { ShieldX } from 'lucide-react'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { EmptyState, NoAccessState } from '../../blocks/control/states.tsx'
import { Edited } from '../../blocks/form/edited.tsx'
import { Field } from '../../blocks/form/field.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import type { PickerItem, PickerSource } from '../../blocks/picker/picker-source.ts'
import { Picker } from '../../blocks/picker/picker.tsx'
import type { PickerChanges } from '../../blocks/picker/picker.tsx'
import { useAct } from '../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './access.css'
import { SCOPE_FIELDS } from './admin-draft.ts'
import type { AdminAnswer } from './admin-draft.ts'
import { ASSIGN_PATHS } from './assign-paths.ts'
import { assignedItem } from './assigned-item.ts'
import { useWhyUntouchable } from './untouchable.ts'

const BACK = <BackToList to="/access" words="access.list.back" />

type AssignedRow = AnswerOf<typeof accessCalls.findAssigned>['rows'][number]

const FIND_CALLS = {
  product: productCalls.find,
  user: userCalls.find,
  customer: customerCalls.find,
  userLock: userLockCalls.find,
}
/** What people paste. */
const PASTED = { product: 'names', user: 'accounts', customer: 'names', userLock: 'shellNumbers' } as const

interface KindPickerProps {
  kind: AssignedKind
  admin: AdminAnswer
  what: string
  changes: PickerChanges
  onChange: (changes: PickerChanges) => void
}

function KindPicker({ kind, admin: { userId }, ...rest }: KindPickerProps) {
  const t = usePhrases()
  const itemOf = (row: AssignedRow) => assignedItem(t, kind, row)
  const chosen: PickerSource<AssignedRow> = {
    call: accessCalls.findAssigned,
    where: { userId, kind },
    searchBy: 'name',
    itemOf,
  }
  const pick = {
    ...rest,
    chosen,
    max: LIMITS.access.assignAtOnce,
    pasted: PASTED[kind],
  }
  const pickers: Record<AssignedKind, ReactNode> = {
    product: (
      <Picker
        {...pick}
        offered={{
          call: FIND_CALLS.product,
          searchBy: 'productName',
          itemOf: ({ guid, name, licenseId }) => itemOf({ guid, name, note: String(licenseId) }),
        }}
      />
    ),
    user: (
      <Picker
        {...pick}
        offered={{
          call: FIND_CALLS.user,
          searchBy: 'account',
          itemOf: ({ guid, account, userName }) => itemOf({ guid, name: account, note: userName }),
        }}
      />
    ),
    customer: (
      <Picker
        {...pick}
        offered={{
          call: FIND_CALLS.customer,
          searchBy: 'name',
          itemOf: ({ guid, name, contact }) => itemOf({ guid, name, note: contact }),
        }}
      />
    ),
    userLock: (
      <Picker
        {...pick}
        offered={{
          call: FIND_CALLS.userLock,
          searchBy: 'keyword',
          itemOf: ({ guid, shellNumber, customerName }) => itemOf({ guid, name: shellNumber, note: customerName }),
        }}
      />
    ),
  }
  return pickers[kind]
}

interface Draft {
  scope: ScopeChoice
  add: readonly PickerItem[]
  remove: readonly PickerItem[]
}

const { scope, add, remove } = accessCalls.assign.payload.shape
// The scope always has a value.
const FIELDS = { scope: filled(scope), add, remove }
const spell = (draft: Draft) => ({
  scope: draft.scope,
  add: draft.add.map(({ guid }) => guid),
  remove: draft.remove.map(({ guid }) => guid),
})

/** The next kind to assign to a new administrator. */
function kindAfter(kind: AssignedKind, admin: AdminAnswer): AssignedKind | undefined {
  return ASSIGNED_KINDS.slice(ASSIGNED_KINDS.indexOf(kind) + 1).find((later) => admin[SCOPE_FIELDS[later]] === 'some')
}

function Assign({ admin, kind, isNew }: { admin: AdminAnswer; kind: AssignedKind; isNew: boolean }) {
  const t = usePhrases()
  const { userId } = admin
  const name = adminName(admin)
  const what = t(`access.kinds.${kind}`)
  const next = isNew ? kindAfter(kind, admin) : undefined
  const canChoose = useCan(FIND_CALLS[kind])
  const [initial] = useState<Draft>({ scope: admin[SCOPE_FIELDS[kind]], add: [], remove: [] })
  const form = useForm({ domain: 'access', fields: FIELDS, initial, spell })
  const assign = useAct(accessCalls.assign, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('access.assign.saved', { name, what }))
      if (next) goTo(ASSIGN_PATHS[next], { userId, isNew: '1' })
      else goTo('/access', { showSearch: '1', editId: userId })
    },
  })
  const refused = form.errorAt('add') ?? form.errorAt('remove')
  return (
    <FormPage
      form={form}
      title={`${t(`access.titles.assign.${kind}`)} · ${name}`}
      sentence={t('access.assign.sentence', { what })}
      saveText={next ? t('access.assign.saveNext', { what: t(`access.kinds.${next}`) }) : t('access.form.save')}
      isSaving={assign.isActing}
      refusal={assign.refusal}
      onSave={(values) => void assign.act({ ...values, userId, kind })}
      onCancel={() => goTo('/access', { showSearch: '1' })}
    >
      <div className="assign">
        <Field form={form} name="scope" label={t('access.fields.scope')} isGroup>
          {({ id: _id, ...control }) => (
            <Segmented
              {...control}
              label={t('access.fields.scope')}
              value={form.values.scope}
              options={SCOPES.map((value) => ({ value, label: t(`access.scopes.${value}`) }))}
              onSelect={(value) => form.set('scope', value)}
            />
          )}
        </Field>
        {form.values.scope === 'all' ? (
          <Notice>{t('access.assign.allNote', { name, what })}</Notice>
        ) : canChoose ? (
          <KindPicker
            kind={kind}
            admin={admin}
            what={what}
            changes={form.values}
            onChange={(changes) => {
              form.set('add', changes.add)
              form.set('remove', changes.remove)
            }}
          />
        ) : (
          <NoAccessState sentence={t('access.assign.noAccess', { what })} />
        )}
        {refused && (
          <p className="field-error" role="alert">
            {refused}
          </p>
        )}
      </div>
    </FormPage>
  )
}

function AssignScreen({ kind }: { kind: AssignedKind }) {
  const { userId, isNew } = useSearchOf(ASSIGN_PATHS[kind])
  const whyUntouchable = useWhyUntouchable()
  return (
    <Edited call={accessCalls.get} payload={{ userId }} back={BACK}>
      {(admin) => {
        const whyNot = whyUntouchable(admin)
        return whyNot ? (
          <EmptyState icon={ShieldX} title={adminName(admin)} sentence={whyNot} action={BACK} />
        ) : (
          <Assign key={`${userId} ${kind}`} admin={admin} kind={kind} isNew={isNew === '1'} />
        )
      }}
    </Edited>
  )
}

export const screenOf = (kind: AssignedKind): ComponentType => SCREENS[kind]

// Created once: React would remount a component that is created anew.
const SCREENS: Record<AssignedKind, ComponentType> = {
  product: () => <AssignScreen kind="product" />,
  user: () => <AssignScreen kind="user" />,
  customer: () => <AssignScreen kind="customer" />,
  userLock: () => <AssignScreen kind="userLock" />,
}
