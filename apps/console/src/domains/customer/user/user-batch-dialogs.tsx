// Dialogs that change many users: several or new tags, and the customer. The change is a task that can be undone.
import { LIMITS, customerName, tagNames, userCalls } from '@sealwright/contract'
import type { PayloadOf, UserRow, Violation } from '@sealwright/contract'
import { useState } from 'react'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { say, usePhrases } from '../../../lib/words/i18n.tsx'
import { showTask } from '../../task/progress/index.ts'
import { CustomerField } from './user-customer-field.tsx'
import { UserTagsField } from './user-tags-field.tsx'

type Users = readonly Pick<UserRow, 'guid'>[]
export type UserChange = Omit<PayloadOf<typeof userCalls.batchUpdate>, 'guids'>

export const guidsOf = (users: Users) => users.map(({ guid }) => guid)

/** Shows the task that changes users. */
export const showChange = (taskId: string) =>
  showTask({
    taskId,
    titles: { running: say('customer.user.batch.progress'), ended: say('customer.user.batch.ended') },
  })

interface DialogProps {
  users: Users
  /** Gets the task of the change. */
  onDone: (taskId: string) => void
  onClose: () => void
}

function useChange({ users, onDone, onClose }: DialogProps) {
  const { act, isActing, refusal } = useAct(userCalls.batchUpdate, {
    showsRefusal: true,
    onDone: ({ taskId }) => {
      onClose()
      onDone(taskId)
    },
  })
  return { change: (change: UserChange) => void act({ guids: guidsOf(users), ...change }), isActing, refusal }
}

const NO_TAGS: { tags: readonly string[] } = { tags: [] }
const TAG_FIELDS = { tags: tagNames }
const spellTags = ({ tags }: typeof NO_TAGS) => ({ tags })
const needsTags = ({ tags }: Record<string, unknown>): Violation[] =>
  Array.isArray(tags) && tags.length > 0 ? [] : [{ path: 'tags', rule: 'required', params: {} }]

function TagsDialog(props: DialogProps) {
  const t = usePhrases()
  const { change, isActing, refusal } = useChange(props)
  const form = useForm({ domain: 'customer', fields: TAG_FIELDS, rules: needsTags, initial: NO_TAGS, spell: spellTags })
  const count = props.users.length
  return (
    <FormDialog
      form={form}
      title={t('customer.user.batch.tagsTitle', { count })}
      saveText={t('customer.user.batch.tagsSave', { count })}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => change({ addTags: [...form.values.tags] })}
      onClose={props.onClose}
    >
      <p>{t('customer.user.batch.tagsSentence', { max: LIMITS.tag.perUser, hours: LIMITS.task.undoHours })}</p>
      <UserTagsField form={form} />
    </FormDialog>
  )
}

const WAYS = ['assign', 'clear'] as const
const WAY_WORDS = { assign: 'customer.user.batch.ways.assign', clear: 'customer.user.batch.ways.clear' } as const
const NO_CUSTOMER = { customerName: '' }
const NEEDED = { customerName }
const NOTHING = {}
const spellCustomer = ({ customerName: name }: typeof NO_CUSTOMER) => ({ customerName: name })

function CustomerDialog(props: DialogProps) {
  const t = usePhrases()
  const { change, isActing, refusal } = useChange(props)
  const [way, setWay] = useState<(typeof WAYS)[number]>('assign')
  const isAssigning = way === 'assign'
  const form = useForm({
    domain: 'customer',
    fields: isAssigning ? NEEDED : NOTHING,
    initial: NO_CUSTOMER,
    spell: spellCustomer,
  })
  const count = props.users.length
  return (
    <FormDialog
      form={form}
      title={t('customer.user.batch.customerTitle', { count })}
      saveText={t(isAssigning ? 'customer.user.batch.customerSave' : 'customer.user.batch.clearSave', { count })}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => change({ customerName: isAssigning ? form.values.customerName : null })}
      onClose={props.onClose}
    >
      <p>{t('customer.user.batch.customerSentence', { hours: LIMITS.task.undoHours })}</p>
      <Segmented
        label={t('customer.user.batch.customer')}
        value={way}
        options={WAYS.map((value) => ({ value, label: t(WAY_WORDS[value]) }))}
        onSelect={setWay}
      />
      {isAssigning && <CustomerField form={form} />}
    </FormDialog>
  )
}

const DIALOGS = { tags: TagsDialog, customer: CustomerDialog }

/** Opens a dialog; once its change is a task, clears the selection and shows the task. */
export async function askChange(about: keyof typeof DIALOGS, users: Users, done: () => void): Promise<void> {
  const Dialog = DIALOGS[about]
  let started: string | undefined
  await showDialog((settle) => (
    <Dialog users={users} onDone={(taskId) => (started = taskId)} onClose={() => settle(true)} />
  ))
  if (started === undefined) return
  done()
  await showChange(started)
}
