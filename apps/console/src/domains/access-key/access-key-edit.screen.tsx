// Editing an access key. Saving sends the revision that was read.
import { accessKeyCalls } from '@sealwright/contract'
import { useState } from 'react'
import { useEntityWords } from '../../blocks/entity/entity.ts'
import { Edited } from '../../blocks/form/edited.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useRevised } from '../../blocks/form/revised.tsx'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { BackToKeys } from './access-key-acts.tsx'
import { draftOf } from './access-key-draft.ts'
import type { AccessKeyAnswer } from './access-key-draft.ts'
import { AccessKeyForm, useKeyForm } from './access-key-form.tsx'

const KIND = { kind: 'accessKey' } as const

function EditKey({ accessKey }: { accessKey: AccessKeyAnswer }) {
  const t = usePhrases()
  const words = useEntityWords(KIND)
  const { guid } = accessKey
  const { sourcePath } = useSearchOf('/accessKeyManage/edit')
  const [initial] = useState(() => draftOf(accessKey))
  const form = useKeyForm(initial)
  const leave = (editId?: string) =>
    sourcePath === '/accessKeyManage/view'
      ? goTo(sourcePath, { guid })
      : goTo('/accessKeyManage', { showSearch: '1', ...(editId && { editId }) })
  const { saving } = useRevised({
    read: accessKeyCalls.get,
    key: { guid },
    given: accessKey,
    update: accessKeyCalls.update,
    restart: (latest) => form.restart(draftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(words('blocks.entity.saved', form.values.name))
      leave(guid)
    },
  })
  return (
    <FormPage
      form={form}
      title={accessKey.name}
      sentence={t('accessKey.form.editSentence')}
      saveText={t('accessKey.form.save')}
      {...saving}
      onCancel={() => leave()}
    >
      <AccessKeyForm form={form} />
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/accessKeyManage/edit')
  return (
    <Edited call={accessKeyCalls.get} payload={{ guid }} back={<BackToKeys />}>
      {(accessKey) => <EditKey key={guid} accessKey={accessKey} />}
    </Edited>
  )
}
