// Which rows of one kind an administrator sees: all, or those assigned here. One call saves both. Assigned rows outside
// the caller's scope are neither shown nor changed.
import { SCOPES, accessCalls, adminName, filled } from '@sealwright/contract'
import type { AssignedKind, ScopeChoice } from '@sealwright/contract'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { NoAccessState } from '../../blocks/control/states.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { SegmentedField } from '../../blocks/form/segmented-field.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import type { PickerItem } from '../../blocks/picker/picker-source.ts'
import { useAct } from '../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './access.css'
import { SCOPE_FIELDS } from './admin-draft.ts'
import type { AdminAnswer } from './admin-draft.ts'
import { useCanAssign } from './assign-kinds.ts'
import { ASSIGN_PATHS } from './assign-paths.ts'
import { KindPicker } from './assign-picker.tsx'
import { EditedAdmin } from './edited-admin.tsx'

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

function Assign({ admin, kind }: { admin: AdminAnswer; kind: AssignedKind }) {
  const t = usePhrases()
  const { userId } = admin
  const name = adminName(admin)
  const what = t(`access.kinds.${kind}`)
  const canChoose = useCanAssign(kind)
  const [initial] = useState<Draft>({ scope: admin[SCOPE_FIELDS[kind]], add: [], remove: [] })
  const form = useForm({ domain: 'access', fields: FIELDS, initial, spell })
  const assign = useAct(accessCalls.assign, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('access.assign.saved', { name, what }))
      goTo('/access', { showSearch: '1', editId: userId })
    },
  })
  const refused = form.errorAt('add') ?? form.errorAt('remove')
  return (
    <FormPage
      form={form}
      title={`${t(`access.titles.assign.${kind}`)} · ${name}`}
      sentence={t('access.assign.sentence', { what })}
      saveText={t('access.form.save')}
      isSaving={assign.isActing}
      refusal={assign.refusal}
      onSave={(values) => void assign.act({ ...values, userId, kind })}
      onCancel={() => goTo('/access', { showSearch: '1' })}
    >
      <div className="assign">
        <SegmentedField
          form={form}
          name="scope"
          options={SCOPES.map((value) => ({ value, label: t(`access.scopes.${value}`) }))}
        />
        {form.values.scope === 'all' ? (
          <Notice>{t('access.assign.allNote', { name, what })}</Notice>
        ) : canChoose ? (
          <KindPicker
            kind={kind}
            userId={userId}
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
  const { userId } = useSearchOf(ASSIGN_PATHS[kind])
  return (
    <EditedAdmin userId={userId}>
      {(admin) => <Assign key={`${userId} ${kind}`} admin={admin} kind={kind} />}
    </EditedAdmin>
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
