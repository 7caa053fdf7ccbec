// The columns of licenses in dongles: one array serves the table, the column chooser and the card's facts. In the list
// of all locks a row is named by its shell number, on the page of a lock by its product.
import type { DongleLicenseRow } from '@sealwright/contract'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { DateCell, LabeledTime, NameLink, Nothing } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { Link, pathTo } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { TwoLines } from '../../template/terms/index.ts'
import { useInsideWords } from '../inside-words.ts'
import type { InsideWords } from '../inside-words.ts'
import { DongleLicenseStatusTag, UpgradeStatus } from '../upgrade/upgrade-status.tsx'
import '../upgrade/upgrade.css'

/** What a row is named by. */
export type NamedBy = 'lock' | 'product'

export interface DongleLook {
  t: Translate
  words: InsideWords
  by: NamedBy
  canOpen: Readonly<Record<'license' | 'template' | 'customer', boolean>>
}

export function useDongleLook(by: NamedBy): DongleLook {
  const t = usePhrases()
  const words = useInsideWords()
  const license = useCanOpen('/pc/license/dongle/view')
  const template = useCanOpen('/pc/template/dongle/view')
  const customer = useCanOpen('/customer/view')
  return useMemo(
    () => ({ t, words, by, canOpen: { license, template, customer } }),
    [t, words, by, license, template, customer],
  )
}

const viewOf = ({ canOpen }: DongleLook, { guid }: DongleLicenseRow) =>
  canOpen.license ? pathTo('/pc/license/dongle/view', { guid }) : undefined

const Text = ({ text, href }: { text: string | null; href?: string | undefined }) =>
  text === null ? (
    <Nothing />
  ) : (
    <span className="upgrade-text">{href === undefined ? text : <Link href={href}>{text}</Link>}</span>
  )

/** The value inside the lock, above the value after the packages that wait. Before the first one, only the latter. */
function insideCell(
  { t }: DongleLook,
  { inside, planned }: DongleLicenseRow,
  words: (one: NonNullable<DongleLicenseRow['inside']>) => string,
): ReactNode {
  const next = planned && words(planned)
  if (inside === null)
    return (
      <TwoLines className="upgrade-text" below={t('dongleLicense.list.notWritten')}>
        {next ?? <Nothing />}
      </TwoLines>
    )
  const now = words(inside)
  const change = next === null ? t('dongleLicense.list.deletes') : t('dongleLicense.list.onlyPlanned', { term: next })
  return (
    <TwoLines className="upgrade-text" below={next !== now && change}>
      {now}
    </TwoLines>
  )
}

const productOf = ({ t }: DongleLook, { productName, licenseId }: DongleLicenseRow) => (
  <TwoLines className="upgrade-text" below={t('product.list.licenseIdShort', { licenseId: String(licenseId) })}>
    {productName}
  </TwoLines>
)

function factColumns(look: DongleLook): Column<DongleLicenseRow>[] {
  const { t, words, canOpen, by } = look
  return [
    {
      key: 'status',
      title: t('dongleLicense.fields.status'),
      minWidth: WIDTHS.tag,
      priority: 4,
      cell: ({ status }) => <DongleLicenseStatusTag status={status} />,
    },
    ...(by === 'lock'
      ? [
          {
            key: 'productName',
            title: t('dongleLicense.fields.productName'),
            minWidth: WIDTHS.text,
            priority: 3,
            cell: (row: DongleLicenseRow) => productOf(look, row),
          },
        ]
      : []),
    {
      key: 'term',
      title: t('dongleLicense.fields.term'),
      minWidth: 160,
      priority: 3,
      cell: (row) => insideCell(look, row, words.term),
    },
    {
      key: 'concurrent',
      title: t('dongleLicense.fields.concurrent'),
      minWidth: 110,
      priority: 1,
      cell: (row) => insideCell(look, row, words.seats),
    },
    {
      key: 'upgradeStatus',
      title: t('dongleLicense.fields.upgradeStatus'),
      minWidth: WIDTHS.reason,
      priority: 3,
      cell: ({ upgradeStatus, reason }) => <UpgradeStatus status={upgradeStatus} reason={reason} />,
    },
    ...(by === 'lock'
      ? [
          {
            key: 'customerName',
            title: t('dongleLicense.fields.customerName'),
            minWidth: WIDTHS.text,
            priority: 0,
            cell: ({ customerName, customerGuid: guid }: DongleLicenseRow) => (
              <Text
                text={customerName}
                href={guid !== null && canOpen.customer ? pathTo('/customer/view', { guid }) : undefined}
              />
            ),
          },
        ]
      : []),
    {
      key: 'templateName',
      title: t('dongleLicense.fields.templateName'),
      isOnDemand: true,
      cell: ({ templateName, templateGuid: guid, hasTemplate }) => (
        <Text
          text={templateName}
          href={
            guid !== null && hasTemplate && canOpen.template ? pathTo('/pc/template/dongle/view', { guid }) : undefined
          }
        />
      ),
    },
    {
      key: 'issuer',
      title: t('dongleLicense.fields.issuer'),
      minWidth: 90,
      priority: 0,
      cell: ({ issuer }) => <Text text={issuer} />,
    },
    {
      key: 'integratorName',
      title: t('dongleLicense.fields.integratorName'),
      isOnDemand: true,
      cell: ({ integratorName }) => <Text text={integratorName} />,
    },
  ]
}

export function dongleLicenseColumns(look: DongleLook): Column<DongleLicenseRow>[] {
  const { t, by } = look
  return [
    by === 'lock'
      ? {
          key: 'shellNumber',
          title: t('dongleLicense.fields.shellNumber'),
          minWidth: 150,
          cell: (row) => (
            <span className="sw-tabular">
              <NameLink name={row.shellNumber} href={viewOf(look, row)} />
            </span>
          ),
        }
      : {
          key: 'productName',
          title: t('dongleLicense.fields.productName'),
          minWidth: 150,
          cell: (row) => (
            <TwoLines below={t('product.list.licenseIdShort', { licenseId: String(row.licenseId) })}>
              <NameLink name={row.productName} href={viewOf(look, row)} />
            </TwoLines>
          ),
        },
    ...factColumns(look),
    {
      key: 'issueTime',
      title: t('dongleLicense.fields.issueTime'),
      sort: 'issueTime',
      minWidth: WIDTHS.date,
      cell: ({ issueTime }) => <DateCell at={issueTime} />,
    },
    {
      key: 'expireTime',
      title: t('dongleLicense.fields.expireTime'),
      sort: 'expireTime',
      minWidth: WIDTHS.date,
      isOnDemand: true,
      cell: ({ expireTime }) => (expireTime === null ? <Nothing /> : <DateCell at={expireTime} />),
    },
    {
      key: 'updateTime',
      title: t('dongleLicense.fields.updateTime'),
      sort: 'updateTime',
      minWidth: WIDTHS.date,
      isOnDemand: true,
      cell: ({ updateTime }) => <DateCell at={updateTime} />,
    },
  ]
}

export function dongleLicenseCard(look: DongleLook, row: DongleLicenseRow): CardParts {
  const { t, by } = look
  const shown = factColumns(look).filter(({ key, isOnDemand }) => !isOnDemand && key !== 'productName')
  return {
    mark: <Monogram name={row.productName} size={40} />,
    name: by === 'lock' ? row.shellNumber : row.productName,
    href: viewOf(look, row),
    below: by === 'lock' ? row.productName : t('product.list.licenseIdShort', { licenseId: String(row.licenseId) }),
    facts: shown.map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <LabeledTime label={t('dongleLicense.fields.issueTime')} at={row.issueTime} />,
  }
}
