// Statistics: the figures of a period, one of them in full. The whole view is in the address. A trial developer has no
// statistics; the page says so.
import { DEFAULT_PERIOD, statisticsCalls } from '@sealwright/contract'
import { ChartColumn, Link2 } from 'lucide-react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { copyText } from '../../blocks/control/copy-text.tsx'
import { PageHead } from '../../blocks/control/page-head.tsx'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { askAhead, useAnswer } from '../../lib/call/client.ts'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { ScreenLink, useSearchOf } from '../../lib/place/navigate.tsx'
import type { Search } from '../../lib/place/screen.ts'
import { useCanOpen } from '../../lib/session/can.tsx'
import { knownSession, useSession } from '../../lib/session/session.tsx'
import type { Session } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Figure } from './figure.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { PATH, measureOf, spanOf } from './statistics-view.ts'
import { Tiles, TilesSkeleton } from './tiles.tsx'
import css from './statistics.module.css'

const isTrial = (session: Session | undefined) => session?.developer.devInfo.status === 'trial'

export const first = (search: Search) =>
  isTrial(knownSession()) ? undefined : askAhead(statisticsCalls.overview, spanOf(search))

function TrialState() {
  const t = usePhrases()
  const canApply = useCanOpen(APPLY_PATH)
  return (
    <EmptyState
      icon={ChartColumn}
      title={t('statistics.trialTitle')}
      sentence={t('statistics.trialSentence')}
      action={
        canApply && (
          <ScreenLink to={APPLY_PATH} className={buttonClass({ kind: 'primary' })}>
            {t('developer.titles.apply')}
          </ScreenLink>
        )
      }
    />
  )
}

function CopyLink() {
  const t = usePhrases()
  const copy = async () => {
    if (await copyText(location.href)) toast.success(t('statistics.linkCopied'))
  }
  return (
    <Button icon={Link2} onPress={() => void copy()}>
      {t('statistics.copyLink')}
    </Button>
  )
}

function Numbers() {
  const t = usePhrases()
  const zone = useSession().developer.timeZone
  const search = useSearchOf(PATH)
  const isCompared = search.compare !== '0'
  const { data, error, refetch, isPlaceholderData } = useAnswer(statisticsCalls.overview, spanOf(search), {
    keepPrevious: true,
  })
  const measure =
    data &&
    measureOf(
      search,
      data.figures.map((figure) => figure.measure),
    )
  const content = () => {
    if (error && !isPlaceholderData)
      return (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          back={
            <ScreenLink to={PATH} className={buttonClass()}>
              {t('statistics.usualPeriod', { days: DEFAULT_PERIOD })}
            </ScreenLink>
          }
        />
      )
    if (!data)
      return (
        <div className={css.content} role="status" aria-label={t('blocks.states.loading')}>
          <TilesSkeleton />
          <div className={`skeleton ${css.cardSpace}`} />
        </div>
      )
    if (measure === undefined)
      return (
        <EmptyState
          icon={ChartColumn}
          title={t('statistics.nothingSeen')}
          sentence={t('statistics.nothingSeenSentence')}
        />
      )
    return (
      <div className={css.content}>
        <div aria-busy={isPlaceholderData || undefined}>
          <Tiles overview={data} measure={measure} isCompared={isCompared} />
        </div>
        <Figure measure={measure} isCompared={isCompared} />
      </div>
    )
  }
  return (
    <>
      <div className={css.bar}>
        <PeriodChoice />
        {data && <p className={css.span}>{t('statistics.span', { first: data.first, last: data.last, zone })}</p>}
      </div>
      {content()}
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const isOnTrial = isTrial(useSession())
  return (
    <div className={css.page}>
      <PageHead
        title={t('statistics.titles.list')}
        sentence={t('statistics.sentence')}
        actions={!isOnTrial && <CopyLink />}
      />
      {isOnTrial ? <TrialState /> : <Numbers />}
    </div>
  )
}
