// The row actions and batch actions of a license list, by status and privileges.
import { LIMITS, SWITCHING_ACTS, integratorCalls, shownSerial } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import { Copy, Eye, Handshake, Lock, LockOpen, Pencil, Send, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { copyText } from '../../../blocks/control/copy-text.tsx'
import type { BatchAction } from '../../../blocks/list/batch-bar.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { goTo, pathTo } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { askAct } from '../acts/act.tsx'
import { askAssignment } from '../acts/assign.tsx'
import { askDelivery } from '../acts/deliver.tsx'
import { FAMILIES } from '../license-family.ts'
import { isCodeFamily } from '../license-words.ts'

const MAX = LIMITS.license.batchActs
const ICONS = { lock: Lock, unlock: LockOpen, delete: Trash2 } as const

interface Offer {
  t: Translate
  family: LicenseFamily
  canDeliver: boolean
  canRefresh: boolean
}

/** A generator, because a row needs only the first action until its menu is opened. */
function* offered(row: LicenseRow, { t, family, canDeliver, canRefresh }: Offer): Iterable<RowAction> {
  const { path } = FAMILIES[family]
  const { guid, serial, acts, endedTime } = row
  const copy = async () => {
    if (await copyText(shownSerial(family, serial))) toast.success(t('blocks.copy.done'))
  }
  if (canRefresh && acts.includes('refresh'))
    yield { key: 'refresh', label: t('license.acts.refresh'), icon: Pencil, href: pathTo(`${path}/refresh`, { guid }) }
  yield { key: 'view', label: t('license.list.view'), icon: Eye, href: pathTo(`${path}/view`, { guid }) }
  if (isCodeFamily(family))
    yield { key: 'copy', label: t('license.list.copy'), icon: Copy, onSelect: () => void copy() }
  if (canDeliver && endedTime === null)
    yield {
      key: 'deliver',
      label: t('license.list.deliver.verb'),
      icon: Send,
      onSelect: () => askDelivery(family, [row]),
    }
  for (const act of SWITCHING_ACTS) {
    if (acts.includes(act))
      yield {
        key: act,
        label: t(`license.acts.${act}`),
        icon: ICONS[act],
        isDanger: act === 'delete',
        onSelect: () => askAct(family, act, [row]),
      }
  }
}

export function useRowActions(family: LicenseFamily): (row: LicenseRow) => Iterable<RowAction> {
  const t = usePhrases()
  const { path, access } = FAMILIES[family]
  const canDeliver = hasAccess(useSession(), access.deliver) && isCodeFamily(family)
  const canRefresh = useCanOpen(`${path}/refresh`)
  return useCallback((row) => offered(row, { t, family, canDeliver, canRefresh }), [t, family, canDeliver, canRefresh])
}

export function useBatchActions(family: LicenseFamily): readonly BatchAction<LicenseRow>[] {
  const t = usePhrases()
  const { access } = FAMILIES[family]
  const session = useSession()
  const isCode = isCodeFamily(family)
  const canUpdate = useCanOpen('/pc/license/sn/batchUpdate') && family === 'sn'
  const canSeeIntegrators = useCan(integratorCalls.find)
  return useMemo(() => {
    const may = (verb: keyof typeof access) => hasAccess(session, access[verb])
    return [
      ...(canUpdate
        ? [
            {
              key: 'refresh',
              label: t('license.acts.refresh'),
              icon: Pencil,
              run: (rows: readonly LicenseRow[]) =>
                goTo('/pc/license/sn/batchUpdate', { guids: JSON.stringify(rows.map(({ guid }) => guid)) }),
            },
          ]
        : []),
      ...(isCode && may('deliver')
        ? [
            {
              key: 'deliver',
              label: t('license.list.deliver.verb'),
              icon: Send,
              max: MAX,
              run: (rows: readonly LicenseRow[], done: () => void) => askDelivery(family, rows, done),
            },
          ]
        : []),
      ...(isCode && may('issue') && canSeeIntegrators
        ? [
            {
              key: 'assign',
              label: t('license.list.assign.verb'),
              icon: Handshake,
              max: MAX,
              run: (rows: readonly LicenseRow[], done: () => void) => askAssignment(family, rows, done),
            },
          ]
        : []),
      ...SWITCHING_ACTS.filter((act) => may(act === 'delete' ? 'delete' : 'lock')).map((act) => ({
        key: act,
        label: t(`license.acts.${act}`),
        icon: ICONS[act],
        isDanger: act === 'delete',
        max: MAX,
        run: (rows: readonly LicenseRow[], done: () => void) => askAct(family, act, rows, done),
      })),
    ]
  }, [t, session, family, access, isCode, canUpdate, canSeeIntegrators])
}
