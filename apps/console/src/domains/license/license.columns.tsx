// How a license looks in a row and on a card: one array for the table, the column choice and the card's facts, with what differs by family.
import { licenseModeName, machineLimits, shownSerial } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import { NameLink, Nothing, TimeCell } from '../../blocks/columns.tsx'
import { CopyText } from '../../blocks/copy-text.tsx'
import type { Column } from '../../blocks/data-table.tsx'
import { Monogram } from '../../blocks/monogram.tsx'
import type { CardParts } from '../../blocks/record-card.tsx'
import { useCanOpen } from '../../lib/can.tsx'
import { useFormat, usePhrases } from '../../lib/i18n.tsx'
import type { Translate } from '../../lib/i18n.tsx'
import { Link, pathTo } from '../../lib/navigate.tsx'
import { FAMILIES as TEMPLATE_FAMILIES } from '../template/index.ts'
import { DeductCell, LimitsCell, TwoLines } from '../template/terms/index.ts'
import type { TemplateWords } from '../template/terms/index.ts'
import { LicenseEnd } from './license-end.tsx'
import { FAMILIES } from './license-family.ts'
import './license-list.css'
import { LicenseStatusTag } from './license-status.tsx'
import { isCodeFamily, nameOf } from './license-words.ts'

/** What the cells of a list of licenses speak with. */
export interface LicenseLook {
  family: LicenseFamily
  t: Translate
  words: TemplateWords
}

const viewOf = (family: LicenseFamily, { guid }: LicenseRow) => pathTo(`${FAMILIES[family].path}/view`, { guid })

const Text = ({ text }: { text: string | null }) => (text === null ? <Nothing /> : <span className="license-text" title={text}>{text}</span>)

function Code({ family, row }: { family: LicenseFamily; row: LicenseRow }) {
  const code = shownSerial(family, row.serial)
  return (
    <span className="license-code">
      <CopyText text={code} shown={<NameLink name={code} href={viewOf(family, row)} />} />
    </span>
  )
}

/** A name that leads to its own page, where the person may open it. */
function Leading({ to, guid, name }: { to: '/customer/view' | '/integrator/viewIntegrator'; guid: string | null; name: string | null }) {
  const canOpen = useCanOpen(to)
  if (name === null) return <Nothing />
  return <span className="license-text" title={name}>{guid !== null && canOpen ? <Link href={pathTo(to, { guid })}>{name}</Link> : name}</span>
}

function Template({ family, row }: { family: LicenseFamily; row: LicenseRow }) {
  const t = usePhrases()
  const path = `${TEMPLATE_FAMILIES[family].path}/view` as const
  const canOpen = useCanOpen(path)
  return (
    <TwoLines className="license-cell" below={t('license.list.templateVersion', { number: row.templateNumber, version: row.templateVersion })}>
      {canOpen ? <Link href={pathTo(path, { guid: row.templateGuid })} title={row.templateName}>{row.templateName}</Link> : row.templateName}
    </TwoLines>
  )
}

/** How many machines hold it of how many may, over how many ever did. */
function Machines({ row }: { row: LicenseRow }) {
  const t = usePhrases()
  const { number } = useFormat()
  const { atOnce, ever } = machineLimits(row)
  const of = (count: number, limit: number | null) => [count, ...(limit === null ? [] : [limit])].map((one) => number(one)).join(' / ')
  return (
    <TwoLines className="sw-tabular" below={t('license.list.everBound', { count: of(row.everBound, ever) })}>
      {of(row.bound, atOnce)}
    </TwoLines>
  )
}

/** The product over the others of a code, or over its number. */
function Products({ row: { productName, otherProductNames, licenseId } }: { row: LicenseRow }) {
  const t = usePhrases()
  const below = otherProductNames.length === 0 ? t('product.list.licenseIdShort', { licenseId: String(licenseId) }) : t('license.list.andProducts', { names: otherProductNames.join(t('license.list.joint')) })
  return (
    <TwoLines className="license-cell" below={below}>
      {productName}
    </TwoLines>
  )
}

/** The status over the form. */
function Status({ family, row }: { family: LicenseFamily; row: LicenseRow }) {
  const t = usePhrases()
  return (
    <TwoLines below={family !== 'smart' && t(`license.modes.${licenseModeName(row.licenseMode)}`)}>
      <LicenseStatusTag status={row.status} />
    </TwoLines>
  )
}

function Delivery({ row: { deliveredTo, deliverTime } }: { row: LicenseRow }) {
  const { time } = useFormat()
  return deliveredTo === null ? <Nothing /> : <TwoLines below={deliverTime && time(deliverTime)}>{deliveredTo}</TwoLines>
}

/** The columns after the name. A card shows those that a table shows at first. */
function factColumns({ family, t, words }: LicenseLook): Column<LicenseRow>[] {
  const isCode = isCodeFamily(family)
  return [
    { key: 'status', title: t('license.fields.status'), cell: (row) => <Status family={family} row={row} /> },
    { key: 'productName', title: t('license.fields.productName'), cell: (row) => <Products row={row} /> },
    { key: 'templateName', title: t('license.fields.templateName'), cell: (row) => <Template family={family} row={row} /> },
    { key: 'customerName', title: t('license.fields.customerName'), isWideOnly: true, cell: (row) => <Leading to="/customer/view" guid={row.customerGuid} name={row.customerName} /> },
    { key: 'limits', title: t('template.list.limits'), cell: (row) => <LimitsCell words={words} terms={row} /> },
    { key: 'bound', title: t('license.detail.tabs.machines'), cell: (row) => <Machines row={row} /> },
    { key: 'deductMode', title: t('template.fields.deductMode'), isOnDemand: true, cell: (row) => <DeductCell words={words} terms={row} /> },
    { key: 'source', title: t('license.fields.source'), isOnDemand: true, cell: (row) => t(`license.sources.${row.source}`) },
    { key: 'issuer', title: t('license.fields.issuer'), isOnDemand: true, cell: (row) => <Text text={row.issuer} /> },
    ...(isCode
      ? [
          { key: 'deliveredTo', title: t('license.fields.deliveredTo'), isOnDemand: true, cell: (row: LicenseRow) => <Delivery row={row} /> },
          { key: 'integratorName', title: t('license.fields.integratorName'), isOnDemand: true, cell: (row: LicenseRow) => <Leading to="/integrator/viewIntegrator" guid={row.integratorGuid} name={row.integratorName} /> },
        ]
      : []),
    { key: 'remark', title: t('license.fields.remark'), isOnDemand: true, cell: (row) => <Text text={row.remark} /> },
    { key: 'endedTime', title: t('license.fields.endedTime'), isOnDemand: true, cell: (row) => (row.endedTime === null ? <Nothing /> : <TimeCell at={row.endedTime} isStacked />) },
  ]
}

export function licenseColumns(look: LicenseLook): Column<LicenseRow>[] {
  const { family, t } = look
  return [
    {
      key: 'serial',
      title: t(isCodeFamily(family) ? 'license.list.code' : 'license.list.holder'),
      minWidth: isCodeFamily(family) ? 210 : 180,
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
    { key: 'issueTime', title: t('license.fields.issueTime'), sort: 'issueTime', cell: (row) => <TimeCell at={row.issueTime} isStacked /> },
    { key: 'expireTime', title: t('license.fields.expireTime'), sort: 'expireTime', cell: (row) => <LicenseEnd license={row} isStacked /> },
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
    facts: [...shown.map(({ title, cell }) => ({ label: title, value: cell(row) })), { label: t('license.fields.expireTime'), value: <LicenseEnd license={row} /> }],
    foot: <TimeCell at={row.issueTime} />,
  }
}
