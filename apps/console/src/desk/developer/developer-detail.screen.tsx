// One developer: facts without secrets, what operators can decide, and the rest in tabs.
import { developerDesk, operatorDesk } from '@sealwright/contract'
import { Ban, Building2, CircleCheck, CircleX, Eye, Gauge, Play } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { DetailPage } from '../../blocks/detail/detail-page.tsx'
import type { Fact } from '../../blocks/detail/fact-list.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { PageMenu } from '../../blocks/list/row-actions.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { changeSearch, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { useCountryOptions } from '../../lib/words/countries.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../lib/words/i18n.tsx'
import { useTimeZoneLabel } from '../../lib/words/time-zones.ts'
import { openVisit } from '../visits/open-visit.tsx'
import { openRejection, openSuspension, openTrialLimit, useApproval, useResume } from './decisions.tsx'
import { DeveloperState, Risks } from './developer-parts.tsx'
import { Application, Figures, Notes, PlatformHistory, Visits } from './developer-tabs.tsx'
import type { Developer } from './developer-tabs.tsx'

const shownName = ({ displayName, name }: Developer) => displayName ?? name

function factsOf(t: Translate, format: Format, developer: Developer, place: string): Fact[] {
  const { contacts } = developer
  return [
    { label: t('tenant.facts.state'), value: <DeveloperState state={developer.state} /> },
    { label: t('tenant.facts.superAdministrator'), value: developer.superAdministrator },
    { label: t('tenant.facts.administrators'), value: format.number(developer.administrators) },
    { label: t('tenant.facts.since'), value: <TimeCell at={developer.createTime} /> },
    {
      label: t('tenant.facts.formalSince'),
      value: developer.formalTime && <TimeCell at={developer.formalTime} />,
    },
    {
      label: t('tenant.facts.lastSignIn'),
      value: developer.lastSignInTime === null ? t('tenant.list.never') : <TimeCell at={developer.lastSignInTime} />,
    },
    { label: t('tenant.facts.place'), value: place },
    {
      label: t('tenant.facts.terms'),
      value: t(developer.hasOwnTerms ? 'tenant.facts.ownTerms' : 'tenant.facts.generalTerms'),
    },
    ...(developer.status === 'trial'
      ? [{ label: t('tenant.facts.trialLimit'), value: format.number(developer.trialLicensesMax) }]
      : [
          {
            label: t('tenant.facts.serviceUntil'),
            value: developer.serviceUntil && <TimeCell at={developer.serviceUntil} />,
          },
        ]),
    { label: t('tenant.list.risk'), value: <Risks risks={developer.risks} /> },
    // A link of a developer is hostile until somebody has looked at it, so it is only text.
    { label: t('tenant.facts.website'), value: developer.website },
    {
      label: t('tenant.facts.contacts'),
      value: contacts
        .map(({ name, title, phone, email }) => [name, title, phone, email].filter((part) => part !== null).join(' · '))
        .join(t('blocks.list.semicolon')),
      isWide: true,
    },
    { label: t('tenant.facts.brief'), value: developer.brief, isWide: true },
  ]
}

function useDecisions(developer: Developer): RowAction[] {
  const t = usePhrases()
  const canDecide = useCan(developerDesk.decide)
  const approve = useApproval()
  const resume = useResume()
  if (!canDecide) return []
  const { id, application } = developer
  const concerned = { id, name: shownName(developer) }
  const isWaiting = application?.state === 'pending'
  return [
    ...(isWaiting
      ? [
          {
            key: 'approve',
            label: t('tenant.applications.approve'),
            icon: CircleCheck,
            onSelect: () => approve(application),
          },
          {
            key: 'reject',
            label: t('tenant.applications.reject'),
            icon: CircleX,
            onSelect: () => openRejection(concerned),
          },
        ]
      : []),
    ...(developer.status === 'trial'
      ? [
          {
            key: 'trial',
            label: t('tenant.trial.set'),
            icon: Gauge,
            onSelect: () => openTrialLimit(concerned, developer.trialLicensesMax),
          },
        ]
      : []),
    developer.suspension
      ? { key: 'resume', label: t('tenant.suspension.resume'), icon: Play, onSelect: () => resume(concerned) }
      : {
          key: 'suspend',
          label: t('tenant.suspension.suspend'),
          icon: Ban,
          isDanger: true,
          onSelect: () => openSuspension(concerned),
        },
  ]
}

function Shown({ developer }: { developer: Developer }) {
  const t = usePhrases()
  const format = useFormat()
  const { id, tab = 'figures' } = useSearchOf('/platform/developers/view')
  const decisions = useDecisions(developer)
  const { suspension } = developer
  const country = useCountryOptions().find(({ code }) => code === developer.country)?.label ?? developer.country
  const place = `${country} · ${useTimeZoneLabel(developer.timeZone)}`
  return (
    <DetailPage
      mark={<IconMark icon={Building2} tint={1} size={56} />}
      title={shownName(developer)}
      subtitle={`${t('tenant.facts.id')} ${developer.id}`}
      notices={
        suspension && (
          <Notice tone="bad">
            {t('tenant.suspension.notice', {
              since: format.time(suspension.since),
              reason: suspension.reason,
              until: format.time(suspension.programsUntil),
            })}
          </Notice>
        )
      }
      actions={
        <>
          <PageMenu actions={decisions} />
          <Can call={operatorDesk.openVisit}>
            <Button icon={Eye} onPress={() => openVisit({ developerId: id, name: shownName(developer) })}>
              {t('tenant.visit')}
            </Button>
          </Can>
        </>
      }
      facts={factsOf(t, format, developer, place)}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/platform/developers/view', { id, tab: key })}
      tabs={[
        { key: 'figures', title: t('tenant.tabs.figures'), content: <Figures developer={developer} /> },
        {
          key: 'application',
          title: t('tenant.tabs.application'),
          content: <Application application={developer.application} />,
        },
        { key: 'history', title: t('tenant.tabs.history'), content: <PlatformHistory id={id} /> },
        { key: 'visits', title: t('tenant.tabs.visits'), content: <Visits id={id} /> },
        { key: 'notes', title: t('tenant.tabs.notes'), content: <Notes id={id} /> },
      ]}
    />
  )
}

export function Screen() {
  const { id } = useSearchOf('/platform/developers/view')
  return (
    <Loaded
      call={developerDesk.get}
      payload={{ id: Number(id) }}
      back={<BackToList to="/platform/developers" words="tenant.list.back" />}
    >
      {(developer) => <Shown developer={developer} />}
    </Loaded>
  )
}
