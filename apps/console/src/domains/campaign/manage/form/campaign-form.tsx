// The form of a draft in sections, with the price beside it. The page around it saves.
import {
  ACCOUNT_TYPES,
  CAMPAIGN_ACCOUNT_TYPES,
  LIMITS,
  USER_SCOPES,
  activityCalls,
  isNewOnly,
} from '@sealwright/contract'
import type { CampaignAnswer } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { Button } from '../../../../blocks/control/button.tsx'
import { Checkbox } from '../../../../blocks/control/checkbox.tsx'
import { MomentField } from '../../../../blocks/date/moment-field.tsx'
import { Field, TextField } from '../../../../blocks/form/field.tsx'
import { FormPage } from '../../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../../blocks/form/form-section.tsx'
import { useForm } from '../../../../blocks/form/form-state.ts'
import type { Form } from '../../../../blocks/form/form-state.ts'
import type { Saving } from '../../../../blocks/form/form-submit.ts'
import { Segmented } from '../../../../blocks/form/segmented.tsx'
import { useCan } from '../../../../lib/session/can.tsx'
import { usePerson } from '../../../../lib/session/person.ts'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import { spell } from './campaign-draft.ts'
import type { CampaignDraft, OngoingDraft } from './campaign-draft.ts'
import { LinksField } from './links-field.tsx'
import { PictureField } from './picture-field.tsx'
import { PricePanel } from './price-panel.tsx'
import { TemplatePart } from './template-part.tsx'

const { nameMax: NAME_MAX, introductionMax: INTRODUCTION_MAX, links: LINKS_MAX } = LIMITS.campaign
/** The value of the button that also publishes. */
export const PUBLISH = 'publish'

export const useCampaignForm = (initial: CampaignDraft) =>
  useForm({
    domain: 'activity',
    fields: activityCalls.create.payload.shape,
    whole: activityCalls.create.payload,
    initial,
    spell,
    comesBackTo: usePerson().id,
  })

function WhoFields({ form: given }: { form: Form<CampaignDraft> }) {
  const t = usePhrases()
  // The call has defaults; the form always has a choice.
  const form = { ...given, isOptional: () => false }
  const { userScope, accountTypes } = form.values
  const isNew = isNewOnly(Number(userScope))
  const scopes = [
    { value: String(USER_SCOPES.all), label: t('activity.words.everyone') },
    { value: String(USER_SCOPES.newOnly), label: t('activity.words.newOnly') },
  ]
  return (
    <>
      <Field
        form={form}
        name="userScope"
        isGroup
        help={t(isNew ? 'activity.form.newOnlyHelp' : 'activity.form.everyoneHelp')}
      >
        {(control) => (
          <Segmented
            {...control}
            label={form.labelOf('userScope')}
            value={String(isNew ? USER_SCOPES.newOnly : USER_SCOPES.all)}
            options={scopes}
            onSelect={(scope) => form.set('userScope', scope)}
          />
        )}
      </Field>
      <Field form={form} name="accountTypes" isGroup>
        {(control) => (
          <div className="field-checks">
            {CAMPAIGN_ACCOUNT_TYPES.map((type) => (
              <Checkbox
                key={type}
                isChecked={accountTypes.includes(type)}
                isInvalid={control['aria-invalid'] === true}
                onBlur={control.onBlur}
                onChange={(isChecked) =>
                  form.set(
                    'accountTypes',
                    CAMPAIGN_ACCOUNT_TYPES.filter((one) => (one === type ? isChecked : accountTypes.includes(one))),
                  )
                }
              >
                {t(type === ACCOUNT_TYPES.phone ? 'activity.form.phone' : 'activity.form.email')}
              </Checkbox>
            ))}
          </div>
        )}
      </Field>
    </>
  )
}

/** Introduction and picture, which stay editable after publication. */
export function PageFields<Values extends OngoingDraft>({ form: given }: { form: Form<Values> }) {
  const t = usePhrases()
  const form = given as unknown as Form<OngoingDraft> // these fields are in any such draft
  return (
    <>
      <TextField
        form={form}
        name="introduction"
        rows={6}
        counterMax={INTRODUCTION_MAX}
        help={t('activity.form.introductionHelp')}
      />
      <PictureField form={form} />
    </>
  )
}

interface CampaignFormProps extends Saving<CampaignDraft> {
  title: string
  sentence: string
  remedy?: ReactNode
  /** The saved campaign, or the one to copy. */
  known?: CampaignAnswer | undefined
  isNew?: boolean
  onCancel: () => void
}

export function CampaignForm({ known, isNew = false, ...page }: CampaignFormProps) {
  const t = usePhrases()
  const { form, isSaving } = page
  const canPublish = useCan(activityCalls.publish)
  const canView = useCan(activityCalls.get)
  return (
    <FormPage
      {...page}
      saveText={t('activity.form.saveDraft')}
      buttons={
        canPublish &&
        canView && (
          <Button type="submit" value={PUBLISH} isBusy={isSaving}>
            {t('activity.form.saveAndPublish')}
          </Button>
        )
      }
    >
      <div className="preview-columns">
        <div className="preview-fields">
          <FormSection title={t('activity.form.basics')}>
            <TextField
              form={form}
              name="name"
              counterMax={NAME_MAX}
              hasFocus={isNew}
              help={t('activity.form.nameHelp')}
            />
            <div className="field-row">
              <MomentField form={form} name="startTime" edge="start" />
              <MomentField form={form} name="endTime" edge="end" />
            </div>
            <div className="field-row">
              <TextField form={form} name="maxParticipants" isNumber help={t('activity.form.placesHelp')} />
            </div>
          </FormSection>
          <FormSection title={t('activity.form.who')}>
            <WhoFields form={form} />
          </FormSection>
          <FormSection title={t('activity.form.what')} sentence={t('activity.form.whatSentence')}>
            <TemplatePart form={form} known={known} />
          </FormSection>
          <FormSection title={t('activity.form.page')} sentence={t('activity.form.pageSentence')}>
            <PageFields form={form} />
            <TextField form={form} name="downloadUrl" help={t('activity.form.downloadHelp')} placeholder="https://" />
          </FormSection>
          <FormSection title={t('activity.fields.links')} sentence={t('activity.links.sentence', { max: LINKS_MAX })}>
            <LinksField form={form} saved={isNew ? [] : (known?.links ?? [])} />
          </FormSection>
        </div>
        <PricePanel draft={form.values} />
      </div>
    </FormPage>
  )
}
