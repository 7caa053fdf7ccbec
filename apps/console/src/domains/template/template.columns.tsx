// The columns of templates: one array serves the table, the column chooser and the card's facts. A few columns differ
// by family.
import type { Locale, TemplateFamily, TemplateRow } from '@sealwright/contract'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { DateCell, LabeledTime, NameCell, NumberCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { LicenseForms } from '../../blocks/list/license-forms.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { Link, pathTo } from '../../lib/place/navigate.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { PrivilegeSwitches } from './actions/switch-privilege.tsx'
import { DeductCell, LimitsCell, TwoLines } from './template-cells.tsx'
import { FAMILIES } from './template-family.ts'
import type { LicenseWays } from './template-licenses.ts'
import './template-list.css'
import type { TemplateWords } from './template-words.ts'

/** Texts and links for the cells. */
export interface TemplateLook {
  family: TemplateFamily
  locale: Locale
  t: Translate
  words: TemplateWords
  ways: LicenseWays
}

function viewOf({ family }: TemplateLook, { guid }: TemplateRow): string {
  return pathTo(`${FAMILIES[family].path}/view`, { guid })
}

function productsOf({ t }: TemplateLook, { productName, otherProductNames }: TemplateRow): string {
  return otherProductNames.length === 0
    ? productName
    : t('template.list.andMore', { product: productName, count: otherProductNames.length })
}

function LicenseCount({
  look: { t, ways },
  row,
  kind,
}: {
  look: TemplateLook
  row: TemplateRow
  kind: 'all' | 'effective'
}) {
  const way = ways[kind]
  const count = kind === 'all' ? row.licenseCount : row.effectiveLicenseCount
  if (!way) return <NumberCell value={count} />
  return (
    <Link
      href={way(row.guid)}
      aria-label={t(kind === 'all' ? 'template.list.licensesOf' : 'template.list.effectiveLicensesOf', {
        name: row.name,
        count,
      })}
    >
      <NumberCell value={count} />
    </Link>
  )
}

/** Columns that differ by family. */
function ownColumns(look: TemplateLook): Column<TemplateRow>[] {
  const { family, t, words } = look
  const deductMode: Column<TemplateRow> = {
    key: 'deductMode',
    title: t('template.fields.deductMode'),
    minWidth: 84,
    cell: (row) => <DeductCell words={words} terms={row} />,
  }
  switch (family) {
    case 'smart':
      return [deductMode]
    case 'account':
      return [
        {
          key: 'licenseForm',
          title: t('template.fields.licenseForm'),
          minWidth: 196,
          cell: (row) => <LicenseForms mask={row.licenseForm ?? 0} />,
        },
        deductMode,
      ]
    case 'sn':
      return [
        {
          key: 'licenseKeyType',
          title: t('template.fields.licenseKeyType'),
          minWidth: 140,
          cell: (row) => (
            <TwoLines
              below={row.useMode === null ? words.concurrentType(row.concurrentType) : words.useMode(row.useMode)}
            >
              {words.keyType(row.licenseKeyType)}
            </TwoLines>
          ),
        },
        deductMode,
      ]
    case 'dongle':
      return [
        {
          key: 'opType',
          title: t('template.fields.opType'),
          minWidth: 96,
          cell: (row) => (
            <TwoLines below={row.forceWrite && t('template.fields.forceWrite')}>{words.opType(row.opType)}</TwoLines>
          ),
        },
      ]
  }
}

const created = (t: Translate): Column<TemplateRow> => ({
  key: 'created',
  title: t('template.list.created'),
  minWidth: WIDTHS.date,
  priority: 0,
  cell: (row) => (
    <span className="two-lines">
      <span>{row.createdBy}</span>
      <span className="name-cell-below">
        <DateCell at={row.createTime} />
      </span>
    </span>
  ),
})

/** The columns between the license id and the update time. A card shows them as facts. */
function factColumns(look: TemplateLook): Column<TemplateRow>[] {
  const { family, t, words } = look
  return [
    ...ownColumns(look),
    {
      key: 'limits',
      title: t('template.list.limits'),
      minWidth: 136,
      priority: 2,
      cell: (row) => (
        <LimitsCell words={words} terms={row}>
          {row.isExpired && <StatusTag tone="bad">{t('template.list.expired')}</StatusTag>}
        </LimitsCell>
      ),
    },
    {
      key: 'licenseCount',
      title: t('template.fields.licenseCount'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <LicenseCount look={look} row={row} kind="all" />,
    },
    {
      key: 'effectiveLicenseCount',
      title: t('template.list.effective'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <LicenseCount look={look} row={row} kind="effective" />,
    },
    {
      key: 'privileges',
      title: t('template.list.privilegesShort'),
      minWidth: 206,
      priority: 2,
      cell: (row) => <PrivilegeSwitches family={family} template={row} />,
    },
  ]
}

export function templateColumns(look: TemplateLook): Column<TemplateRow>[] {
  const { family, locale, t } = look
  return [
    {
      key: 'name',
      title: t('template.fields.name'),
      sort: 'name',
      // An English name such as "Bedrock single device, permanent" shows whole beside the menu of a 1280 px window.
      minWidth: locale === 'en' ? 264 : 180,
      cell: (row) => (
        <NameCell
          mark={<Monogram name={row.productName} />}
          name={row.name}
          below={productsOf(look, row)}
          href={viewOf(look, row)}
        />
      ),
    },
    {
      key: 'licenseId',
      title: t('template.list.licenseId'),
      sort: 'licenseId',
      minWidth: 66,
      cell: (row) => <span className="sw-tabular">{row.licenseId}</span>,
    },
    ...factColumns(look),
    {
      key: 'updateTime',
      title: t('template.fields.updateTime'),
      sort: 'updateTime',
      minWidth: WIDTHS.date,
      priority: 0,
      cell: (row) => <DateCell at={row.updateTime} />,
    },
    ...(family === 'smart' ? [] : [created(t)]),
  ]
}

export function templateCard(look: TemplateLook, row: TemplateRow): CardParts {
  return {
    mark: <Monogram name={row.productName} size={40} />,
    name: row.name,
    href: viewOf(look, row),
    below: (
      <span className="card-product">
        <span>{productsOf(look, row)}</span>
        <span>{look.t('product.list.licenseIdShort', { licenseId: String(row.licenseId) })}</span>
      </span>
    ),
    facts: factColumns(look).map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <LabeledTime label={look.t('template.fields.updateTime')} at={row.updateTime} />,
  }
}
