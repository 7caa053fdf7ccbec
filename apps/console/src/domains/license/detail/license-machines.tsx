// The devices that hold or held a license, most recently bound first. An unbound device can be bound again later; a
// withdrawn one never can. The dialogs explain the difference.
import type { LicenseAnswer, MachineRow } from '@sealwright/contract'
import { Ban, Monitor, MonitorOff, Unlink } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { EmptyState, LoadingOrError } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { DateCell, Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { TurnPages } from '../../../blocks/list/paging/turn-pages.tsx'
import { RecordCards } from '../../../blocks/list/record-card.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { RowActions } from '../../../blocks/list/row-actions.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { useIsNarrow } from '../../../lib/window-width.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import './detail.css'
import type { Family } from '../license-family.ts'

const PAGE = 20
const TONES: Record<MachineRow['state'], Tone> = { bound: 'ok', unbound: 'neutral', recycled: 'warn' }

const keyOf = (row: MachineRow) => row.guid
const nameOf = (row: MachineRow) => row.name

const EMPTY = { reason: '' }
const spell = ({ reason }: typeof EMPTY) => ({ reason: reason || undefined })

type Parting = 'unbind' | 'recycle'

interface PartProps {
  family: Family
  guid: string
  machine: MachineRow
  how: Parting
  onClose: () => void
}

function PartDialog({ family: { calls, where }, guid, machine, how, onClose }: PartProps) {
  const t = usePhrases()
  const call = calls[how]
  const fields = useMemo(() => ({ reason: call.payload.shape.reason }), [call])
  const form = useForm({ domain: 'license', fields, initial: EMPTY, spell })
  const { act, isActing, refusal } = useAct(call, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t(`license.detail.machines.${how}.done`))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(`license.detail.machines.${how}.title`, { name: machine.name })}
      saveText={t(`license.detail.machines.${how}.verb`)}
      isDanger={how === 'recycle'}
      isSaving={isActing}
      refusal={refusal}
      onSave={(values) => void act({ ...where, guid, machineGuid: machine.guid, ...values })}
      onClose={onClose}
    >
      <p>{t(`license.detail.machines.${how}.sentence`)}</p>
      <TextField form={form} name="reason" help={t('license.list.reasonHelp')} isFirst />
    </FormDialog>
  )
}

function StateTag({ state }: Pick<MachineRow, 'state'>) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`license.machineStates.${state}`)}</StatusTag>
}

function Addresses({ addresses }: Pick<MachineRow, 'addresses'>) {
  if (addresses.length === 0) return <Nothing />
  return (
    <span className="machine-addresses">
      {addresses.map(({ ip, mac }) => (
        <span key={`${ip} ${mac}`}>
          {ip} <span className="machine-mac">{mac}</span>
        </span>
      ))}
    </span>
  )
}

/** Two lines in one cell: side by side, the values do not fit. */
function Over({ below, children }: { below: ReactNode; children: ReactNode }) {
  return (
    <span className="machine-over">
      {children}
      {below && <span className="name-cell-below">{below}</span>}
    </span>
  )
}

const wayOf = (t: Translate, { isOffline }: MachineRow) =>
  t(isOffline ? 'license.detail.machines.offline' : 'license.detail.machines.online')

function columnsOf(t: Translate): Column<MachineRow>[] {
  return [
    {
      key: 'name',
      title: t('license.detail.machines.name'),
      cell: (row) => (
        <Over below={row.os}>
          <span className="machine-name">{row.name}</span>
        </Over>
      ),
    },
    {
      key: 'state',
      title: t('license.detail.machines.state'),
      cell: (row) => (
        <Over below={row.endTime !== null && <TimeCell at={row.endTime} />}>
          <StateTag state={row.state} />
        </Over>
      ),
    },
    { key: 'network', title: t('license.detail.machines.network'), cell: (row) => row.network ?? <Nothing /> },
    {
      key: 'addresses',
      title: t('license.detail.machines.addresses'),
      cell: (row) => <Addresses addresses={row.addresses} />,
    },
    {
      key: 'bindTime',
      title: t('license.detail.machines.bindTime'),
      cell: (row) => (
        <Over below={wayOf(t, row)}>
          <TimeCell at={row.bindTime} />
        </Over>
      ),
    },
    {
      key: 'seenTime',
      title: t('license.detail.machines.seenTime'),
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.seenTime} />,
    },
  ]
}

function cardOf(t: Translate, row: MachineRow): CardParts {
  return {
    mark: row.state === 'bound' ? <Monitor size={18} aria-hidden /> : <MonitorOff size={18} aria-hidden />,
    name: row.name,
    below: row.os,
    facts: [
      ...(row.network === null ? [] : [{ label: t('license.detail.machines.network'), value: row.network }]),
      { label: t('license.detail.machines.addresses'), value: <Addresses addresses={row.addresses} /> },
      { label: t('license.detail.machines.way'), value: wayOf(t, row) },
      { label: t('license.detail.machines.bindTime'), value: <TimeCell at={row.bindTime} /> },
      { label: t('license.detail.machines.seenTime'), value: <TimeCell at={row.seenTime} /> },
      ...(row.endTime === null
        ? []
        : [{ label: t('license.detail.machines.endTime'), value: <TimeCell at={row.endTime} /> }]),
    ],
    foot: <StateTag state={row.state} />,
  }
}

export function LicenseMachines({ family, license }: { family: Family; license: LicenseAnswer }) {
  const t = usePhrases()
  const isNarrow = useIsNarrow()
  const [page, setPage] = useState(1)
  const { calls, where } = family
  const { guid, acts } = license
  const { data, error, refetch } = useAnswer(
    calls.machines,
    { ...where, guid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  const columns = useMemo(() => columnsOf(t), [t])
  const canUnbind = acts.includes('unbind')
  const canRecycle = acts.includes('recycle')
  const actionsOf = useCallback(
    (machine: MachineRow): RowAction[] => {
      const ask = (how: Parting) => () =>
        void showDialog((settle) => (
          <PartDialog family={family} guid={guid} machine={machine} how={how} onClose={() => settle(true)} />
        ))
      return [
        ...(canUnbind && machine.state === 'bound'
          ? [
              {
                key: 'unbind',
                label: t('license.detail.machines.unbind.verb'),
                icon: Unlink,
                isShown: true,
                onSelect: ask('unbind'),
              },
            ]
          : []),
        ...(canRecycle && machine.state !== 'recycled'
          ? [
              {
                key: 'recycle',
                label: t('license.detail.machines.recycle.verb'),
                icon: Ban,
                isDanger: true,
                onSelect: ask('recycle'),
              },
            ]
          : []),
      ]
    },
    [family, guid, canUnbind, canRecycle, t],
  )
  const actions = useCallback(
    (machine: MachineRow) => <RowActions name={machine.name} actions={() => actionsOf(machine)} />,
    [actionsOf],
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  if (data.records === 0)
    return (
      <EmptyState
        icon={Monitor}
        title={t('license.detail.machines.emptyTitle')}
        sentence={t('license.detail.machines.emptySentence')}
      />
    )
  return (
    <>
      {isNarrow ? (
        <RecordCards
          label={t('license.detail.machines.label')}
          rows={data.rows}
          card={(row) => cardOf(t, row)}
          rowKey={keyOf}
          actions={actionsOf}
        />
      ) : (
        <DataTable
          label={t('license.detail.machines.label')}
          rows={data.rows}
          columns={columns}
          rowKey={keyOf}
          rowName={nameOf}
          {...(canRecycle && { actions })}
        />
      )}
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}
