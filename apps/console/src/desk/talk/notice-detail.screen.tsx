// One notice: the preview in both languages, its audience and time, and how many read it.
import { canChangeNotice, messageDesk } from '@sealwright/contract'
import { CircleOff, Megaphone, Pencil, Send, Trash2 } from 'lucide-react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { DetailPage, DetailSection } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { ScreenLink, goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { NoticePreview, NoticeStateTag, useNoticeActs, useTitleOf } from './notice-parts.tsx'
import type { WholeNotice } from './notice-parts.tsx'

function NoticePage({ notice }: { notice: WholeNotice }) {
  const t = usePhrases()
  const titleOf = useTitleOf()
  const acts = useNoticeActs(() => goTo('/platform/notices', {}))
  const { guid, state, audience, developers, startTime, endTime, readers, people } = notice
  return (
    <DetailPage
      mark={<IconMark icon={Megaphone} tint={2} size={40} />}
      title={titleOf(notice)}
      subtitle={<NoticeStateTag state={state} />}
      actions={
        <Can call={messageDesk.createNotice}>
          {state === 'draft' && (
            <Button icon={Trash2} onPress={() => acts.remove(notice)}>
              {t('talk.notice.delete')}
            </Button>
          )}
          {(state === 'planned' || state === 'shown') && (
            <Button icon={CircleOff} onPress={() => acts.withdraw(notice)}>
              {t('talk.notice.withdraw')}
            </Button>
          )}
          {canChangeNotice(state).texts && (
            <ScreenLink to="/platform/notices/edit" search={{ guid }} className={buttonClass()}>
              <Pencil size={15} aria-hidden />
              {t('talk.notice.edit')}
            </ScreenLink>
          )}
          {state === 'draft' && (
            <Button kind="primary" icon={Send} onPress={() => acts.publish(notice)}>
              {t('talk.notice.publish')}
            </Button>
          )}
        </Can>
      }
      facts={[
        { label: t('message.fields.audience'), value: t(`talk.audiences.${audience}`) },
        { label: t('talk.notice.readers'), value: t('talk.notice.readersOf', { readers, people }) },
        {
          label: t('message.fields.startTime'),
          value: startTime === null ? t('talk.notice.whenPublished') : <TimeCell at={startTime} />,
        },
        {
          label: t('message.fields.endTime'),
          value: endTime === null ? t('talk.notice.forever') : <TimeCell at={endTime} />,
        },
        ...(developers.length > 0
          ? [
              {
                label: t('message.fields.developers'),
                value: developers.map(({ id, name }) => `${name} (${id})`).join(t('blocks.list.comma')),
                isWide: true,
              },
            ]
          : []),
      ]}
    >
      <DetailSection title={t('talk.notice.preview')}>
        <p>{t('talk.notice.previewSentence')}</p>
        <NoticePreview {...notice} />
      </DetailSection>
    </DetailPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/platform/notices/view')
  return (
    <Loaded
      call={messageDesk.getNotice}
      payload={{ guid }}
      back={<BackToList to="/platform/notices" words="talk.titles.notices" />}
    >
      {(notice) => <NoticePage notice={notice} />}
    </Loaded>
  )
}
