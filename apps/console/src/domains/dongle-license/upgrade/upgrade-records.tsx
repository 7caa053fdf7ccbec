// Upgrade records: the packages of a lock, of a license or of a task, latest first. One component for every page.
import { LIMITS, upgradeCalls } from '@sealwright/contract'
import type { UpgradeRow } from '@sealwright/contract'
import { Download, PackageOpen, RotateCw, Undo2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { EmptyState } from '../../../blocks/control/states.tsx'
import { Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { TabRows } from '../../../blocks/list/tab-rows.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../../lib/words/i18n.tsx'
import { TwoLines } from '../../template/terms/index.ts'
import { askReissue, downloadPackages, useWithdraw } from './upgrade-acts.tsx'
import { UpgradeStatus } from './upgrade-status.tsx'
import './upgrade.css'

const [PAGE] = LIMITS.page.tableSizes
const NONE: ReadonlySet<string> = new Set()
const keyOf = ({ guid }: UpgradeRow) => guid

interface Look {
  t: Translate
  format: Format
  /** Records of one lock do not repeat its shell number. */
  hasLock: boolean
  canOpenLock: boolean
}

/** The products, each with its result if that is not `done`. */
function partsOf({ t }: Look, { parts, kind }: UpgradeRow): string {
  if (kind === 'clear') return t('dongleLicense.upgrades.all')
  return parts
    .map(({ productName, result }) =>
      result === null || result === 'done'
        ? productName
        : t('dongleLicense.upgrades.part', { name: productName, result: t(`userLock.results.${result}`) }),
    )
    .join(t('dongleLicense.list.joint'))
}

const ended = ({ validUntil }: UpgradeRow) => Date.parse(validUntil) <= Date.now()

function columnsOf(look: Look): Column<UpgradeRow>[] {
  const { t, format, hasLock } = look
  return [
    {
      key: 'number',
      title: t('dongleLicense.fields.number'),
      minWidth: 96,
      cell: (row) => (
        <TwoLines className="sw-tabular" below={hasLock && row.shellNumber}>
          {t('dongleLicense.upgrades.numbered', { number: row.number })}
        </TwoLines>
      ),
    },
    {
      key: 'status',
      title: t('dongleLicense.fields.status'),
      minWidth: WIDTHS.reason,
      priority: 3,
      cell: (row) => <UpgradeStatus status={row.status} reason={row.reason} />,
    },
    {
      key: 'parts',
      title: t('dongleLicense.fields.parts'),
      minWidth: 150,
      priority: 2,
      cell: (row) => (
        <TwoLines className="upgrade-text" below={row.remark}>
          {t(`dongleLicense.upgradeKinds.${row.kind}`)} · {partsOf(look, row)}
        </TwoLines>
      ),
    },
    {
      key: 'time',
      title: t('dongleLicense.fields.time'),
      minWidth: WIDTHS.time,
      cell: (row) => (
        <TwoLines below={row.by}>
          <TimeCell at={row.time} />
        </TwoLines>
      ),
    },
    {
      key: 'downloads',
      title: t('dongleLicense.fields.downloads'),
      minWidth: WIDTHS.time,
      cell: (row) =>
        row.downloads === 0 ? (
          <Nothing />
        ) : (
          <TwoLines below={row.downloadTime !== null && format.time(row.downloadTime)}>
            {t('dongleLicense.upgrades.downloads', { count: row.downloads })}
          </TwoLines>
        ),
    },
    {
      key: 'reportTime',
      title: t('dongleLicense.fields.reportTime'),
      minWidth: WIDTHS.time,
      cell: (row) => (row.reportTime === null ? <Nothing /> : <TimeCell at={row.reportTime} />),
    },
    {
      key: 'validUntil',
      title: t('dongleLicense.fields.validUntil'),
      minWidth: WIDTHS.time,
      cell: (row) => (
        <TwoLines below={ended(row) && t('dongleLicense.upgrades.ended')}>
          <TimeCell at={row.validUntil} />
        </TwoLines>
      ),
    },
  ]
}

function cardOf(look: Look, row: UpgradeRow): CardParts {
  const { t, canOpenLock, hasLock } = look
  const [, ...facts] = columnsOf(look)
  return {
    mark: null,
    name: t('dongleLicense.upgrades.numbered', { number: row.number }),
    href: hasLock && canOpenLock ? pathTo('/dongle/user/view', { guid: row.lockGuid }) : undefined,
    below: hasLock && row.shellNumber,
    facts: facts.map(({ title, cell }) => ({ label: title, value: cell(row) })),
  }
}

/** The actions that the server allows, within the privileges of the person. */
function useRowActions(): (row: UpgradeRow) => RowAction[] {
  const t = usePhrases()
  const may = {
    download: useCan(upgradeCalls.download),
    reissue: useCan(upgradeCalls.reissue),
    withdraw: useCan(upgradeCalls.withdraw),
  }
  const withdraw = useWithdraw()
  return (row) => [
    ...(may.download && row.canDownload
      ? [
          {
            key: 'download',
            label: t(row.downloads === 0 ? 'dongleLicense.upgrades.download' : 'dongleLicense.upgrades.again'),
            icon: Download,
            isShown: true,
            onSelect: () => void downloadPackages([row]),
          },
        ]
      : []),
    ...(may.reissue && row.canReissue
      ? [
          {
            key: 'reissue',
            label: t('dongleLicense.upgrades.reissue'),
            icon: RotateCw,
            isShown: !row.canDownload,
            onSelect: () => void askReissue([row]),
          },
        ]
      : []),
    ...(may.withdraw && row.canWithdraw
      ? [
          {
            key: 'withdraw',
            label: t('dongleLicense.upgrades.withdraw'),
            icon: Undo2,
            isDanger: true,
            onSelect: () => void withdraw([row]),
          },
        ]
      : []),
  ]
}

/** What the selected records allow together. */
function Several({ rows, onDone }: { rows: readonly UpgradeRow[]; onDone: () => void }) {
  const t = usePhrases()
  const canDownload = useCan(upgradeCalls.download)
  const canReissue = useCan(upgradeCalls.reissue)
  const canWithdraw = useCan(upgradeCalls.withdraw)
  const withdraw = useWithdraw()
  const [loadable, failed, waiting] = [
    rows.filter((row) => row.canDownload),
    rows.filter((row) => row.canReissue),
    rows.filter((row) => row.canWithdraw),
  ]
  return (
    <div className="upgrade-several">
      <span role="status">{t('dongleLicense.upgrades.chosen', { count: rows.length })}</span>
      {canDownload && loadable.length > 0 && (
        <Button size="small" icon={Download} onPress={() => void downloadPackages(loadable).then(onDone)}>
          {t('dongleLicense.upgrades.zip', { count: loadable.length })}
        </Button>
      )}
      {canReissue && failed.length > 0 && (
        <Button
          size="small"
          icon={RotateCw}
          onPress={() => void askReissue(failed).then((isDone) => isDone && onDone())}
        >
          {t('dongleLicense.upgrades.reissueSeveral', { count: failed.length })}
        </Button>
      )}
      {canWithdraw && waiting.length > 0 && (
        <Button size="small" icon={Undo2} onPress={() => void withdraw(waiting).then(onDone)}>
          {t('dongleLicense.upgrades.withdrawSeveral', { count: waiting.length })}
        </Button>
      )}
    </div>
  )
}

interface UpgradeRecordsProps {
  lockGuid?: string
  licenseGuid?: string
  taskId?: string
}

export function UpgradeRecords({ lockGuid, licenseGuid, taskId }: UpgradeRecordsProps) {
  const t = usePhrases()
  const format = useFormat()
  const canOpenLock = useCanOpen('/dongle/user/view')
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState(NONE)
  const answer = useAnswer(
    upgradeCalls.find,
    { lockGuid, licenseGuid, taskId, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  const look = useMemo(
    () => ({ t, format, canOpenLock, hasLock: taskId !== undefined }),
    [t, format, canOpenLock, taskId],
  )
  const columns = useMemo(() => columnsOf(look), [look])
  const actions = useRowActions()
  const nameOf = useCallback(({ number }: UpgradeRow) => t('dongleLicense.upgrades.numbered', { number }), [t])
  const chosen = (answer.data?.rows ?? []).filter(({ guid }) => selected.has(guid))
  return (
    <div className="upgrade-records">
      {chosen.length > 0 && <Several rows={chosen} onDone={() => setSelected(NONE)} />}
      <TabRows
        label={t('dongleLicense.upgrades.title')}
        answer={answer}
        page={page}
        onTurn={(next) => {
          setSelected(NONE)
          setPage(next)
        }}
        columns={columns}
        card={(row) => cardOf(look, row)}
        rowKey={keyOf}
        rowName={nameOf}
        actions={actions}
        selection={{ selected, onSelect: setSelected }}
        none={
          <EmptyState
            icon={PackageOpen}
            title={t('dongleLicense.upgrades.emptyTitle')}
            sentence={t('dongleLicense.upgrades.emptySentence')}
          />
        }
      />
    </div>
  )
}
