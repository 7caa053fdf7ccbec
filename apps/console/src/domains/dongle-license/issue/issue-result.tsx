// The packages right after an issue, each with its file. They are only in memory, so a reload goes to the list, where
// the licenses have their upgrade records.
import type { AnswerOf, dongleLicenseCalls } from '@sealwright/contract'
import { upgradeCalls } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Download, ListPlus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { queryClient } from '../../../lib/call/query-client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { takeLostFocus } from '../../../lib/place/sight.ts'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { downloadPackages } from '../upgrade/upgrade-acts.tsx'
import './issue.css'
import '../../../blocks/form/form.css'

type Issued = AnswerOf<typeof dongleLicenseCalls.issue>
type Package = Issued['packages'][number]

const keyOfIssue = (issueGuid: string) => ['dongleLicense', 'issued', issueGuid]

export const keepIssued = (issued: Issued) => void queryClient.setQueryData(keyOfIssue(issued.issueGuid), issued)

export const useIssued = (issueGuid: string): Issued | undefined =>
  useQuery<Issued>({
    queryKey: keyOfIssue(issueGuid),
    queryFn: () => Promise.reject(new Error('this query is never fetched')),
    enabled: false,
  }).data

const keyOf = ({ guid }: Package) => guid
const nameOf = ({ shellNumber }: Package) => shellNumber

const columnsOf = (t: Translate): Column<Package>[] => [
  {
    key: 'shellNumber',
    title: t('dongleLicense.fields.shellNumber'),
    minWidth: 160,
    cell: ({ shellNumber }) => <span className="sw-tabular">{shellNumber}</span>,
  },
  {
    key: 'name',
    title: t('dongleLicense.issue.file'),
    minWidth: 240,
    cell: ({ name }) => <span className="upgrade-text">{name}</span>,
  },
]

function DownloadOne({ one }: { one: Package }) {
  const t = usePhrases()
  return (
    <Button size="small" icon={Download} onPress={() => void downloadPackages([one])}>
      {t('dongleLicense.issue.download')}
    </Button>
  )
}

export function IssueResult({ issued: { packages }, onMore }: { issued: Issued; onMore: () => void }) {
  const t = usePhrases()
  const canDownload = useCan(upgradeCalls.download)
  const hasList = useCanOpen('/pc/license/dongle')
  const columns = useMemo(() => columnsOf(t), [t])
  const single = useCallback((one: Package) => <DownloadOne one={one} />, [])
  return (
    <div className="form-page">
      <header className="page-head">
        <CircleCheck size={32} aria-hidden className="dongle-done" />
        <div className="page-head-words">
          {/* The form with the focus is gone. */}
          <h1 ref={takeLostFocus} tabIndex={-1}>
            {t('dongleLicense.issue.resultTitle', { count: packages.length })}
          </h1>
          <p>{t('dongleLicense.issue.resultSentence')}</p>
        </div>
        <div className="page-head-actions">
          <Button icon={ListPlus} onPress={onMore}>
            {t('dongleLicense.issue.more')}
          </Button>
          {hasList && (
            <ScreenLink to="/pc/license/dongle" className={buttonClass()}>
              {t('dongleLicense.issue.openList')}
            </ScreenLink>
          )}
          {canDownload && (
            <Button kind="primary" icon={Download} onPress={() => void downloadPackages(packages)}>
              {t(packages.length === 1 ? 'dongleLicense.issue.download' : 'dongleLicense.issue.downloadAll')}
            </Button>
          )}
        </div>
      </header>
      <div className="dongle-result">
        <DataTable
          label={t('dongleLicense.upgrades.title')}
          rows={packages}
          columns={columns}
          rowKey={keyOf}
          rowName={nameOf}
          {...(canDownload && { actions: single })}
        />
      </div>
    </div>
  )
}
