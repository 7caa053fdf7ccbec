// Dialogs over the list of tags: creating and renaming one, and deleting one after saying how many users lose it.
import { tagCalls } from '@sealwright/contract'
import type { TagRow } from '@sealwright/contract'
import { useCallback, useState } from 'react'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { useDelete } from '../../../blocks/entity/entity-actions.ts'
import { useEntityWords } from '../../../blocks/entity/entity.ts'
import { Field } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

type Named = Pick<TagRow, 'guid' | 'name'>

const TAG = { kind: 'tag', calls: tagCalls } as const
const fields = tagCalls.create.payload.shape
const spell = ({ name }: { name: string }) => ({ name })

/** Renames the tag, or creates one if none is given. */
function TagDialog({ tag, onClose }: { tag?: Named; onClose: () => void }) {
  const t = usePhrases()
  const words = useEntityWords(TAG)
  const [initial] = useState({ name: tag?.name ?? '' })
  const form = useForm({ domain: 'customer', fields, initial, spell })
  const create = useAct(tagCalls.create, {
    showsRefusal: true,
    onDone: (_answer, { name }) => {
      onClose()
      toast.success(words('blocks.entity.created', name.trim()))
    },
  })
  const rename = useAct(tagCalls.update, {
    showsRefusal: true,
    onDone: (_answer, { name }) => {
      onClose()
      toast.success(t('customer.tag.renamed', { name: name.trim() }))
    },
  })
  const save = () => {
    const { name } = form.values
    if (!tag) void create.act({ name })
    // Send nothing if nothing changed.
    else if (name.trim() === tag.name) onClose()
    else void rename.act({ guid: tag.guid, name })
  }
  return (
    <FormDialog
      form={form}
      title={tag ? t('customer.tag.renameTitle', { name: tag.name }) : t('customer.tag.create')}
      saveText={tag ? words('blocks.entity.save') : t('customer.tag.create')}
      isSaving={create.isActing || rename.isActing}
      refusal={tag ? rename.refusal : create.refusal}
      onSave={save}
      onClose={onClose}
    >
      <Field form={form} name="name" help={tag && t('customer.tag.renameHelp')}>
        {(control) => (
          <TextInput {...control} data-first-focus value={form.values.name} onText={(text) => form.set('name', text)} />
        )}
      </Field>
    </FormDialog>
  )
}

export function openTagDialog(tag?: Named): void {
  void showDialog((settle) => <TagDialog {...(tag && { tag })} onClose={() => settle(true)} />)
}

export function useDeleteTag() {
  const t = usePhrases()
  const consequenceOf = useCallback(
    ({ userCount }: TagRow) => t('customer.tag.deleteConsequence', { count: userCount ?? 0 }),
    [t],
  )
  return useDelete(TAG, consequenceOf)
}
