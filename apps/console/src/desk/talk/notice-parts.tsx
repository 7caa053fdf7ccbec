// Parts that the screens of notices share: the state, the preview, and what operators do with a notice.
import { messageDesk } from '@sealwright/contract'
import type { AnswerOf, DeskNotice, NoticeLevel, NoticeState } from '@sealwright/contract'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import css from './talk.module.css'

export type WholeNotice = AnswerOf<typeof messageDesk.getNotice>

const TONES: Record<NoticeState, Tone> = {
  draft: 'neutral',
  planned: 'brand',
  shown: 'ok',
  ended: 'neutral',
  withdrawn: 'bad',
}

export function NoticeStateTag({ state }: Pick<DeskNotice, 'state'>) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`talk.notice.states.${state}`)}</StatusTag>
}

export const noticeHref = ({ guid }: Pick<DeskNotice, 'guid'>) => pathTo('/platform/notices/view', { guid })

/** The title in the operator's language. */
export function useTitleOf(): (notice: Pick<DeskNotice, 'titleZh' | 'titleEn'>) => string {
  const locale = useLanguage((language) => language.locale)
  return ({ titleZh, titleEn }) => (locale === 'en' ? titleEn : titleZh)
}

export interface Previewed {
  titleZh: string
  textZh: string
  titleEn: string
  textEn: string
  level: NoticeLevel
}

/** As the console shows it, in both languages. */
export function NoticePreview({ titleZh, textZh, titleEn, textEn, level }: Previewed) {
  const t = usePhrases()
  const shown = [
    { language: 'zh', lang: 'zh-CN', title: titleZh, text: textZh },
    { language: 'en', lang: 'en', title: titleEn, text: textEn },
  ] as const
  return (
    <div className={css.previews}>
      {shown.map(({ language, lang, title, text }) => (
        <article key={language} className={css.preview} aria-label={t(`talk.languages.${language}`)}>
          <p className={css.language}>{t(`talk.languages.${language}`)}</p>
          <h3 lang={lang}>{title}</h3>
          <StatusTag tone={level === 'important' ? 'bad' : 'brand'}>{t(`message.levels.${level}`)}</StatusTag>
          <p className={css.text} lang={lang}>
            {text}
          </p>
        </article>
      ))}
    </div>
  )
}

/** Publishing, withdrawing and deleting, each after a confirmation that says what will happen. */
export function useNoticeActs(after: () => void = () => undefined) {
  const t = usePhrases()
  const format = useFormat()
  const titleOf = useTitleOf()
  const done = (words: 'published' | 'withdrawn' | 'deleted') => () => {
    toast.success(t(`talk.notice.${words}`))
    if (words === 'deleted') after()
  }
  const { act: publish } = useAct(messageDesk.publishNotice, { onDone: done('published') })
  const { act: withdraw } = useAct(messageDesk.withdrawNotice, { onDone: done('withdrawn') })
  const { act: remove } = useAct(messageDesk.deleteNotice, { onDone: done('deleted') })
  return {
    publish: (notice: DeskNotice) => {
      const { guid, revision, startTime, people, audience } = notice
      const isLater = startTime !== null && Date.parse(startTime) > Date.now()
      void confirmAction({
        title: t('talk.notice.publishTitle', { name: titleOf(notice) }),
        consequence: t('talk.notice.publishConsequence', {
          audience: t(`talk.audiences.${audience}`),
          people,
          start: isLater ? t('talk.notice.startsAt', { time: format.time(startTime) }) : t('talk.notice.startsNow'),
        }),
        verb: t('talk.notice.publish'),
        run: () => publish({ guid, revision }),
      })
    },
    withdraw: (notice: DeskNotice) =>
      void confirmAction({
        title: t('talk.notice.withdrawTitle', { name: titleOf(notice) }),
        consequence: t('talk.notice.withdrawConsequence'),
        verb: t('talk.notice.withdraw'),
        run: () => withdraw({ guid: notice.guid }),
      }),
    remove: (notice: DeskNotice) =>
      void confirmAction({
        title: t('talk.notice.deleteTitle', { name: titleOf(notice) }),
        consequence: t('talk.notice.deleteConsequence'),
        verb: t('talk.notice.delete'),
        run: () => remove({ guid: notice.guid }),
      }),
  }
}
