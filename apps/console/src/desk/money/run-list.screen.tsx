// The comparisons of providers' statements with our books.
import { LIMITS, PAYMENT_METHODS, paymentDesk } from '@sealwright/contract'
import type { PayloadOf, PaymentMethod, ReconciliationRow } from '@sealwright/contract'
import { ArrowLeftRight, FileUp } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Select } from '../../blocks/control/select.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { Field } from '../../blocks/form/field.tsx'
import { FileField } from '../../blocks/form/file-field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { LabeledTime, NameCell, NumberCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { goTo, pathTo } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../lib/words/i18n.tsx'

const PATH = '/platform/reconciliations'
const LIST = { list: 'deskRuns', call: paymentDesk.findRuns }
const NO_FILTERS: [] = []
const keyOf = ({ guid }: ReconciliationRow) => guid
const nameOf = ({ fileName }: ReconciliationRow) => fileName
const hrefOf = ({ guid }: ReconciliationRow) => pathTo('/platform/reconciliations/view', { guid })
const differing = ({ missingHere, missingThere, amountDiffers, stateDiffers }: ReconciliationRow['counts']) =>
  missingHere + missingThere + amountDiffers + stateDiffers

interface Draft {
  paymentMethod: PaymentMethod
  file: File | null
}
const EMPTY: Draft = { paymentMethod: 'alipay', file: null }

function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'billing', fields: paymentDesk.reconcile.payload.shape, initial: EMPTY })
  const { act, isActing, refusal } = useAct(paymentDesk.reconcile, {
    showsRefusal: true,
    onDone: ({ guid, counts }) => {
      onClose()
      const { matched } = counts
      toast.success(t('tariff.reconciliations.done', { matched, differ: differing(counts) }))
      goTo('/platform/reconciliations/view', { guid })
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('tariff.reconciliations.add')}
      saveText={t('tariff.reconciliations.add')}
      isSaving={isActing}
      refusal={refusal}
      onSave={(payload) => void act(payload as PayloadOf<typeof paymentDesk.reconcile>)} // checked by the same schema
      onClose={onClose}
    >
      <p>{t('tariff.reconciliations.intro')}</p>
      <Field form={form} name="paymentMethod">
        {(control) => (
          <Select
            {...control}
            value={form.values.paymentMethod}
            options={PAYMENT_METHODS.map((value) => ({ value, label: t(`billing.methods.${value}`) }))}
            onSelect={(value) =>
              form.set('paymentMethod', PAYMENT_METHODS.find((known) => known === value) ?? 'alipay')
            }
          />
        )}
      </Field>
      <FileField form={form} endings={LIMITS.desk.statementEndings} />
    </FormDialog>
  )
}
const openImport = () => void showDialog((settle) => <ImportDialog onClose={() => settle(true)} />)

function Differences({ counts }: Pick<ReconciliationRow, 'counts'>) {
  const t = usePhrases()
  const format = useFormat()
  const differ = differing(counts)
  return differ === 0 ? (
    <StatusTag tone="ok">{t('tariff.reconciliations.allMatched')}</StatusTag>
  ) : (
    <StatusTag tone="bad">{format.number(differ)}</StatusTag>
  )
}

const columnsOf = (t: Translate, format: Format): Column<ReconciliationRow>[] => [
  {
    key: 'fileName',
    title: t('tariff.reconciliations.fileName'),
    minWidth: 200,
    priority: 3,
    cell: (row) => (
      <NameCell name={row.fileName} below={t(`billing.methods.${row.paymentMethod}`)} href={hrefOf(row)} />
    ),
  },
  {
    key: 'differences',
    title: t('tariff.reconciliations.differences'),
    minWidth: 110,
    priority: 3,
    cell: (row) => <Differences counts={row.counts} />,
  },
  {
    key: 'matched',
    title: t('tariff.outcomes.matched'),
    minWidth: 90,
    cell: (row) => <NumberCell value={row.counts.matched} />,
  },
  {
    key: 'period',
    title: t('tariff.reconciliations.period'),
    minWidth: 240,
    cell: (row) => `${format.time(row.startTime)} – ${format.time(row.endTime)}`,
  },
  { key: 'maker', title: t('billing.fields.creator'), minWidth: 110, cell: (row) => row.maker },
  {
    key: 'createTime',
    title: t('billing.fields.createTime'),
    sort: 'createTime',
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.createTime} />,
  },
]

const cardOf = (t: Translate, row: ReconciliationRow): CardParts => ({
  name: row.fileName,
  below: t(`billing.methods.${row.paymentMethod}`),
  href: hrefOf(row),
  facts: [{ label: t('tariff.reconciliations.differences'), value: <Differences counts={row.counts} /> }],
  foot: <LabeledTime label={t('billing.fields.createTime')} at={row.createTime} />,
})

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const add = (
    <Can call={paymentDesk.reconcile}>
      <Button kind="primary" icon={FileUp} onPress={openImport}>
        {t('tariff.reconciliations.add')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      path={PATH}
      {...LIST}
      title={t('tariff.menu.reconciliations')}
      sentence={t('tariff.reconciliations.intro')}
      primary={add}
      filters={NO_FILTERS}
      columns={useMemo(() => columnsOf(t, format), [t, format])}
      card={useCallback((row: ReconciliationRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      empty={{
        icon: ArrowLeftRight,
        title: t('tariff.reconciliations.empty'),
        action: add,
      }}
    />
  )
}
