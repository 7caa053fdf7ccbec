// Edits a draft. A published campaign is adjusted instead, and one that is over stays as it is.
import { CAMPAIGN_STATUSES, activityCalls, campaignStatusOf } from '@sealwright/contract'
import type { CampaignAnswer } from '@sealwright/contract'
import { useRef, useState } from 'react'
import { BackToEntities } from '../../../blocks/entity/entity-detail.tsx'
import { useEntityWords } from '../../../blocks/entity/entity.ts'
import { Edited } from '../../../blocks/form/edited.tsx'
import { useRevised } from '../../../blocks/form/revised.tsx'
import { goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { campaign } from '../campaign.entity.tsx'
import { usePublishSaved } from './acts/publish-saved.ts'
import { draftOf } from './form/campaign-draft.ts'
import { CampaignForm, PUBLISH, useCampaignForm } from './form/campaign-form.tsx'
import { Closed } from './form/closed.tsx'
import { useWayBack } from './form/way-back.ts'

function EditDraft({ answer }: { answer: CampaignAnswer }) {
  const t = usePhrases()
  const words = useEntityWords(campaign)
  const { guid } = answer
  const [initial] = useState(() => draftOf(answer))
  const form = useCampaignForm(initial)
  const publishSaved = usePublishSaved()
  const pressed = useRef('')
  const back = useWayBack('/activity/edit')
  const { saved, saving } = useRevised({
    read: activityCalls.get,
    key: { guid },
    given: answer,
    update: activityCalls.update,
    restart: (latest) => form.restart(draftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(words('blocks.entity.saved', form.values.name))
      if (pressed.current !== PUBLISH) return back(guid)
      goTo('/activity/view', { guid })
      void publishSaved(guid)
    },
  })
  return (
    <CampaignForm
      form={form}
      title={answer.name}
      sentence={t('activity.form.editSentence')}
      known={saved}
      {...saving}
      onSave={(values, button) => {
        pressed.current = button
        saving.onSave(values)
      }}
      onCancel={() => back()}
    />
  )
}

export function Screen() {
  const t = usePhrases()
  const { guid } = useSearchOf('/activity/edit')
  return (
    <Edited call={activityCalls.get} payload={{ guid }} back={<BackToEntities entity={campaign} />}>
      {(answer) => {
        const { name, status, acts } = answer
        if (status === CAMPAIGN_STATUSES.draft) return <EditDraft key={guid} answer={answer} />
        return acts.includes('editOngoing') ? (
          <Closed guid={guid} canAdjust sentence={t('activity.form.notDraft', { name })} />
        ) : (
          <Closed
            guid={guid}
            sentence={t('activity.form.over', { name, status: t(`activity.statuses.${campaignStatusOf(status)}`) })}
          />
        )
      }}
    </Edited>
  )
}
