// Drafts a notice, or edits one: everything before it starts, afterwards its texts. The preview follows what is typed.
import { LIMITS, NOTICE_AUDIENCES, NOTICE_LEVELS, canChangeNotice, messageDesk } from '@sealwright/contract'
import type { NoticeAudience, NoticeLevel } from '@sealwright/contract'
import { useState } from 'react'
import { MomentField } from '../../blocks/date/moment-field.tsx'
import { Edited } from '../../blocks/form/edited.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { SegmentedField } from '../../blocks/form/segmented-field.tsx'
import { Notice as Note } from '../../blocks/form/settings-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { useAct } from '../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { DevelopersField } from './developers-field.tsx'
import { NoticePreview } from './notice-parts.tsx'
import type { WholeNotice } from './notice-parts.tsx'

interface Draft {
  titleZh: string
  textZh: string
  titleEn: string
  textEn: string
  level: NoticeLevel
  audience: NoticeAudience
  developers: readonly string[]
  startTime: string
  endTime: string
}

const EMPTY: Draft = {
  titleZh: '',
  textZh: '',
  titleEn: '',
  textEn: '',
  level: 'info',
  audience: 'all',
  developers: [],
  startTime: '',
  endTime: '',
}

const draftOf = (notice: WholeNotice): Draft => ({
  titleZh: notice.titleZh,
  textZh: notice.textZh,
  titleEn: notice.titleEn,
  textEn: notice.textEn,
  level: notice.level,
  audience: notice.audience,
  developers: notice.developers.map(({ id }) => id),
  startTime: notice.startTime ?? '',
  endTime: notice.endTime ?? '',
})

const spell = (draft: Draft) => ({
  ...draft,
  developers: draft.developers.map(Number),
  startTime: draft.startTime === '' ? null : draft.startTime,
  endTime: draft.endTime === '' ? null : draft.endTime,
})

function NoticeForm({ notice }: { notice: WholeNotice | undefined }) {
  const t = usePhrases()
  const [initial] = useState(() => (notice ? draftOf(notice) : EMPTY))
  const form = useForm<Draft>({ domain: 'message', fields: messageDesk.createNotice.payload.shape, initial, spell })
  const { values } = form
  const leave = (guid: string) => goTo('/platform/notices/view', { guid })
  const create = useAct(messageDesk.createNotice, {
    showsRefusal: true,
    onDone: ({ guid }) => {
      form.settle()
      toast.success(t('talk.notice.created'))
      leave(guid)
    },
  })
  const update = useAct(messageDesk.updateNotice, {
    showsRefusal: true,
    onDone: (_, { guid }) => {
      form.settle()
      toast.success(t('talk.notice.saved'))
      leave(guid)
    },
  })
  const canAll = !notice || canChangeNotice(notice.state).all
  const { titleMax, textMax } = LIMITS.notice
  return (
    <FormPage
      form={form}
      title={t(notice ? 'talk.titles.editNotice' : 'talk.titles.newNotice')}
      sentence={t(canAll ? 'talk.notice.formSentence' : 'talk.notice.onlyTexts')}
      saveText={t(notice && notice.state !== 'draft' ? 'talk.notice.save' : 'talk.notice.saveDraft')}
      isSaving={create.isActing || update.isActing}
      refusal={create.refusal ?? update.refusal}
      onSave={() =>
        void (notice
          ? update.act({ guid: notice.guid, revision: notice.revision, ...spell(values) })
          : create.act(spell(values)))
      }
      onCancel={() => (notice ? leave(notice.guid) : goTo('/platform/notices', {}))}
    >
      <FormSection title={t('talk.notice.texts')} sentence={t('talk.notice.textsSentence')}>
        <TextField form={form} name="titleZh" counterMax={titleMax} hasFocus />
        <TextField form={form} name="textZh" rows={5} counterMax={textMax} />
        <TextField form={form} name="titleEn" counterMax={titleMax} />
        <TextField form={form} name="textEn" rows={5} counterMax={textMax} />
      </FormSection>
      {canAll ? (
        <FormSection title={t('talk.notice.when')} sentence={t('talk.notice.whenSentence')}>
          <SegmentedField
            form={form}
            name="level"
            options={NOTICE_LEVELS.map((value) => ({ value, label: t(`message.levels.${value}`) }))}
          />
          <SegmentedField
            form={form}
            name="audience"
            options={NOTICE_AUDIENCES.map((value) => ({ value, label: t(`talk.audiences.${value}`) }))}
          />
          {values.audience === 'named' && <DevelopersField form={form} known={notice?.developers ?? []} />}
          <MomentField form={form} name="startTime" edge="start" help={t('talk.notice.startHelp')} />
          <MomentField form={form} name="endTime" edge="end" help={t('talk.notice.endHelp')} />
        </FormSection>
      ) : (
        <Note>{t('talk.notice.onlyTexts')}</Note>
      )}
      <FormSection title={t('talk.notice.preview')} sentence={t('talk.notice.previewSentence')}>
        <NoticePreview {...values} />
      </FormSection>
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/platform/notices/edit')
  if (guid === undefined) return <NoticeForm notice={undefined} />
  return (
    <Edited
      call={messageDesk.getNotice}
      payload={{ guid }}
      back={<BackToList to="/platform/notices" words="talk.titles.notices" />}
    >
      {(notice) => <NoticeForm key={guid} notice={notice} />}
    </Edited>
  )
}
