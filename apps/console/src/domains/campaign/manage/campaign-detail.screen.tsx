// One campaign: what it offers and to whom, its links, what it brought, its cost and its history.
import { CAMPAIGN_STATUSES, activityCalls } from '@sealwright/contract'
import type { CampaignAct, CampaignAnswer } from '@sealwright/contract'
import { ExternalLink } from 'lucide-react'
import { useCallback } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { DetailPage } from '../../../blocks/detail/detail-page.tsx'
import type { Fact } from '../../../blocks/detail/fact-list.tsx'
import { EntityDetail } from '../../../blocks/entity/entity-detail.tsx'
import { useFacts } from '../../../blocks/entity/field-table.tsx'
import { RowMenu } from '../../../blocks/list/row-actions.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { Link, goTo, goToHref, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { useHistoryTab } from '../../operation-log/index.ts'
import { campaign } from '../campaign.entity.tsx'
import { useCampaignActs, useCampaignWays } from './acts/campaign-acts.ts'
import { CampaignPeriod, CampaignState, PauseNotice } from './campaign-cells.tsx'
import { CampaignLinks } from './links/campaign-links.tsx'
import { linkAddress } from './links/link-address.ts'
import { CampaignCost } from './view/campaign-cost.tsx'
import { CampaignFigures } from './view/campaign-figures.tsx'
import { CampaignTimeline } from './view/campaign-timeline.tsx'
import './view/view.css'

/** Logged fields besides those of the table. */
const LOGGED = [
  'status',
  'accountTypes',
  'templateGuid',
  'licenseDeadline',
  'useCount',
  'kickOut',
  'introduction',
  'downloadUrl',
  'links',
  'picture',
]
/** The act that most people come for. */
const PRIMARY: readonly string[] = ['publish', 'start', 'editOngoing'] satisfies CampaignAct[]

function useCampaignFacts(answer: CampaignAnswer): Fact[] {
  const t = usePhrases()
  const canOpenTemplate = useCanOpen('/pc/template/account/view')
  const { templateGuid, templateName, publishedBy, downloadUrl, introduction, picture } = answer
  return [
    { label: t('activity.fields.period'), value: <CampaignPeriod row={answer} isExact /> },
    ...useFacts(campaign, answer),
    {
      label: t('activity.fields.templateGuid'),
      value: canOpenTemplate ? (
        <Link href={pathTo('/pc/template/account/view', { guid: templateGuid })}>{templateName}</Link>
      ) : (
        templateName
      ),
    },
    ...(publishedBy === null ? [] : [{ label: t('activity.view.issuer'), value: publishedBy }]),
    {
      label: t('activity.fields.downloadUrl'),
      value:
        downloadUrl === null ? null : (
          <a href={downloadUrl} target="_blank" rel="noreferrer">
            {downloadUrl}
          </a>
        ),
    },
    {
      label: t('activity.fields.introduction'),
      value: introduction === null ? null : <span className="campaign-introduction">{introduction}</span>,
      isWide: true,
    },
    ...(picture
      ? [
          {
            label: t('activity.fields.picture'),
            value: (
              <img
                className="campaign-view-picture"
                src={`data:${picture.type};base64,${picture.content}`}
                alt={t('activity.form.pictureAlt')}
              />
            ),
            isWide: true,
          },
        ]
      : []),
  ]
}

/** The page that visitors see, in a new tab. */
function Preview({ answer: { links } }: { answer: CampaignAnswer }) {
  const t = usePhrases()
  const link = links.find(({ isActive }) => isActive)
  return (
    link && (
      <a href={linkAddress(link.url)} target="_blank" rel="noreferrer" className={buttonClass()}>
        <ExternalLink size={15} aria-hidden />
        {t('activity.view.preview')}
      </a>
    )
  )
}

function Actions({ answer, acts, ways }: { answer: CampaignAnswer; acts: RowAction[]; ways: RowAction[] }) {
  const shown = acts.filter(({ isDanger }) => !isDanger)
  const primary = PRIMARY.find((key) => shown.some((action) => action.key === key))
  return (
    <>
      <RowMenu name={answer.name} actions={() => [...ways, ...acts.filter(({ isDanger }) => isDanger)]} />
      <Preview answer={answer} />
      {shown.map(({ key, label, icon, href, onSelect }) => (
        <Button
          key={key}
          icon={icon}
          kind={key === primary ? 'primary' : 'plain'}
          onPress={() => (href === undefined ? onSelect?.() : goToHref(href))}
        >
          {label}
        </Button>
      ))}
    </>
  )
}

/** The words for logged switches. */
function useLoggedWords(): (field: string, value: string) => string {
  const t = usePhrases()
  return useCallback(
    (_field, value) =>
      value === 'true' || value === 'false' ? t(value === 'true' ? 'activity.view.yes' : 'activity.view.no') : value,
    [t],
  )
}

function Campaign({ answer }: { answer: CampaignAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, name, number, status, links } = answer
  const { tab = 'links' } = useSearchOf('/activity/view')
  const isDraft = status === CAMPAIGN_STATUSES.draft
  const canQuote = useCan(activityCalls.quote)
  const acts = useCampaignActs({
    sourcePath: '/activity/view',
    onDeleted: () => goTo('/activity', { showSearch: '1' }),
  })(answer)
  const ways = useCampaignWays()(answer)
  const facts = useCampaignFacts(answer)
  const history = useHistoryTab(campaign, guid, { also: LOGGED, wordsOf: useLoggedWords() })
  return (
    <DetailPage
      mark={<Monogram name={name} size={56} />}
      title={name}
      subtitle={
        <>
          <CampaignState status={status} /> <span className="sw-tabular">{number}</span>
        </>
      }
      actions={<Actions answer={answer} acts={acts} ways={ways} />}
      notices={
        <>
          <PauseNotice row={answer} />
          {!isDraft && <CampaignFigures answer={answer} />}
        </>
      }
      facts={facts}
      openTab={tab}
      onOpenTab={(key) => goToHref(pathTo('/activity/view', { guid, tab: key }), { replace: true })}
      tabs={[
        {
          key: 'links',
          title: t('activity.view.links'),
          count: format.number(links.length),
          content: (
            <>
              {isDraft && <p className="campaign-note">{t('activity.view.notPublished')}</p>}
              <CampaignLinks row={answer} isFull />
            </>
          ),
        },
        { key: 'timeline', title: t('activity.view.timeline'), content: <CampaignTimeline answer={answer} /> },
        ...(canQuote || !isDraft
          ? [{ key: 'cost', title: t('activity.price.title'), content: <CampaignCost answer={answer} /> }]
          : []),
        history,
      ]}
    />
  )
}

export function Screen() {
  return <EntityDetail entity={campaign}>{(answer) => <Campaign key={answer.guid} answer={answer} />}</EntityDetail>
}
