// The columns of user locks: one array serves the table, the column chooser and the card's facts.
import type { LockRow } from '@sealwright/contract'
import { Usb } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import { DateCell, LabeledTime, NameLink, Nothing, NumberCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { Link, pathTo } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { TwoLines } from '../../template/terms/index.ts'
import { LockStatusCell, hasEnded, isPermanent, modeName } from './lock-status.tsx'
import './lock.css'

/** Texts and link permissions for the cells, read once per list instead of once per cell. */
export interface LockLook {
  t: Translate
  canOpen: Readonly<Record<'customer' | 'integrator', boolean>>
}

export function useLockLook(): LockLook {
  const t = usePhrases()
  const customer = useCanOpen('/customer/view')
  const integrator = useCanOpen('/integrator/viewIntegrator')
  return useMemo(() => ({ t, canOpen: { customer, integrator } }), [t, customer, integrator])
}

const viewOf = ({ guid }: LockRow) => pathTo('/dongle/user/view', { guid })
const Quiet = ({ children }: { children: ReactNode }) => <span className="cell-quiet">{children}</span>
const Text = ({ text }: { text: string | null }) =>
  text === null || text === '' ? <Nothing /> : <span className="lock-text">{text}</span>

function named(name: string | null, href: string | undefined): ReactNode {
  if (name === null) return <Nothing />
  return <span className="lock-text">{href === undefined ? name : <Link href={href}>{name}</Link>}</span>
}

const customerOf = ({ canOpen }: LockLook, { customerGuid: guid, customerName }: LockRow) =>
  named(customerName, guid !== null && canOpen.customer ? pathTo('/customer/view', { guid }) : undefined)

const integratorOf = ({ canOpen }: LockLook, { integratorGuid: guid, integratorName }: LockRow) =>
  named(
    integratorName,
    guid !== null && canOpen.integrator ? pathTo('/integrator/viewIntegrator', { guid }) : undefined,
  )

/** The end of the activation, with a second line once it has ended. */
function endOf({ t }: LockLook, row: LockRow): ReactNode {
  if (isPermanent(row)) return <Quiet>{t('userLock.list.noNeed')}</Quiet>
  if (row.activationEnd === null) return <Quiet>{t('userLock.list.notYet')}</Quiet>
  return (
    <TwoLines className={hasEnded(row) ? 'lock-ended' : ''} below={hasEnded(row) && t('userLock.list.ended')}>
      <DateCell at={row.activationEnd} />
    </TwoLines>
  )
}

/** The licenses inside, above the packages that wait. */
const licensesOf = ({ t }: LockLook, { licenses, waitingPackages: count }: LockRow) => (
  <TwoLines below={count > 0 && t('userLock.list.waiting', { count })}>
    <NumberCell value={licenses} />
  </TwoLines>
)

/** The columns after the name. A card shows those that a table shows by default. */
function factColumns(look: LockLook): Column<LockRow>[] {
  const { t } = look
  return [
    {
      key: 'status',
      title: t('userLock.fields.status'),
      minWidth: 150,
      priority: 4,
      cell: ({ status }) => <LockStatusCell status={status} />,
    },
    {
      key: 'activationMode',
      title: t('userLock.fields.activationMode'),
      minWidth: 92,
      priority: 3,
      cell: (row) => (
        <TwoLines below={!isPermanent(row) && t('userLock.list.days', { days: row.offlineDays })}>
          {t(`userLock.modes.${modeName(row.activationMode)}`)}
        </TwoLines>
      ),
    },
    {
      key: 'customerName',
      title: t('userLock.fields.customer'),
      minWidth: WIDTHS.text,
      priority: 3,
      cell: (row) => customerOf(look, row),
    },
    {
      key: 'licenses',
      title: t('userLock.fields.licenses'),
      minWidth: 92,
      priority: 2,
      cell: (row) => licensesOf(look, row),
    },
    {
      key: 'admins',
      title: t('userLock.fields.admins'),
      minWidth: WIDTHS.text,
      priority: 0,
      cell: ({ admins }) => <Text text={admins.map(({ name }) => name).join(t('userLock.list.joint'))} />,
    },
    {
      key: 'lastActivation',
      title: t('userLock.fields.lastActivation'),
      minWidth: WIDTHS.date,
      priority: 1,
      cell: ({ lastActivation }) => (lastActivation === null ? <Nothing /> : <DateCell at={lastActivation} />),
    },
    {
      key: 'productionTime',
      title: t('userLock.fields.productionTime'),
      minWidth: WIDTHS.date,
      priority: 0,
      cell: ({ productionTime }) => <DateCell at={productionTime} />,
    },
    {
      key: 'integratorName',
      title: t('userLock.fields.integrator'),
      isOnDemand: true,
      cell: (row) => integratorOf(look, row),
    },
    {
      key: 'seenTime',
      title: t('userLock.fields.seenTime'),
      isOnDemand: true,
      cell: ({ seenTime }) => (seenTime === null ? <Nothing /> : <DateCell at={seenTime} />),
    },
    {
      key: 'firmware',
      title: t('userLock.fields.firmware'),
      isOnDemand: true,
      cell: ({ firmware }) => <Text text={firmware} />,
    },
    {
      key: 'remark',
      title: t('userLock.fields.remark'),
      isOnDemand: true,
      cell: ({ remark }) => <Text text={remark} />,
    },
  ]
}

export function lockColumns(look: LockLook): Column<LockRow>[] {
  const { t } = look
  return [
    {
      key: 'shellNumber',
      title: t('userLock.fields.shellNumber'),
      sort: 'shellNumber',
      minWidth: 150,
      cell: (row) => (
        <span className="name-cell-words">
          <NameLink name={row.shellNumber} href={viewOf(row)} />
          <span className="name-cell-below lock-serial" title={row.serialNumber}>
            {row.serialNumber}
          </span>
        </span>
      ),
    },
    ...factColumns(look),
    {
      key: 'activationEnd',
      title: t('userLock.fields.activationEnd'),
      sort: 'activationEnd',
      minWidth: 96,
      priority: 4,
      cell: (row) => endOf(look, row),
    },
  ]
}

export function lockCard(look: LockLook, row: LockRow): CardParts {
  const { t } = look
  const shown = factColumns(look).filter(({ key, isOnDemand }) => !isOnDemand && key !== 'productionTime')
  return {
    mark: <IconMark icon={Usb} tint={isPermanent(row) ? 2 : 0} size={40} />,
    name: row.shellNumber,
    href: viewOf(row),
    below: <span className="lock-serial">{row.serialNumber}</span>,
    facts: [
      ...shown.map(({ title, cell }) => ({ label: title, value: cell(row) })),
      { label: t('userLock.fields.activationEnd'), value: endOf(look, row) },
    ],
    foot: <LabeledTime label={t('userLock.fields.productionTime')} at={row.productionTime} />,
  }
}
