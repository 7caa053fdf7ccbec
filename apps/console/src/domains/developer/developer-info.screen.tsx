// The developer page: facts, public information, secrets and operation history.
import { developerCalls, developerFields, operationLogCalls } from '@sealwright/contract'
import { CopyText } from '../../blocks/control/copy-text.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { Tabs } from '../../blocks/control/tabs.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { changeSearch, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { useCountryOptions } from '../../lib/words/countries.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useTimeZoneLabel } from '../../lib/words/time-zones.ts'
import { OperationHistory } from '../operation-log/index.ts'
import type { DeveloperAnswer } from './developer-draft.ts'
import { DeveloperForm } from './developer-form.tsx'
import { DeveloperSecrets } from './developer-secrets.tsx'
import { DeveloperView, useHindrance } from './developer-view.tsx'
import './developer.css'

const FIELDS = Object.keys(developerFields)

function Developer({ developer }: { developer: DeveloperAnswer }) {
  const t = usePhrases()
  const { tab = 'info' } = useSearchOf('/developerInfo')
  const { status } = useSession().developer.devInfo
  const country = useCountryOptions().find(({ code }) => code === developer.country)?.label ?? developer.country
  const timeZone = useTimeZoneLabel(developer.timeZone)
  const hindrance = useHindrance()
  return (
    <>
      <FactList
        facts={[
          { label: t('developer.facts.id'), value: <CopyText text={developer.developerId} /> },
          { label: t('developer.facts.name'), value: developer.name },
          {
            label: t('developer.fields.status'),
            value: (
              <StatusTag tone={status === 'formal' ? 'ok' : 'warn'}>
                {t(status === 'formal' ? 'developer.statuses.formal' : 'developer.statuses.trial')}
              </StatusTag>
            ),
          },
          { label: t('developer.facts.country'), value: country },
          { label: t('developer.facts.timeZone'), value: timeZone },
          developer.formalSince
            ? { label: t('developer.facts.formalSince'), value: <TimeCell at={developer.formalSince} /> }
            : { label: t('developer.facts.createdAt'), value: <TimeCell at={developer.createdAt} /> },
        ]}
      />
      <Tabs
        label={t('developer.titles.info')}
        open={tab}
        onOpen={(key) => changeSearch('/developerInfo', { tab: key })}
        tabs={[
          {
            key: 'info',
            title: t('developer.tabs.info'),
            content: hindrance ? (
              <DeveloperView developer={developer} hindrance={hindrance} />
            ) : (
              <DeveloperForm developer={developer} />
            ),
          },
          {
            key: 'secrets',
            title: t('developer.tabs.secrets'),
            content: <DeveloperSecrets pinSince={developer.pinSince} />,
          },
          {
            key: 'history',
            title: t('developer.tabs.history'),
            content: (
              <Can call={operationLogCalls.find}>
                <OperationHistory targetKind="developer" fields={FIELDS} />
              </Can>
            ),
          },
        ]}
      />
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch, isFetchedAfterMount } = useAnswer(developerCalls.get, {}, { staleMs: 0 })
  const content = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    // Wait for a fresh answer: the cached one may be older than the last save, and its revision would be refused.
    if (!data || !isFetchedAfterMount) return <SettingsSkeleton rows={4} />
    return <Developer developer={data} />
  }
  return (
    <SettingsPage title={t('developer.titles.info')} sentence={t('developer.info.sentence')}>
      {content()}
    </SettingsPage>
  )
}
