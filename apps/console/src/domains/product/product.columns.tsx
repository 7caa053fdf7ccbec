// The columns, card and filters of products.
import { DATA_AREAS, LICENSE_FORMS, licenseFormsOf } from '@sealwright/contract'
import type { DataAreaName, ProductRow } from '@sealwright/contract'
import { useMemo } from 'react'
import { Tag } from '../../blocks/control/status-tag.tsx'
import { DateCell, LabeledTime, NameCell, Nothing, NumberCell, TagsCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { LicenseForms } from '../../blocks/list/license-forms.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { Menu } from '../../blocks/overlay/menu.tsx'
import type { MenuItem } from '../../blocks/overlay/menu.tsx'
import { pathTo } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
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

/** The lists behind a product's counts, read once for the whole table. */
interface ProductWays {
  templates: ReturnType<typeof useTemplateLists>
  licenses: ReturnType<typeof useLicenseLists>
}

export function useProductWays(): ProductWays {
  const templates = useTemplateLists()
  const licenses = useLicenseLists()
  return useMemo(() => ({ templates, licenses }), [templates, licenses])
}

interface CountProps {
  ways: ProductWays
  /** The edge that the menu aligns with. */
  align: 'start' | 'end'
}

/** A count that opens a menu of the lists behind it, if the person may open any. */
function Count({
  value,
  label,
  lists,
  align,
}: { value: number; label: () => string; lists: () => readonly MenuItem[] } & Pick<CountProps, 'align'>) {
  const count = <NumberCell value={value} />
  if (value === 0 || lists().length === 0) return count
  return (
    <Menu className="count-button" label={label()} align={align} items={lists}>
      {count}
    </Menu>
  )
}

/** The number of templates, with links to them. */
export function TemplateCount({
  product: { name, licenseId, templateCount },
  ways,
  align,
}: CountProps & { product: Pick<ProductRow, 'name' | 'licenseId' | 'templateCount'> }) {
  const t = usePhrases()
  return (
    <Count
      value={templateCount}
      label={() => t('product.list.templatesOf', { name, count: templateCount })}
      lists={() => ways.templates(licenseId)}
      align={align}
    />
  )
}

interface LicenseCountProps extends CountProps {
  product: Pick<ProductRow, 'name' | 'licenseId' | 'licenseCount' | 'effectiveLicenseCount'>
  kind: 'all' | 'effective'
}

/** The number of all or of effective licenses, with links to them. */
export function LicenseCount({
  product: { name, licenseId, licenseCount, effectiveLicenseCount },
  kind,
  ways,
  align,
}: LicenseCountProps) {
  const t = usePhrases()
  const value = kind === 'all' ? licenseCount : effectiveLicenseCount
  const label = () =>
    t(kind === 'all' ? 'template.list.licensesOf' : 'template.list.effectiveLicensesOf', { name, count: value })
  return (
    <Count value={value} label={label} lists={() => ways.licenses(licenseId, kind === 'effective')} align={align} />
  )
}

export function productColumns(t: Translate, ways: ProductWays): Column<ProductRow>[] {
  return [
    {
      key: 'name',
      title: t('product.fields.name'),
      sort: 'name',
      minWidth: 240,
      cell: (row) => (
        <NameCell
          mark={<ProductMark product={row} />}
          name={row.name}
          below={row.displayName}
          href={pathTo('/product/view', { guid: row.guid })}
        />
      ),
    },
    {
      key: 'licenseId',
      title: t('product.fields.licenseId'),
      sort: 'licenseId',
      minWidth: 80,
      priority: 3,
      cell: (row) => <span className="sw-tabular">{row.licenseId}</span>,
    },
    {
      key: 'licenseForm',
      title: t('product.fields.licenseForm'),
      minWidth: 196,
      priority: 2,
      cell: (row) => <LicenseForms mask={row.licenseForm} />,
    },
    {
      key: 'modules',
      title: t('common.fields.modules'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <NumberCell value={row.moduleCount} />,
    },
    { key: 'dataAreas', title: t('product.list.dataAreas'), minWidth: 112, cell: (row) => <DataAreas row={row} /> },
    {
      key: 'templateCount',
      title: t('product.fields.templateCount'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <TemplateCount product={row} ways={ways} align="end" />,
    },
    {
      key: 'licenseCount',
      title: t('product.fields.licenseCount'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <LicenseCount product={row} ways={ways} kind="all" align="end" />,
    },
    {
      key: 'effectiveLicenseCount',
      title: t('product.list.effective'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <LicenseCount product={row} ways={ways} kind="effective" align="end" />,
    },
    {
      key: 'updateTime',
      title: t('product.fields.updateTime'),
      sort: 'updateTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.updateTime} />,
    },
  ]
}

export function productCard(t: Translate, ways: ProductWays, row: ProductRow): CardParts {
  return {
    mark: <ProductMark product={row} size={40} />,
    name: row.name,
    href: pathTo('/product/view', { guid: row.guid }),
    below: `${row.displayName} · ${t('product.list.licenseIdShort', { licenseId: String(row.licenseId) })}`,
    facts: [
      { label: t('product.fields.licenseForm'), value: <LicenseForms mask={row.licenseForm} /> },
      { label: t('common.fields.modules'), value: <NumberCell value={row.moduleCount} /> },
      { label: t('product.list.dataAreas'), value: <DataAreas row={row} /> },
      { label: t('product.fields.templateCount'), value: <TemplateCount product={row} ways={ways} align="end" /> },
      {
        label: t('product.fields.licenseCount'),
        value: <LicenseCount product={row} ways={ways} kind="all" align="end" />,
      },
      {
        label: t('product.fields.effectiveLicenseCount'),
        value: <LicenseCount product={row} ways={ways} kind="effective" align="end" />,
      },
    ],
    foot: <LabeledTime label={t('product.fields.updateTime')} at={row.updateTime} />,
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
      options: licenseFormsOf(~0).map((form) => ({
        value: String(LICENSE_FORMS[form]),
        label: t(`product.forms.${form}`),
      })),
    },
  ]
}
