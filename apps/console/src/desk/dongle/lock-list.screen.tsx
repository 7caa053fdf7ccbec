// The list of all locks: where each is, and the moves between stock and developers.
import {
  LIMITS,
  LOCK_GROUP_NAMES,
  LOCK_KINDS,
  LOCK_PLACES,
  dongleDesk,
  lockGroupOf,
  lockStatusName,
} from '@sealwright/contract'
import type { LockGroup, StockLockRow } from '@sealwright/contract'
import { ArrowRightFromLine, FileUp, History, Undo2, Usb } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import type { BatchAction } from '../../blocks/list/batch-bar.tsx'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { ScreenLink, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { useDeveloperOptions } from './developer-field.tsx'
import { askAssignment, askReturn } from './lock-dialogs.tsx'
import { openLock } from './lock-history.tsx'

const PATH = '/platform/dongles'
const LIST = { list: 'deskDongle', call: dongleDesk.find }
export const first = firstPage(LIST)

const TONES: Record<LockGroup, Tone> = {
  notActivated: 'neutral',
  normal: 'ok',
  changing: 'brand',
  lost: 'bad',
  locked: 'warn',
}
const keyOf = (row: StockLockRow) => row.guid
const nameOf = (row: StockLockRow) => row.shellNumber

function Place({ row: { developerName } }: { row: StockLockRow }) {
  const t = usePhrases()
  return developerName === null ? <StatusTag tone="brand">{t('dongle.list.inStock')}</StatusTag> : developerName
}

function Status({ row: { status, kind } }: { row: StockLockRow }) {
  const t = usePhrases()
  if (status === null || kind === 'control') return <span className="nothing">–</span>
  return <StatusTag tone={TONES[lockGroupOf(status)]}>{t(`userLock.statuses.${lockStatusName(status)}`)}</StatusTag>
}

const columnsOf = (t: Translate): Column<StockLockRow>[] => [
  {
    key: 'shellNumber',
    title: t('dongle.fields.shellNumber'),
    sort: 'shellNumber',
    minWidth: 220,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={Usb} tint={row.developerId === null ? 2 : 4} />}
        name={row.shellNumber}
        below={t(`dongle.kinds.${row.kind}`)}
      />
    ),
  },
  {
    key: 'developer',
    title: t('dongle.fields.developer'),
    minWidth: 140,
    priority: 3,
    cell: (row) => <Place row={row} />,
  },
  { key: 'status', title: t('dongle.fields.status'), minWidth: 190, priority: 3, cell: (row) => <Status row={row} /> },
  {
    key: 'licenses',
    title: t('dongle.fields.licenses'),
    minWidth: 90,
    cell: (row) => <span className="sw-tabular">{row.licenses}</span>,
  },
  {
    key: 'serialNumber',
    title: t('dongle.fields.serialNumber'),
    minWidth: 280,
    cell: (row) => <span className="sw-tabular cell-quiet">{row.serialNumber}</span>,
  },
  { key: 'firmware', title: t('dongle.fields.firmware'), minWidth: 90, cell: (row) => row.firmware },
  {
    key: 'productionTime',
    title: t('dongle.fields.productionTime'),
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.productionTime} />,
  },
  {
    key: 'registerTime',
    title: t('dongle.fields.registerTime'),
    sort: 'registerTime',
    minWidth: WIDTHS.time,
    priority: 2,
    cell: (row) => <TimeCell at={row.registerTime} />,
  },
]

const cardOf = (t: Translate, row: StockLockRow): CardParts => ({
  mark: <IconMark icon={Usb} tint={row.developerId === null ? 2 : 4} size={40} />,
  name: row.shellNumber,
  below: t(`dongle.kinds.${row.kind}`),
  facts: [
    { label: t('dongle.fields.developer'), value: <Place row={row} /> },
    { label: t('dongle.fields.status'), value: <Status row={row} /> },
  ],
  foot: <LabeledTime label={t('dongle.fields.registerTime')} at={row.registerTime} />,
})

function useFilters(): Filter[] {
  const t = usePhrases()
  const { developerId = '' } = useSearchOf(PATH)
  const developers = useDeveloperOptions(developerId)
  return useMemo(
    () => [
      { kind: 'search', name: 'keyword', label: t('dongle.list.search') },
      {
        kind: 'choice',
        name: 'place',
        label: t('dongle.fields.place'),
        options: LOCK_PLACES.map((value) => ({ value, label: t(`dongle.places.${value}`) })),
      },
      { kind: 'pick', name: 'developerId', label: t('dongle.fields.developerId'), ...developers },
      {
        kind: 'choice',
        name: 'group',
        label: t('dongle.fields.group'),
        options: LOCK_GROUP_NAMES.map((value) => ({ value, label: t(`userLock.groups.${value}`) })),
      },
      {
        kind: 'choice',
        name: 'kind',
        label: t('dongle.fields.kind'),
        options: LOCK_KINDS.map((value) => ({ value, label: t(`dongle.kinds.${value}`) })),
      },
    ],
    [t, developers],
  )
}

const guidsOf = (rows: readonly StockLockRow[]) => rows.map(keyOf)

function useBatch(): BatchAction<StockLockRow>[] {
  const t = usePhrases()
  const canMove = useCan(dongleDesk.assign)
  return useMemo(
    () =>
      canMove
        ? [
            {
              key: 'assign',
              label: t('dongle.list.assign'),
              icon: ArrowRightFromLine,
              max: LIMITS.lockStock.atOnce,
              run: (rows, done) =>
                rows.every(({ developerId }) => developerId === null)
                  ? askAssignment(guidsOf(rows), done)
                  : toast.error(t('dongle.list.notAssignable')),
            },
            {
              key: 'takeBack',
              label: t('dongle.list.takeBack'),
              icon: Undo2,
              max: LIMITS.lockStock.atOnce,
              run: (rows, done) =>
                rows.every(({ developerId }) => developerId !== null)
                  ? askReturn(guidsOf(rows), done)
                  : toast.error(t('dongle.list.notReturnable')),
            },
          ]
        : [],
    [t, canMove],
  )
}

function useActions(): (row: StockLockRow) => RowAction[] {
  const t = usePhrases()
  const canMove = useCan(dongleDesk.assign)
  return useCallback(
    (row) => {
      const view: RowAction = {
        key: 'view',
        label: t('dongle.list.view'),
        icon: History,
        isShown: true,
        onSelect: () => openLock(row),
      }
      if (!canMove) return [view]
      const { guid, hindrance } = row
      const move: RowAction =
        row.developerId === null
          ? {
              key: 'assign',
              label: t('dongle.list.assign'),
              icon: ArrowRightFromLine,
              onSelect: () => askAssignment([guid]),
            }
          : {
              key: 'takeBack',
              label: t('dongle.list.takeBack'),
              icon: Undo2,
              onSelect: () =>
                hindrance === null
                  ? askReturn([guid])
                  : toast.error(t('dongle.list.cannotReturn', { why: t(`dongle.hindrances.${hindrance}`) })),
            }
      return [view, move]
    },
    [t, canMove],
  )
}

export function Screen() {
  const t = usePhrases()
  const register = (
    <Can call={dongleDesk.register}>
      <ScreenLink to="/platform/dongles/register" className={buttonClass({ kind: 'primary' })}>
        <FileUp size={15} aria-hidden />
        {t('dongle.list.register')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path={PATH}
      {...LIST}
      title={t('dongle.titles.list')}
      sentence={t('dongle.list.sentence')}
      primary={register}
      filters={useFilters()}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: StockLockRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={useActions()}
      batch={useBatch()}
      empty={{
        icon: Usb,
        title: t('dongle.list.emptyTitle'),
        sentence: t('dongle.list.emptySentence'),
        action: register,
      }}
    />
  )
}
