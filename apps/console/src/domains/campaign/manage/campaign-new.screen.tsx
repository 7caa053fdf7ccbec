// A new campaign, empty or as a copy of another one. It is saved as a draft; publishing asks on its page.
import { activityCalls } from '@sealwright/contract'
import type { CampaignAnswer, PayloadOf } from '@sealwright/contract'
import { useState } from 'react'
import { Loaded } from '../../../blocks/detail/loaded.tsx'
import { BackToEntities } from '../../../blocks/entity/entity-detail.tsx'
import { useEntityWords } from '../../../blocks/entity/entity.ts'
import { useAct } from '../../../lib/call/client.ts'
import { FIRST_SCREEN } from '../../../lib/place/go.ts'
import { goTo, goToHref, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { campaign } from '../campaign.entity.tsx'
import { usePublishSaved } from './acts/publish-saved.ts'
import { copyOf, emptyDraft } from './form/campaign-draft.ts'
import { CampaignForm, PUBLISH, useCampaignForm } from './form/campaign-form.tsx'

function NewCampaign({ copied }: { copied?: CampaignAnswer }) {
  const t = usePhrases()
  const words = useEntityWords(campaign)
  // A person can have the right to create campaigns, but not to see them.
  const canView = useCan(activityCalls.get)
  const [initial] = useState(() =>
    copied ? copyOf(copied, (name) => t('activity.form.copyName', { name })) : emptyDraft(),
  )
  const form = useCampaignForm(initial)
  const publishSaved = usePublishSaved()
  const { act, isActing, refusal } = useAct(activityCalls.create, { showsRefusal: true })
  const save = async (values: Record<string, unknown>, button: string) => {
    const made = await act(values as PayloadOf<typeof activityCalls.create>) // the form checked it
    if (!made) return
    form.settle()
    toast.success(words('blocks.entity.created', form.values.name))
    if (!canView) return goToHref(FIRST_SCREEN)
    goTo('/activity/view', { guid: made.guid })
    if (button === PUBLISH) await publishSaved(made.guid)
  }
  return (
    <CampaignForm
      form={form}
      title={words('blocks.entity.new')}
      sentence={t('activity.form.newSentence')}
      known={copied}
      isNew
      isSaving={isActing}
      refusal={refusal}
      onSave={(values, button) => void save(values, button)}
      onCancel={() => (canView ? goTo('/activity', { showSearch: '1' }) : goToHref(FIRST_SCREEN))}
    />
  )
}

function CopiedCampaign({ guid }: { guid: string }) {
  return (
    <Loaded call={activityCalls.get} payload={{ guid }} back={<BackToEntities entity={campaign} />}>
      {(copied) => <NewCampaign copied={copied} />}
    </Loaded>
  )
}

export function Screen() {
  const { copyOf: copied } = useSearchOf('/activity/new')
  return copied === undefined ? <NewCampaign /> : <CopiedCampaign key={copied} guid={copied} />
}
