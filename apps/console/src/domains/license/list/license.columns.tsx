// The columns of licenses: one array serves the table, the column chooser and the card's facts. A few columns differ by
// family.
import { licenseModeName, licenseStatusName, machineLimits, shownSerial, statusesOf } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { DateCell, LabeledTime, NameLink, Nothing } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS, tagPx } from '../../../blocks/list/table-layout.ts'
import { Link, pathTo } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../../lib/words/i18n.tsx'
import { FAMILIES as TEMPLATE_FAMILIES } from '../../template/index.ts'
import { DeductCell, LimitsCell, TwoLines, useTemplateWords } from '../../template/terms/index.ts'
import type { TemplateWords } from '../../template/terms/index.ts'
import { FAMILIES } from '../license-family.ts'
import { isCodeFamily, nameOf } from '../license-words.ts'
import './license-list.css'
import { LicenseEnd } from './license-end.tsx'
import { LicenseStatusTag } from './license-status.tsx'

/** Texts and link permissions for the cells, read once per list instead of once per cell. */
export interface LicenseLook {
  family: LicenseFamily
  t: Translate
  format: Format
  words: TemplateWords
  canOpen: Readonly<Record<'template' | 'customer' | 'integrator' | 'participants', boolean>>
}

export function useLicenseLook(family: LicenseFamily): LicenseLook {
  const t = usePhrases()
  const format = useFormat()
  const words = useTemplateWords()
  const template = useCanOpen(`${TEMPLATE_FAMILIES[family].path}/view`)
  const customer = useCanOpen('/customer/view')
  const integrator = useCanOpen('/integrator/viewIntegrator')
  const participants = useCanOpen('/activity/user')
  return useMemo(
    () => ({ family, t, format, words, canOpen: { template, customer, integrator, participants } }),
    [family, t, format, words, template, customer, integrator, participants],
  )
}

const viewOf = (family: LicenseFamily, { guid }: LicenseRow) => pathTo(`${FAMILIES[family].path}/view`, { guid })

const Text = ({ text }: { text: string | null }) =>
  text === null ? <Nothing /> : <span className="license-text">{text}</span>

function Code({ family, row }: { family: LicenseFamily; row: LicenseRow }) {
  const code = shownSerial(family, row.serial)
  return (
    <span className="license-code">
      <CopyText text={code} shown={<NameLink name={code} href={viewOf(family, row)} />} />
    </span>
  )
}

const named = (name: string, href: string | undefined) => (
  <span className="license-text">{href === undefined ? name : <Link href={href}>{name}</Link>}</span>
)

function customerOf({ canOpen }: LicenseLook, { customerGuid: guid, customerName: name }: LicenseRow): ReactNode {
  return name === null ? (
    <Nothing />
  ) : (
    named(name, guid !== null && canOpen.customer ? pathTo('/customer/view', { guid }) : undefined)
  )
}

function integratorOf({ canOpen }: LicenseLook, { integratorGuid: guid, integratorName: name }: LicenseRow): ReactNode {
  return name === null ? (
    <Nothing />
  ) : (
    named(name, guid !== null && canOpen.integrator ? pathTo('/integrator/viewIntegrator', { guid }) : undefined)
  )
}

/** The source; for a campaign, with its name above. */
function sourceOf({ t, canOpen }: LicenseLook, { source, campaign }: LicenseRow): ReactNode {
  const words = t(`license.sources.${source}`)
  if (!campaign) return words
  const { guid, name } = campaign
  return (
    <TwoLines className="license-cell" below={words}>
      <Link href={pathTo(canOpen.participants ? '/activity/user' : '/activity/view', { guid })}>{name}</Link>
    </TwoLines>
  )
}

function templateOf(
  { family, t, canOpen }: LicenseLook,
  { templateGuid: guid, templateName, templateNumber: number, templateVersion: version, hasTemplate }: LicenseRow,
): ReactNode {
  const words = t('license.list.templateVersion', { number, version })
  // Outside the caller's row scope, a template has no name.
  if (templateName === '') return words
  const href = pathTo(`${TEMPLATE_FAMILIES[family].path}/view`, { guid })
  return (
    <TwoLines className="license-cell" below={words}>
      {canOpen.template && hasTemplate ? <Link href={href}>{templateName}</Link> : templateName}
    </TwoLines>
  )
}

/** Devices bound now and their limit, above devices ever bound and their limit. */
function machinesOf({ t, format }: LicenseLook, row: LicenseRow): ReactNode {
  const { atOnce, ever } = machineLimits(row)
  const of = (count: number, limit: number | null) =>
    [count, ...(limit === null ? [] : [limit])].map((one) => format.number(one)).join(' / ')
  return (
    <TwoLines className="sw-tabular" below={t('license.list.everBound', { count: of(row.everBound, ever) })}>
      {of(row.bound, atOnce)}
    </TwoLines>
  )
}

/** The product, above the code's other products or its license id. */
function productsOf({ t }: LicenseLook, { productName, otherProductNames, licenseId }: LicenseRow): ReactNode {
  const below =
    otherProductNames.length === 0
      ? t('product.list.licenseIdShort', { licenseId: String(licenseId) })
      : t('license.list.andProducts', { names: otherProductNames.join(t('license.list.joint')) })
  return (
    <TwoLines className="license-cell" below={below}>
      {productName}
    </TwoLines>
  )
}

/** The status, above the license mode. */
function statusOf({ family, t }: LicenseLook, row: LicenseRow): ReactNode {
  return (
    <TwoLines below={family !== 'smart' && t(`license.modes.${licenseModeName(row.licenseMode)}`)}>
      <LicenseStatusTag status={row.status} />
    </TwoLines>
  )
}

function deliveryOf({ format }: LicenseLook, { deliveredTo, deliverTime }: LicenseRow): ReactNode {
  return deliveredTo === null ? (
    <Nothing />
  ) : (
    <TwoLines below={deliverTime && format.time(deliverTime)}>{deliveredTo}</TwoLines>
  )
}

/** The columns after the name. A card shows those that a table shows by default. */
function factColumns(look: LicenseLook): Column<LicenseRow>[] {
  const { family, t, words } = look
  const isCode = isCodeFamily(family)
  return [
    {
      key: 'status',
      title: t('license.fields.status'),
      minWidth: tagPx(statusesOf(family).map((status) => t(`license.statuses.${licenseStatusName(status)}`))),
      priority: 4,
      cell: (row) => statusOf(look, row),
    },
    {
      key: 'productName',
      title: t('license.fields.productName'),
      // As wide as an English name of two or three words.
      minWidth: 146,
      priority: 3,
      cell: (row) => productsOf(look, row),
    },
    {
      key: 'templateName',
      title: t('license.fields.templateName'),
      minWidth: 116,
      cell: (row) => templateOf(look, row),
    },
    {
      key: 'customerName',
      title: t('license.fields.customerName'),
      minWidth: WIDTHS.text,
      priority: 0,
      cell: (row) => customerOf(look, row),
    },
    {
      key: 'limits',
      title: t('template.list.limits'),
      minWidth: 136,
      cell: (row) => <LimitsCell words={words} terms={row} />,
    },
    {
      key: 'bound',
      title: t('license.detail.tabs.machines'),
      minWidth: 74,
      priority: 2,
      cell: (row) => machinesOf(look, row),
    },
    {
      key: 'deductMode',
      title: t('template.fields.deductMode'),
      isOnDemand: true,
      cell: (row) => <DeductCell words={words} terms={row} />,
    },
    {
      key: 'source',
      title: t('license.fields.source'),
      isOnDemand: true,
      cell: (row) => sourceOf(look, row),
    },
    { key: 'issuer', title: t('license.fields.issuer'), isOnDemand: true, cell: (row) => <Text text={row.issuer} /> },
    ...(isCode
      ? [
          {
            key: 'deliveredTo',
            title: t('license.fields.deliveredTo'),
            isOnDemand: true,
            cell: (row: LicenseRow) => deliveryOf(look, row),
          },
          {
            key: 'integratorName',
            title: t('license.fields.integratorName'),
            isOnDemand: true,
            cell: (row: LicenseRow) => integratorOf(look, row),
          },
        ]
      : []),
    { key: 'remark', title: t('license.fields.remark'), isOnDemand: true, cell: (row) => <Text text={row.remark} /> },
    {
      key: 'endedTime',
      title: t('license.fields.endedTime'),
      isOnDemand: true,
      cell: (row) => (row.endedTime === null ? <Nothing /> : <DateCell at={row.endedTime} />),
    },
  ]
}

export function licenseColumns(look: LicenseLook): Column<LicenseRow>[] {
  const { family, t } = look
  return [
    {
      key: 'serial',
      title: t(isCodeFamily(family) ? 'license.list.code' : 'license.list.holder'),
      minWidth: 200,
      cell: (row) =>
        isCodeFamily(family) ? (
          <Code family={family} row={row} />
        ) : (
          <span className="name-cell-words license-holder">
            <NameLink name={nameOf(family, row)} href={viewOf(family, row)} />
            <span className="name-cell-below sw-tabular">{row.serial}</span>
          </span>
        ),
    },
    ...factColumns(look),
    {
      key: 'issueTime',
      title: t('license.fields.issueTime'),
      sort: 'issueTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.issueTime} />,
    },
    {
      key: 'expireTime',
      title: t('license.fields.expireTime'),
      sort: 'expireTime',
      minWidth: 96,
      priority: 4,
      cell: (row) => <LicenseEnd license={row} isInRow />,
    },
  ]
}

export function licenseCard(look: LicenseLook, row: LicenseRow): CardParts {
  const { family, t } = look
  const shown = factColumns(look).filter(({ key, isOnDemand }) => !isOnDemand && key !== 'productName')
  return {
    mark: <Monogram name={row.productName} size={40} />,
    name: nameOf(family, row),
    href: viewOf(family, row),
    below: [row.productName, ...row.otherProductNames].join(t('license.list.joint')),
    facts: [
      ...shown.map(({ title, cell }) => ({ label: title, value: cell(row) })),
      { label: t('license.fields.expireTime'), value: <LicenseEnd license={row} /> },
    ],
    foot: <LabeledTime label={t('license.fields.issueTime')} at={row.issueTime} />,
  }
}
