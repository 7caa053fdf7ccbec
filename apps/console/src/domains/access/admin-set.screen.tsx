// An administrator being set up. Saving sends the revision it was read with; what somebody else saved meanwhile can be loaded.
import { accessCalls, adminName } from '@sealwright/contract'
import { ShieldX } from 'lucide-react'
import { useState } from 'react'
import { BackToList } from '../../blocks/back-to-list.tsx'
import { Edited } from '../../blocks/edited.tsx'
import { FormPage } from '../../blocks/form-page.tsx'
import { ReloadLatest } from '../../blocks/reload-latest.tsx'
import { EmptyState } from '../../blocks/states.tsx'
import { callServer, useAct } from '../../lib/client.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { goTo, useSearchOf } from '../../lib/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { draftOf } from './admin-draft.ts'
import type { AdminAnswer } from './admin-draft.ts'
import { AdminForm, useAdminDesk } from './admin-form.tsx'
import { useWhyUntouchable } from './untouchable.ts'

const BACK = <BackToList to="/access" words="access.list.back" />

function SetAdmin({ admin }: { admin: AdminAnswer }) {
  const t = usePhrases()
  const { userId } = admin
  const [revision, setRevision] = useState(admin.revision)
  const [initial] = useState(() => draftOf(admin))
  const desk = useAdminDesk(initial, true)
  const { form } = desk
  const name = adminName(admin)
  const update = useAct(accessCalls.update, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('access.form.saved', { name }))
      goTo('/access', { showSearch: '1', editId: userId })
    },
  })
  const reload = async () => {
    const latest = await callServer(accessCalls.get, { userId })
    setRevision(latest.revision)
    desk.restart(draftOf(latest))
    update.reset()
  }
  const save = ({ account: _account, ...values }: Record<string, unknown>) => void update.act({ ...values, userId, revision })
  return (
    <FormPage
      form={form}
      title={name}
      sentence={t('access.form.setSentence')}
      saveText={t('access.form.save')}
      isSaving={update.isActing}
      refusal={update.refusal}
      remedy={<ReloadLatest refusal={update.refusal} load={reload} />}
      onSave={save}
      onCancel={() => goTo('/access', { showSearch: '1' })}
    >
      <AdminForm desk={desk} isExisting isNameFixed={admin.state !== 'waiting'} />
    </FormPage>
  )
}

export function Screen() {
  const { userId } = useSearchOf('/access/set')
  const whyUntouchable = useWhyUntouchable()
  return (
    <Edited call={accessCalls.get} payload={{ userId }} back={BACK}>
      {(admin) => {
        const whyNot = whyUntouchable(admin)
        return whyNot ? <EmptyState icon={ShieldX} title={adminName(admin)} sentence={whyNot} action={BACK} /> : <SetAdmin key={userId} admin={admin} />
      }}
    </Edited>
  )
}
