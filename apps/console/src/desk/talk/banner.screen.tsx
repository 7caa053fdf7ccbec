// The maintenance banner: its texts, level and time, with a preview.
import { BANNER_LEVELS, LIMITS, bannerShape, messageDesk } from '@sealwright/contract'
import type { AnswerOf, BannerLevel, Violation } from '@sealwright/contract'
import { useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { MomentField } from '../../blocks/date/moment-field.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { SegmentedField } from '../../blocks/form/segmented-field.tsx'
import { SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { MaintenanceBanner } from '../../lib/maintenance-banner.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../lib/words/i18n.tsx'
import css from './talk.module.css'

type Kept = AnswerOf<typeof messageDesk.banner>
interface Draft {
  zh: string
  en: string
  level: BannerLevel
  startTime: string
  endTime: string
}
const EMPTY: Draft = { zh: '', en: '', level: 'info', startTime: '', endTime: '' }
const FIELDS = bannerShape.shape

/** Refused on the field, before the question whether to save. The server refuses it too. */
const judge = ({ startTime, endTime }: Record<string, unknown>): Violation[] =>
  Date.parse(String(endTime)) <= Date.parse(String(startTime))
    ? [{ path: 'endTime', rule: 'startAfterEnd', params: {} }]
    : []

function stateOf(t: Translate, format: Format, banner: Kept['banner']): string {
  if (!banner) return t('talk.banner.none')
  const now = Date.now()
  if (Date.parse(banner.endTime) <= now) return t('talk.banner.over', { time: format.time(banner.endTime) })
  if (Date.parse(banner.startTime) > now) return t('talk.banner.planned', { time: format.time(banner.startTime) })
  return t('talk.banner.now')
}

function BannerForm({ kept: { banner, revision } }: { kept: Kept }) {
  const t = usePhrases()
  const format = useFormat()
  const canSet = useCan(messageDesk.setBanner)
  const [initial] = useState<Draft>(banner ?? EMPTY)
  const form = useForm<Draft>({ domain: 'message', fields: FIELDS, rules: judge, initial })
  const { values } = form
  const { act, isActing, refusal } = useAct(messageDesk.setBanner, {
    showsRefusal: true,
    onDone: (_, { banner: now }) => {
      form.settle()
      toast.success(t(now ? 'talk.banner.saved' : 'talk.banner.removed'))
    },
  })
  const { bannerMax } = LIMITS.notice
  return (
    <div className={css.banner}>
      <p role="status">{stateOf(t, format, banner)}</p>
      {(values.zh !== '' || values.en !== '') && (
        <section aria-label={t('talk.banner.preview')}>
          <MaintenanceBanner banner={values} />
        </section>
      )}
      {canSet && (
        <InlineForm
          form={form}
          label={t('talk.titles.banner')}
          saveText={t('talk.banner.save')}
          isSaving={isActing}
          refusal={refusal}
          onSave={() =>
            void confirmAction({
              title: t('talk.banner.saveTitle'),
              consequence: t('talk.banner.saveConsequence', {
                start: format.time(values.startTime),
                end: format.time(values.endTime),
              }),
              verb: t('talk.banner.save'),
              run: () => act({ banner: values, revision }),
            })
          }
        >
          <TextField form={form} name="zh" rows={2} counterMax={bannerMax} />
          <TextField form={form} name="en" rows={2} counterMax={bannerMax} />
          <SegmentedField
            form={form}
            name="level"
            options={BANNER_LEVELS.map((value) => ({ value, label: t(`talk.banner.levels.${value}`) }))}
          />
          <MomentField form={form} name="startTime" edge="start" />
          <MomentField form={form} name="endTime" edge="end" />
        </InlineForm>
      )}
    </div>
  )
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(messageDesk.banner, {})
  const { act } = useAct(messageDesk.setBanner, { onDone: () => toast.success(t('talk.banner.removed')) })
  const remove = data?.banner && (
    <Can call={messageDesk.setBanner}>
      <Button
        onPress={() =>
          void confirmAction({
            title: t('talk.banner.removeTitle'),
            consequence: t('talk.banner.removeConsequence'),
            verb: t('talk.banner.remove'),
            run: () => act({ banner: null, revision: data.revision }),
          })
        }
      >
        {t('talk.banner.remove')}
      </Button>
    </Can>
  )
  return (
    <SettingsPage title={t('talk.titles.banner')} sentence={t('talk.banner.sentence')} actions={remove}>
      {data ? (
        <BannerForm key={data.revision} kept={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsSkeleton rows={4} />
      )}
    </SettingsPage>
  )
}
