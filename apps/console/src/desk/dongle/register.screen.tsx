// Registration from a file: check it row by row, then register all of it. A change of the file or of the place asks for
// a new check.
import { LIMITS, REGISTER_COLUMNS, dongleDesk } from '@sealwright/contract'
import type { AnswerOf, CheckedRow, PayloadOf } from '@sealwright/contract'
import { Usb } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { FileField } from '../../blocks/form/file-field.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { Segmented } from '../../blocks/form/segmented.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { TabRows } from '../../blocks/list/tab-rows.tsx'
import { useAct } from '../../lib/call/client.ts'
import { goTo } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { DeveloperField } from './developer-field.tsx'

type Checked = AnswerOf<typeof dongleDesk.check>
interface Draft {
  file: File | null
  place: 'stock' | 'developer'
  developerId: string
}

const EMPTY: Draft = { file: null, place: 'stock', developerId: '' }
const { file: FILE, developerId: DEVELOPER } = dongleDesk.check.payload.shape
const FIELDS = { file: FILE, developerId: DEVELOPER }
const { fileEndings, fileBytes, shownRows } = LIMITS.lockStock
const spell = ({ file, place, developerId }: Draft) => ({
  file,
  developerId: place === 'developer' ? developerId : undefined,
})

const TONES: Record<CheckedRow['state'], Tone> = { new: 'ok', known: 'neutral', wrong: 'bad' }
const keyOf = (row: CheckedRow) => String(row.line)
const NO_ACTIONS = () => []
const NO_TURN = () => undefined

function Result({ row }: { row: CheckedRow }) {
  const t = usePhrases()
  const say = useSentences()
  return (
    <>
      <StatusTag tone={TONES[row.state]}>{t(`dongle.rowStates.${row.state}`)}</StatusTag>
      {row.problems.map(({ column, problem, params }) => (
        <div key={`${column} ${problem}`}>
          {t('dongle.register.column', { column })}
          {say(`dongle.problems.${problem}`, params)}
        </div>
      ))}
    </>
  )
}

const columnsOf = (t: Translate): Column<CheckedRow>[] => [
  { key: 'line', title: t('dongle.fields.line'), minWidth: 60, cell: (row) => row.line },
  { key: 'shell', title: t('dongle.fields.shellNumber'), minWidth: 160, cell: (row) => row.shellNumber },
  { key: 'result', title: t('dongle.fields.result'), minWidth: 320, priority: 3, cell: (row) => <Result row={row} /> },
]

const cardOf = (t: Translate, row: CheckedRow): CardParts => ({
  mark: <IconMark icon={Usb} tint={2} size={40} />,
  name: row.shellNumber,
  below: `${t('dongle.fields.line')} ${row.line}`,
  facts: [{ label: t('dongle.fields.result'), value: <Result row={row} /> }],
})

function CheckedFile({ checked }: { checked: Checked }) {
  const t = usePhrases()
  const format = useFormat()
  const { fresh, known, wrong, rows } = checked
  const sentence =
    wrong > 0 ? 'dongle.register.someWrong' : fresh === 0 ? 'dongle.register.nothingNew' : 'dongle.register.allGood'
  return (
    <FormSection title={t('dongle.fields.result')} sentence={t(sentence)}>
      <FactList
        facts={[
          { label: t('dongle.register.fresh'), value: format.number(fresh) },
          { label: t('dongle.register.known'), value: format.number(known) },
          { label: t('dongle.register.wrong'), value: format.number(wrong) },
        ]}
      />
      <TabRows
        label={t('dongle.fields.result')}
        answer={{ data: { rows, total: 1 }, error: null, refetch: NO_TURN, isPlaceholderData: false }}
        page={1}
        onTurn={NO_TURN}
        columns={useMemo(() => columnsOf(t), [t])}
        card={useCallback((row: CheckedRow) => cardOf(t, row), [t])}
        rowKey={keyOf}
        rowName={keyOf}
        actions={NO_ACTIONS}
        none={null}
      />
      {fresh + known + wrong > rows.length && (
        <p className="field-note">{t('dongle.register.more', { count: shownRows })}</p>
      )}
    </FormSection>
  )
}

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const form = useForm({ domain: 'dongle', fields: FIELDS, initial: EMPTY, spell })
  const { values } = form
  const [result, setResult] = useState<{ of: Draft; checked: Checked }>()
  const isSame = (of: Draft) =>
    of.file === values.file && of.place === values.place && of.developerId === values.developerId
  const checked = result && isSame(result.of) ? result.checked : undefined
  const check = useAct(dongleDesk.check, {
    showsRefusal: true,
    onDone: (answer) => setResult({ of: values, checked: answer }),
  })
  const back = () => goTo('/platform/dongles')
  const register = useAct(dongleDesk.register, {
    showsRefusal: true,
    onDone: ({ added: count }) => {
      form.settle()
      toast.success(t('dongle.register.done', { count }))
      back()
    },
  })
  const isReady = checked !== undefined && checked.wrong === 0 && checked.fresh > 0
  const isChosen = values.place === 'stock' || values.developerId !== ''
  return (
    <FormPage
      form={form}
      title={t('dongle.titles.register')}
      sentence={t('dongle.register.sentence', { columns: REGISTER_COLUMNS.join(t('blocks.list.comma')) })}
      saveText={isReady ? t('dongle.register.submit', { count: checked.fresh }) : t('dongle.register.check')}
      isSaving={check.isActing || register.isActing}
      refusal={register.refusal ?? check.refusal}
      whyNot={isChosen ? undefined : t('dongle.register.chooseDeveloper')}
      onSave={(payload) => {
        const given = payload as PayloadOf<typeof dongleDesk.check> // the form checks it against the same schema
        void (isReady ? register.act(given) : check.act(given))
      }}
      onCancel={back}
    >
      <FormSection title={t('dongle.register.to')}>
        <Segmented
          label={t('dongle.register.to')}
          value={values.place}
          options={[
            { value: 'stock', label: t('dongle.register.toStock') },
            { value: 'developer', label: t('dongle.register.toDeveloper') },
          ]}
          onSelect={(place) => form.set('place', place)}
        />
        {values.place === 'developer' && <DeveloperField form={form} />}
      </FormSection>
      <FormSection title={t('dongle.register.file')}>
        <FileField
          form={form}
          endings={fileEndings}
          help={t('dongle.register.fileHelp', { rows: LIMITS.lockStock.fileRows, size: format.bytes(fileBytes) })}
        />
      </FormSection>
      {checked && <CheckedFile checked={checked} />}
    </FormPage>
  )
}
