// What can be done with licenses in dongles: one by one, and several together.
import { LIMITS, UPGRADE_STATUSES, dongleLicenseCalls, upgradeCalls } from '@sealwright/contract'
import type { DongleLicenseRow } from '@sealwright/contract'
import { Download, Eye, Pencil, Trash2, Usb } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { BatchAction } from '../../../blocks/list/batch-bar.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { askDelete } from '../update/delete.tsx'
import { downloadPackages } from '../upgrade/upgrade-acts.tsx'
import type { NamedBy } from './dongle-license.columns.tsx'

const { waiting, downloaded, notReported } = UPGRADE_STATUSES
/** A package that the lock has not taken yet. */
const isOpen = ({ upgradeStatus }: DongleLicenseRow) =>
  [waiting, downloaded, notReported].some((one) => one === upgradeStatus)
const packageOf = ({ upgradeGuid, shellNumber }: DongleLicenseRow) => ({
  guid: upgradeGuid,
  name: `${shellNumber}.d2c`,
})

interface Offer {
  t: Translate
  canRefresh: boolean
  canDelete: boolean
  canDownload: boolean
  canOpenLock: boolean
}

/** A generator, because a row needs only the first action until its menu is opened. */
function* offered(row: DongleLicenseRow, offer: Offer): Iterable<RowAction> {
  const { t } = offer
  const { guid, lockGuid, acts } = row
  if (offer.canRefresh && acts.includes('refresh'))
    yield {
      key: 'refresh',
      label: t('dongleLicense.list.refresh'),
      icon: Pencil,
      href: pathTo('/pc/license/dongle/refresh', { guid }),
    }
  yield {
    key: 'view',
    label: t('dongleLicense.list.view'),
    icon: Eye,
    href: pathTo('/pc/license/dongle/view', { guid }),
  }
  if (offer.canDownload && isOpen(row))
    yield {
      key: 'download',
      label: t('dongleLicense.list.download'),
      icon: Download,
      onSelect: () => void downloadPackages([packageOf(row)]),
    }
  if (offer.canOpenLock)
    yield {
      key: 'lock',
      label: t('dongleLicense.list.openLock'),
      icon: Usb,
      href: pathTo('/dongle/user/view', { guid: lockGuid }),
    }
  if (offer.canDelete && acts.includes('delete'))
    yield {
      key: 'delete',
      label: t('dongleLicense.list.delete'),
      icon: Trash2,
      isDanger: true,
      onSelect: () => askDelete([row]),
    }
}

export function useRowActions(by: NamedBy): (row: DongleLicenseRow) => Iterable<RowAction> {
  const t = usePhrases()
  const canRefresh = useCanOpen('/pc/license/dongle/refresh')
  const canDelete = useCan(dongleLicenseCalls.delete)
  const canDownload = useCan(upgradeCalls.download)
  const canOpenLock = useCanOpen('/dongle/user/view') && by === 'lock'
  return useCallback(
    (row) => offered(row, { t, canRefresh, canDelete, canDownload, canOpenLock }),
    [t, canRefresh, canDelete, canDownload, canOpenLock],
  )
}

async function downloadOpen(rows: readonly DongleLicenseRow[], done: () => void): Promise<void> {
  // Two products of a lock can share a package.
  const open = new Map(rows.filter(isOpen).map((row) => [row.upgradeGuid, packageOf(row)]))
  await downloadPackages([...open.values()])
  done()
}

export function useBatchActions(): readonly BatchAction<DongleLicenseRow>[] {
  const t = usePhrases()
  const canDelete = useCan(dongleLicenseCalls.delete)
  const canDownload = useCan(upgradeCalls.download)
  return useMemo(
    () => [
      ...(canDownload
        ? [
            {
              key: 'download',
              label: t('dongleLicense.list.download'),
              icon: Download,
              max: LIMITS.license.batchActs,
              run: (rows: readonly DongleLicenseRow[], done: () => void) => void downloadOpen(rows, done),
            },
          ]
        : []),
      ...(canDelete
        ? [
            {
              key: 'delete',
              label: t('dongleLicense.list.delete'),
              icon: Trash2,
              isDanger: true,
              max: LIMITS.dongle.issueAtOnce,
              run: (rows: readonly DongleLicenseRow[], done: () => void) => askDelete(rows, done),
            },
          ]
        : []),
    ],
    [t, canDelete, canDownload],
  )
}
