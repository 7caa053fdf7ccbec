// The browsers that the account has signed in on: their names, and which are trusted to skip the second step. With the
// privilege, also the parts that identify the devices of licenses.
import type { AnswerOf } from '@sealwright/contract'
import { LIMITS, ownAccountCalls } from '@sealwright/contract'
import { Monitor, MonitorSmartphone, Pencil, ShieldCheck, ShieldOff, Smartphone, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { SettingList, SettingRow, SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { DataTable } from '../../blocks/list/data-table.tsx'
import { RowMenu } from '../../blocks/list/row-actions.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { isHandheld, usePlaceName } from '../../blocks/security/place.ts'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { leave } from '../../lib/session/leave.ts'
import { toast } from '../../lib/toast.ts'
import { useIsNarrow } from '../../lib/window-width.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import './own-account.css'
import { MachineParts } from '../runtime/parts/index.ts'
import { Rename } from './rename.tsx'

type Device = AnswerOf<typeof ownAccountCalls.devices>['rows'][number]

/** The actions for a device, most used first. */
function useDeviceActions(hasSecondStep: boolean, onRename: (guid: string) => void): (device: Device) => RowAction[] {
  const t = usePhrases()
  const placeName = usePlaceName()
  const { act: update } = useAct(ownAccountCalls.updateDevice, {
    onDone: (_answer, { isTrusted }) =>
      toast.success(
        isTrusted
          ? t('ownAccount.devices.trusted', { days: LIMITS.secondFactor.trustDays })
          : t('ownAccount.devices.withdrawn'),
      ),
  })
  const { act: remove } = useAct(ownAccountCalls.removeDevice)
  return useCallback(
    (device) => {
      const { guid, isThis } = device
      const name = device.name ?? placeName(device.userAgent)
      const ask = () =>
        confirmAction({
          title: t('ownAccount.devices.removeTitle', { name }),
          consequence: t(isThis ? 'ownAccount.devices.removeThisConsequence' : 'ownAccount.devices.removeConsequence'),
          verb: t('ownAccount.devices.remove'),
          run: async () => {
            if (!(await remove({ guid }))) return
            // Removing the device ended its session, so there is nothing to sign out of.
            if (isThis) leave()
            else toast.success(t('ownAccount.devices.removed'))
          },
        })
      return [
        { key: 'rename', label: t('ownAccount.devices.rename'), icon: Pencil, onSelect: () => onRename(guid) },
        ...(device.trustedUntil
          ? [
              {
                key: 'withdraw',
                label: t('ownAccount.devices.withdraw'),
                icon: ShieldOff,
                onSelect: () => void update({ guid, isTrusted: false }),
              },
            ]
          : []),
        // Trust only skips the second step, so without one it is not offered.
        ...(hasSecondStep && isThis && !device.trustedUntil
          ? [
              {
                key: 'trust',
                label: t('ownAccount.devices.trustThis'),
                icon: ShieldCheck,
                onSelect: () => void update({ guid, isTrusted: true }),
              },
            ]
          : []),
        {
          key: 'remove',
          label: t('ownAccount.devices.remove'),
          icon: Trash2,
          isDanger: true,
          onSelect: () => void ask(),
        },
      ]
    },
    [t, placeName, update, remove, hasSecondStep, onRename],
  )
}

function Trust({ until }: { until: string | null }) {
  const t = usePhrases()
  const format = useFormat()
  if (!until) return <span className="nothing">{t('ownAccount.devices.notTrusted')}</span>
  return (
    <StatusTag tone="ok">
      {t('ownAccount.devices.trustedUntil', { time: format.timeAs(until, 'yyyy-MM-dd') })}
    </StatusTag>
  )
}

function deviceColumns(
  t: Translate,
  titleOf: (device: Device) => ReactNode,
  belowOf: (device: Device) => ReactNode,
): Column<Device>[] {
  return [
    {
      key: 'name',
      title: t('ownAccount.devices.name'),
      cell: (device) => {
        const Icon = isHandheld(device.userAgent) ? Smartphone : Monitor
        const below = belowOf(device)
        return (
          <span className="device-name">
            <span className="setting-mark">
              <Icon size={18} aria-hidden />
            </span>
            <span className="setting-words">
              <span className="device-names">{titleOf(device)}</span>
              {below && <span className="name-cell-below">{below}</span>}
            </span>
          </span>
        )
      },
    },
    {
      key: 'network',
      title: t('ownAccount.devices.network'),
      cell: (device) => <span className="sw-tabular">{device.network}</span>,
    },
    { key: 'trust', title: t('ownAccount.devices.trust'), cell: (device) => <Trust until={device.trustedUntil} /> },
    { key: 'lastSeen', title: t('ownAccount.devices.lastSeen'), cell: (device) => <TimeCell at={device.lastSeenAt} /> },
    {
      key: 'firstSeen',
      title: t('ownAccount.devices.firstSeen'),
      cell: (device) => <TimeCell at={device.firstSeenAt} />,
    },
  ]
}

function Devices({ devices, hasSecondStep }: { devices: readonly Device[]; hasSecondStep: boolean }) {
  const t = usePhrases()
  const placeName = usePlaceName()
  const isNarrow = useIsNarrow()
  const [renaming, setRenaming] = useState<string>()
  const actionsOf = useDeviceActions(hasSecondStep, setRenaming)
  // After renaming, focus the button of the row menu: the menu item that opened the field is gone.
  const list = useRef<HTMLDivElement>(null)
  const renamed = useRef<string>(undefined)
  useEffect(() => {
    if (renaming === undefined && renamed.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-actions="${renamed.current}"] button`)?.focus()
    renamed.current = renaming
  }, [renaming])
  const nameOf = useCallback((device: Device) => device.name ?? placeName(device.userAgent), [placeName])

  const title = useCallback(
    (device: Device): ReactNode =>
      device.guid === renaming ? (
        <Rename
          call={ownAccountCalls.updateDevice}
          payloadOf={(name) => ({ guid: device.guid, name })}
          schema={ownAccountCalls.updateDevice.payload.shape.name}
          name={device.name ?? ''}
          maxLength={LIMITS.device.nameMax}
          placeholder={placeName(device.userAgent)}
          onClose={() => setRenaming(undefined)}
        />
      ) : (
        <>
          {nameOf(device)}
          {device.isThis && <StatusTag tone="brand">{t('ownAccount.devices.this')}</StatusTag>}
        </>
      ),
    [renaming, nameOf, placeName, t],
  )
  const columns = useMemo(
    () =>
      deviceColumns(t, title, (device) =>
        device.name && device.guid !== renaming ? placeName(device.userAgent) : undefined,
      ),
    [t, title, renaming, placeName],
  )
  const menu = useCallback(
    (device: Device) => (
      <span data-actions={device.guid}>
        <RowMenu name={nameOf(device)} actions={() => actionsOf(device)} />
      </span>
    ),
    [nameOf, actionsOf],
  )
  const label = t('ownAccount.titles.devices')
  if (!isNarrow) {
    return (
      <div ref={list}>
        <DataTable
          label={label}
          rows={devices}
          columns={columns}
          rowKey={({ guid }) => guid}
          rowName={nameOf}
          actions={menu}
        />
      </div>
    )
  }
  return (
    <div ref={list}>
      <SettingList label={label}>
        {devices.map((device) => (
          <SettingRow
            key={device.guid}
            title={title(device)}
            note={
              <>
                {device.name && <span>{placeName(device.userAgent)}</span>}
                <span className="sw-tabular">{device.network}</span>
                <span>
                  {t('ownAccount.devices.lastSeen')} <TimeCell at={device.lastSeenAt} />
                </span>
                <span>
                  {t('ownAccount.devices.firstSeen')} <TimeCell at={device.firstSeenAt} />
                </span>
              </>
            }
            actions={
              <>
                <Trust until={device.trustedUntil} />
                {menu(device)}
              </>
            }
          />
        ))}
      </SettingList>
    </div>
  )
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(ownAccountCalls.devices, {})
  const { data: security } = useAnswer(ownAccountCalls.security, {})
  const content = () => {
    if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton />
    if (data.rows.length === 0)
      return (
        <EmptyState
          icon={MonitorSmartphone}
          title={t('ownAccount.devices.emptyTitle')}
          sentence={t('ownAccount.devices.emptySentence')}
        />
      )
    return (
      <Devices
        devices={data.rows}
        hasSecondStep={security !== undefined && (security.totpSince !== null || security.passkeys.length > 0)}
      />
    )
  }
  return (
    <SettingsPage title={t('ownAccount.titles.devices')} sentence={t('ownAccount.devices.sentence')}>
      <div className="device-rows">{content()}</div>
      <MachineParts />
    </SettingsPage>
  )
}
