// A new access key. Its secret is shown once, on the page of the key.
import { accessKeyCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { goTo } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { openSecret } from '../integration/index.ts'
import { EMPTY_KEY } from './access-key-draft.ts'
import { AccessKeyForm, useKeyForm } from './access-key-form.tsx'

export function Screen() {
  const t = usePhrases()
  const form = useKeyForm(EMPTY_KEY)
  const create = useAct(accessKeyCalls.create, {
    showsRefusal: true,
    onDone: ({ guid, keyId, secret }, { name }) => {
      form.settle()
      goTo('/accessKeyManage/view', { guid })
      openSecret({
        title: t('accessKey.secret.createdTitle', { name }),
        sentence: t('accessKey.secret.use'),
        keyId,
        secret,
      })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('accessKey.titles.new')}
      sentence={t('accessKey.form.newSentence')}
      saveText={t('accessKey.form.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      // The form checks the values against the same schemas.
      onSave={(values) => void create.act(values as PayloadOf<typeof accessKeyCalls.create>)}
      onCancel={() => goTo('/accessKeyManage', { showSearch: '1' })}
    >
      <AccessKeyForm form={form} />
    </FormPage>
  )
}
