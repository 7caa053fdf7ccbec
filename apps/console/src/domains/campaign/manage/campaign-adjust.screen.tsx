// Adjusts a campaign that is published, running or paused: a later end, places, introduction, picture and links.
// Everything else is shown as it is.
import { LIMITS, activityCalls, campaignStatusOf, ongoingCampaignFields } from '@sealwright/contract'
import type { CampaignAnswer } from '@sealwright/contract'
import { useState } from 'react'
import { MomentField } from '../../../blocks/date/moment-field.tsx'
import { extensionPresets } from '../../../blocks/date/moment-presets.ts'
import { FactList } from '../../../blocks/detail/fact-list.tsx'
import { BackToEntities } from '../../../blocks/entity/entity-detail.tsx'
import { useEntityWords } from '../../../blocks/entity/entity.ts'
import { Edited } from '../../../blocks/form/edited.tsx'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useRevised } from '../../../blocks/form/revised.tsx'
import { useSearchOf } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases, useTimeZone } from '../../../lib/words/i18n.tsx'
import { campaign } from '../campaign.entity.tsx'
import { CampaignState } from './campaign-cells.tsx'
import { useCampaignWords } from './campaign-words.ts'
import { draftOf, ongoingDraftOf, spell } from './form/campaign-draft.ts'
import { PageFields } from './form/campaign-form.tsx'
import { Closed } from './form/closed.tsx'
import { LinksField } from './form/links-field.tsx'
import { PricePanel } from './form/price-panel.tsx'
import { useWayBack } from './form/way-back.ts'

function FixedFacts({ answer }: { answer: CampaignAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const words = useCampaignWords()
  return (
    <FactList
      facts={[
        { label: t('activity.fields.name'), value: answer.name },
        { label: t('activity.fields.status'), value: <CampaignState status={answer.status} /> },
        { label: t('activity.fields.startTime'), value: format.time(answer.startTime) },
        { label: t('activity.fields.userScope'), value: words.who(answer) },
        { label: t('activity.fields.product'), value: words.product(answer) },
        { label: t('activity.fields.license'), value: words.terms(answer) },
        { label: t('activity.fields.downloadUrl'), value: answer.downloadUrl, isWide: true },
      ]}
    />
  )
}

function Adjust({ answer }: { answer: CampaignAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const zone = useTimeZone()
  const words = useEntityWords(campaign)
  const { guid, name } = answer
  const [initial] = useState(() => ongoingDraftOf(answer))
  const form = useForm({ domain: 'activity', fields: ongoingCampaignFields, initial, spell })
  const back = useWayBack('/activity/editOngoing')
  const { saved, saving } = useRevised({
    read: activityCalls.get,
    key: { guid },
    given: answer,
    update: activityCalls.updateOngoing,
    restart: (latest) => form.restart(ongoingDraftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(words('blocks.entity.saved', name))
      back(guid)
    },
  })
  return (
    <FormPage
      form={form}
      title={name}
      sentence={t('activity.adjust.sentence')}
      saveText={t('activity.adjust.save')}
      {...saving}
      onCancel={() => back()}
    >
      <div className="preview-columns">
        <div className="preview-fields">
          <FormSection title={t('activity.adjust.period')}>
            <div className="field-row">
              <MomentField
                form={form}
                name="endTime"
                edge="end"
                help={t('activity.adjust.endHelp', { time: format.time(saved.endTime) })}
                presets={extensionPresets(t, saved.endTime, zone)}
              />
              <TextField
                form={form}
                name="maxParticipants"
                isNumber
                help={t('activity.adjust.placesHelp', { max: saved.maxParticipants, taken: saved.taken })}
              />
            </div>
          </FormSection>
          <FormSection title={t('activity.form.page')} sentence={t('activity.form.pageSentence')}>
            <PageFields form={form} />
          </FormSection>
          <FormSection
            title={t('activity.fields.links')}
            sentence={t('activity.links.sentence', { max: LIMITS.campaign.links })}
          >
            <LinksField form={form} saved={saved.links} />
          </FormSection>
          <FormSection title={t('activity.adjust.fixed')}>
            <FixedFacts answer={saved} />
          </FormSection>
        </div>
        <PricePanel draft={{ ...draftOf(saved), maxParticipants: form.values.maxParticipants }} taken={saved.taken} />
      </div>
    </FormPage>
  )
}

export function Screen() {
  const t = usePhrases()
  const { guid } = useSearchOf('/activity/editOngoing')
  return (
    <Edited call={activityCalls.get} payload={{ guid }} back={<BackToEntities entity={campaign} />}>
      {(answer) =>
        answer.acts.includes('editOngoing') ? (
          <Adjust key={guid} answer={answer} />
        ) : (
          <Closed
            guid={guid}
            sentence={t('activity.form.over', {
              name: answer.name,
              status: t(`activity.statuses.${campaignStatusOf(answer.status)}`),
            })}
          />
        )
      }
    </Edited>
  )
}
