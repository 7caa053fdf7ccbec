// How a product looks in a row and on a card: one array for the table, the column choice and the card's facts.
import { DATA_AREAS, LICENSE_FORMS, licenseFormsOf } from '@sealwright/contract'
import type { DataAreaName, ProductRow } from '@sealwright/contract'
import { Nothing, NameCell, NumberCell, TagsCell, TimeCell } from '../../blocks/columns.tsx'
import type { Column } from '../../blocks/data-table.tsx'
import { LicenseForms } from '../../blocks/license-forms.tsx'
import type { Filter } from '../../blocks/list-filters.tsx'
import { Menu } from '../../blocks/menu.tsx'
import type { CardParts } from '../../blocks/record-card.tsx'
import { Tag } from '../../blocks/status-tag.tsx'
import { useFormat, usePhrases } from '../../lib/i18n.tsx'
import type { Translate } from '../../lib/i18n.tsx'
import { pathTo } from '../../lib/navigate.tsx'
import { useLicenseLists } from '../license/index.ts'
import { useTemplateLists } from '../template/index.ts'
import { ProductMark } from './product-mark.tsx'
import './product.css'

const sizeOf = (row: ProductRow, area: DataAreaName) => ({ rom: row.romSize, raw: row.rawSize, pub: row.pubSize })[area]

function DataAreas({ row }: { row: ProductRow }) {
  const t = usePhrases()
  const format = useFormat()
  const used = DATA_AREAS.filter((area) => sizeOf(row, area) > 0)
  if (used.length === 0) return <Nothing />
  return (
    <TagsCell>
      {used.map((area) => (
        <Tag key={area}>
          {t(`product.areaCodes.${area}`)} <span className="sw-tabular">{format.bytes(sizeOf(row, area))}</span>
        </Tag>
      ))}
    </TagsCell>
  )
}

interface TemplateCountProps {
  product: Pick<ProductRow, 'name' | 'licenseId' | 'templateCount'>
  /** The side that it stands at. */
  align: 'start' | 'end'
}

/** How many templates there are of a product, leading to them. */
export function TemplateCount({ product: { name, licenseId, templateCount }, align }: TemplateCountProps) {
  const t = usePhrases()
  const lists = useTemplateLists()(licenseId)
  const count = <NumberCell value={templateCount} />
  if (lists.length === 0 || templateCount === 0) return count
  return (
    <Menu className="count-button" label={t('product.list.templatesOf', { name, count: templateCount })} align={align} items={lists}>
      {count}
    </Menu>
  )
}

interface LicenseCountProps {
  product: Pick<ProductRow, 'name' | 'licenseId' | 'licenseCount' | 'effectiveLicenseCount'>
  kind: 'all' | 'effective'
  /** The side that it stands at. */
  align: 'start' | 'end'
}

/** How many licenses there are of a product, or are in force, leading to them. */
export function LicenseCount({ product: { name, licenseId, licenseCount, effectiveLicenseCount }, kind, align }: LicenseCountProps) {
  const t = usePhrases()
  const lists = useLicenseLists()(licenseId, kind === 'effective')
  const value = kind === 'all' ? licenseCount : effectiveLicenseCount
  const count = <NumberCell value={value} />
  if (lists.length === 0 || value === 0) return count
  return (
    <Menu className="count-button" label={t(kind === 'all' ? 'template.list.licensesOf' : 'template.list.effectiveLicensesOf', { name, count: value })} align={align} items={lists}>
      {count}
    </Menu>
  )
}

export function productColumns(t: Translate): Column<ProductRow>[] {
  return [
    {
      key: 'name',
      title: t('product.fields.name'),
      sort: 'name',
      minWidth: 240,
      cell: (row) => <NameCell mark={<ProductMark product={row} />} name={row.name} below={row.displayName} href={pathTo('/product/view', { guid: row.guid })} />,
    },
    { key: 'licenseId', title: t('product.fields.licenseId'), sort: 'licenseId', cell: (row) => <span className="sw-tabular">{row.licenseId}</span> },
    { key: 'licenseForm', title: t('product.fields.licenseForm'), cell: (row) => <LicenseForms mask={row.licenseForm} /> },
    { key: 'modules', title: t('common.fields.modules'), align: 'end', cell: (row) => <NumberCell value={row.moduleCount} /> },
    { key: 'dataAreas', title: t('product.list.dataAreas'), minWidth: 112, cell: (row) => <DataAreas row={row} /> },
    { key: 'templateCount', title: t('product.fields.templateCount'), align: 'end', cell: (row) => <TemplateCount product={row} align="end" /> },
    { key: 'licenseCount', title: t('product.fields.licenseCount'), align: 'end', cell: (row) => <LicenseCount product={row} kind="all" align="end" /> },
    { key: 'effectiveLicenseCount', title: t('product.list.effective'), align: 'end', cell: (row) => <LicenseCount product={row} kind="effective" align="end" /> },
    { key: 'updateTime', title: t('product.fields.updateTime'), sort: 'updateTime', cell: (row) => <TimeCell at={row.updateTime} isStacked /> },
  ]
}

export function productCard(t: Translate, row: ProductRow): CardParts {
  return {
    mark: <ProductMark product={row} size={40} />,
    name: row.name,
    href: pathTo('/product/view', { guid: row.guid }),
    below: `${row.displayName} · ${t('product.list.licenseIdShort', { licenseId: String(row.licenseId) })}`,
    facts: [
      { label: t('product.fields.licenseForm'), value: <LicenseForms mask={row.licenseForm} /> },
      { label: t('common.fields.modules'), value: <NumberCell value={row.moduleCount} /> },
      { label: t('product.list.dataAreas'), value: <DataAreas row={row} /> },
      { label: t('product.fields.templateCount'), value: <TemplateCount product={row} align="end" /> },
      { label: t('product.fields.licenseCount'), value: <LicenseCount product={row} kind="all" align="end" /> },
      { label: t('product.fields.effectiveLicenseCount'), value: <LicenseCount product={row} kind="effective" align="end" /> },
    ],
    foot: <TimeCell at={row.updateTime} />,
  }
}

export function productFilters(t: Translate): Filter[] {
  return [
    { kind: 'search', name: 'productName', label: t('product.list.searchByName') },
    { kind: 'text', name: 'licenseId', label: t('product.fields.licenseId') },
    {
      kind: 'choice',
      name: 'licenseForm',
      label: t('product.fields.licenseForm'),
      options: licenseFormsOf(~0).map((form) => ({ value: String(LICENSE_FORMS[form]), label: t(`product.forms.${form}`) })),
    },
  ]
}
