// The sign-in history of the account: time, outcome, network and browser, newest first, in pages.
import type { AnswerOf, SignInOutcome } from '@sealwright/contract'
import { LIMITS, ownAccountCalls } from '@sealwright/contract'
import { LogIn } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { SettingList, SettingRow, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { DataTable } from '../../blocks/list/data-table.tsx'
import { pageFromUrl } from '../../blocks/list/paging/list-paging.ts'
import { Pager } from '../../blocks/list/paging/pager.tsx'
import { usePlaceName } from '../../blocks/security/place.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { changeSearch, pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useTablePageSize } from '../../lib/session/preferences.ts'
import { useIsNarrow } from '../../lib/window-width.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey, Translate } from '../../lib/words/i18n.tsx'
import './own-account.css'

type SignIn = AnswerOf<typeof ownAccountCalls.findSignIns>['rows'][number]

const OUTCOMES: Record<SignInOutcome, { tone: Tone; words: PhraseKey }> = {
  signedIn: { tone: 'ok', words: 'ownAccount.history.outcomes.signedIn' },
  passwordReset: { tone: 'brand', words: 'ownAccount.history.outcomes.passwordReset' },
  wrongPassword: { tone: 'bad', words: 'ownAccount.history.outcomes.wrongPassword' },
  wrongSecondFactor: { tone: 'bad', words: 'ownAccount.history.outcomes.wrongSecondFactor' },
  slowedDown: { tone: 'warn', words: 'ownAccount.history.outcomes.slowedDown' },
  disabled: { tone: 'warn', words: 'ownAccount.history.outcomes.disabled' },
  validityOver: { tone: 'warn', words: 'ownAccount.history.outcomes.validityOver' },
  notActivated: { tone: 'warn', words: 'ownAccount.history.outcomes.notActivated' },
  networkRefused: { tone: 'warn', words: 'ownAccount.history.outcomes.networkRefused' },
  browserNeeded: { tone: 'warn', words: 'ownAccount.history.outcomes.browserNeeded' },
  denied: { tone: 'warn', words: 'ownAccount.history.outcomes.denied' },
}

function Outcome({ outcome }: { outcome: SignInOutcome }) {
  const t = usePhrases()
  return <StatusTag tone={OUTCOMES[outcome].tone}>{t(OUTCOMES[outcome].words)}</StatusTag>
}

/** Where an attempt came from: the program of a developer, or a browser, which opens to its full name. */
function Place({ row: { developerName, userAgent } }: { row: SignIn }) {
  const t = usePhrases()
  const placeName = usePlaceName()
  if (developerName !== null) return <span>{t('ownAccount.history.program', { developer: developerName })}</span>
  return userAgent === null ? (
    <span>{placeName(userAgent)}</span>
  ) : (
    <details className="user-agent">
      <summary>{placeName(userAgent)}</summary>
      <span>{userAgent}</span>
    </details>
  )
}

function signInColumns(t: Translate): Column<SignIn>[] {
  return [
    { key: 'at', title: t('ownAccount.history.at'), cell: (row) => <TimeCell at={row.at} />, minWidth: 168 },
    { key: 'outcome', title: t('ownAccount.history.outcome'), cell: (row) => <Outcome outcome={row.outcome} /> },
    {
      key: 'network',
      title: t('ownAccount.history.network'),
      cell: (row) => <span className="sw-tabular">{row.network}</span>,
    },
    {
      key: 'place',
      title: t('ownAccount.history.place'),
      cell: (row) => <Place row={row} />,
    },
  ]
}

export function SignIns() {
  const t = usePhrases()
  const format = useFormat()
  const columns = useMemo(() => signInColumns(t), [t])
  const isNarrow = useIsNarrow()
  const page = pageFromUrl(useSearchOf('/security').page)
  const [pageSize, setPageSize] = useTablePageSize()
  const { data, error, isPlaceholderData, refetch } = useAnswer(
    ownAccountCalls.findSignIns,
    { currentPage: page, pageSize },
    { keepPrevious: true },
  )
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={5} />
  if (data.records === 0)
    return (
      <EmptyState
        icon={LogIn}
        title={t('ownAccount.history.emptyTitle')}
        sentence={t('ownAccount.history.emptySentence')}
      />
    )
  return (
    <>
      <p className="history-sentence">{t('ownAccount.history.sentence')}</p>
      {isNarrow ? (
        <SettingList label={t('ownAccount.security.tabs.history')}>
          {data.rows.map((row) => (
            <SettingRow
              key={row.id}
              title={
                <>
                  <Outcome outcome={row.outcome} />
                  <TimeCell at={row.at} />
                </>
              }
              note={
                <>
                  <span className="sw-tabular">{row.network}</span>
                  <Place row={row} />
                </>
              }
            />
          ))}
        </SettingList>
      ) : (
        <DataTable
          label={t('ownAccount.security.tabs.history')}
          rows={data.rows}
          columns={columns}
          rowKey={(row) => row.id}
          rowName={(row) => format.time(row.at)}
          isStale={isPlaceholderData}
        />
      )}
      <Pager
        page={Math.min(page, data.total)}
        found={data}
        size={pageSize}
        sizes={LIMITS.page.tableSizes}
        hrefOf={(n) => pathTo('/security', { tab: 'history', page: n === 1 ? undefined : String(n) })}
        onSize={(size) => {
          setPageSize(size)
          changeSearch('/security', { tab: 'history' })
        }}
      />
    </>
  )
}
