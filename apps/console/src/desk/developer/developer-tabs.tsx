// The tabs of a developer: figures, its application, what the platform did, visits, and notes of operators.
import { DESK_DEVELOPER_DAYS, LIMITS, OPERATION_TYPES, developerDesk, operatorDesk } from '@sealwright/contract'
import type { AnswerOf, OperationType, VisitRow } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Eye, History as HistoryIcon, NotebookPen, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Sparkline } from '../../blocks/chart/sparkline.tsx'
import { IconButton } from '../../blocks/control/button.tsx'
import { EmptyState, LoadingOrError } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { Differences } from '../../blocks/detail/differences.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { MoneyCell, NumberCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { TurnPages } from '../../blocks/list/paging/turn-pages.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { TabRows } from '../../blocks/list/tab-rows.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import css from './developer.module.css'

export type Developer = AnswerOf<typeof developerDesk.get>
const PAGE = 20

export function Figures({ developer: { figures } }: { developer: Developer }) {
  const t = usePhrases()
  const format = useFormat()
  const spent = figures.spentFen.reduce((all, fen) => all + fen, 0)
  return (
    <>
      <FactList
        facts={[
          { label: t('tenant.figures.licenses'), value: <NumberCell value={figures.licenses} /> },
          { label: t('tenant.figures.devices'), value: <NumberCell value={figures.devices} /> },
          { label: t('tenant.figures.users'), value: <NumberCell value={figures.users} /> },
          { label: t('tenant.figures.balance'), value: <MoneyCell fen={figures.balanceFen} /> },
          { label: t('tenant.figures.gift'), value: <MoneyCell fen={figures.giftFen} /> },
          { label: t('tenant.figures.owed'), value: <MoneyCell fen={figures.owedFen} /> },
        ]}
      />
      <div className={css.curve}>
        <p>
          {t('tenant.figures.spent', { days: DESK_DEVELOPER_DAYS })} <strong>{format.money(spent)}</strong>
        </p>
        <Sparkline values={figures.spentFen} />
        <p className="cell-quiet">
          {figures.days[0]} – {figures.days.at(-1)}
        </p>
      </div>
    </>
  )
}

export function Application({ application }: Pick<Developer, 'application'>) {
  const t = usePhrases()
  if (!application) return <EmptyState icon={NotebookPen} title={t('tenant.applications.none')} />
  const contact = [application.contactName, application.contactPhone, application.contactEmail]
  return (
    <FactList
      facts={[
        { label: t('tenant.applications.state'), value: t(`developer.states.${application.state}`) },
        { label: t('tenant.applications.company'), value: application.companyName },
        { label: t('tenant.applications.contact'), value: contact.filter((part) => part !== null).join(' · ') },
        { label: t('tenant.applications.age'), value: <TimeCell at={application.appliedTime} /> },
        {
          label: t('tenant.applications.decided'),
          value: application.decidedTime && <TimeCell at={application.decidedTime} />,
        },
        { label: t('developer.fields.reason'), value: application.reason },
        { label: t('tenant.applications.statement'), value: application.statement, isWide: true },
      ]}
    />
  )
}

/** The domain whose labels name the fields of a target. The platform changes little else of a developer. */
const LABELS: Readonly<Record<string, { domain: string } | undefined>> = {
  billing: { domain: 'billing' },
  controlLock: { domain: 'userLock' },
  emailTemplate: { domain: 'emailTemplate' },
  feedback: { domain: 'feedback' },
  topUp: { domain: 'billing' },
  userLock: { domain: 'userLock' },
}
const OWN_LABELS = { domain: 'developer' }

const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object
const typeOf = (type: number) => TYPES.find((name) => OPERATION_TYPES[name] === type) ?? 'update'

export function PlatformHistory({ id }: { id: string }) {
  const t = usePhrases()
  const say = useSentences()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(developerDesk.history, {
    id: Number(id),
    currentPage: page,
    pageSize: PAGE,
  })
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) return <EmptyState icon={HistoryIcon} title={t('tenant.history.none')} />
  return (
    <>
      <ol className={css.lines}>
        {data.rows.map((row) => (
          <li key={row.id}>
            <p className={css.head}>
              <TimeCell at={row.at} /> <strong>{row.actor}</strong>{' '}
              <span>
                {t('dashboard.operations.did', {
                  type: t(`operationLog.types.${typeOf(row.type)}`),
                  target: say(`nouns.${row.targetKind}`),
                })}{' '}
                · {row.targetName}
              </span>
            </p>
            {row.changes.length > 0 && (
              <Differences
                changes={row.changes}
                kind={typeOf(row.type)}
                labelOf={(field) => fieldLabel(say, (LABELS[row.targetKind] ?? OWN_LABELS).domain, field)}
              />
            )}
          </li>
        ))}
      </ol>
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}

const visitKey = (row: VisitRow) => row.guid
const visitName = (row: VisitRow) => row.operator
const none = () => []

function VisitState({ isOpen }: Pick<VisitRow, 'isOpen'>) {
  const t = usePhrases()
  return (
    <StatusTag tone={isOpen ? 'ok' : 'neutral'}>{t(isOpen ? 'tenant.visits.open' : 'tenant.visits.over')}</StatusTag>
  )
}

const visitColumns = (t: Translate): Column<VisitRow>[] => [
  { key: 'operator', title: t('operator.fields.operator'), minWidth: 140, priority: 3, cell: (row) => row.operator },
  { key: 'reason', title: t('operator.fields.reason'), minWidth: 240, priority: 2, cell: (row) => row.reason },
  { key: 'state', title: t('operator.fields.state'), minWidth: 90, cell: (row) => <VisitState {...row} /> },
  {
    key: 'startTime',
    title: t('operator.fields.startTime'),
    minWidth: WIDTHS.time,
    priority: 2,
    cell: (row) => <TimeCell at={row.startTime} />,
  },
  {
    key: 'endTime',
    title: t('operator.fields.endTime'),
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.endTime} />,
  },
]

const visitCard = (t: Translate, row: VisitRow): CardParts => ({
  mark: null,
  name: row.operator,
  below: row.reason,
  facts: [
    { label: t('operator.fields.state'), value: <VisitState {...row} /> },
    { label: t('operator.fields.startTime'), value: <TimeCell at={row.startTime} /> },
    { label: t('operator.fields.endTime'), value: <TimeCell at={row.endTime} /> },
  ],
})

export function Visits({ id }: { id: string }) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const answer = useAnswer(operatorDesk.findVisits, { developerId: Number(id), currentPage: page, pageSize: PAGE })
  return (
    <TabRows
      label={t('tenant.tabs.visits')}
      answer={answer}
      page={page}
      onTurn={setPage}
      columns={useMemo(() => visitColumns(t), [t])}
      card={(row) => visitCard(t, row)}
      rowKey={visitKey}
      rowName={visitName}
      actions={none}
      none={<EmptyState icon={Eye} title={t('tenant.visits.none')} />}
    />
  )
}

const NOTE = { text: developerDesk.addNote.payload.shape.text }
const EMPTY = { text: '' }

function NewNote({ id }: { id: string }) {
  const t = usePhrases()
  const form = useForm({ domain: 'developer', fields: NOTE, initial: EMPTY })
  const { act, isActing, refusal } = useAct(developerDesk.addNote, {
    showsRefusal: true,
    onDone: () => {
      form.restart(EMPTY)
      toast.success(t('tenant.notes.added'))
    },
  })
  return (
    <InlineForm
      form={form}
      saveText={t('tenant.notes.add')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ id: Number(id), ...form.values })}
    >
      <TextField
        form={form}
        name="text"
        label={t('tenant.notes.label')}
        rows={3}
        counterMax={LIMITS.operator.noteMax}
        help={t('tenant.notes.sentence')}
      />
    </InlineForm>
  )
}

export function Notes({ id }: { id: string }) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(developerDesk.notes, { id: Number(id) })
  const { act: remove } = useAct(developerDesk.deleteNote, { onDone: () => toast.success(t('tenant.notes.deleted')) })
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Can call={developerDesk.addNote}>
        <NewNote id={id} />
      </Can>
      {data.notes.length === 0 ? (
        <EmptyState icon={NotebookPen} title={t('tenant.notes.none')} />
      ) : (
        <ol className={css.lines}>
          {data.notes.map(({ guid, operator, text, createTime, isOwn }) => (
            <li key={guid}>
              <div className={css.head}>
                <TimeCell at={createTime} /> <strong>{operator}</strong>
                {isOwn && (
                  <IconButton
                    icon={Trash2}
                    label={t('tenant.notes.delete')}
                    onPress={() =>
                      void confirmAction({
                        title: t('tenant.notes.deleteTitle'),
                        consequence: t('tenant.notes.deleteConsequence'),
                        verb: t('tenant.notes.delete'),
                        run: () => remove({ guid }),
                      })
                    }
                  />
                )}
              </div>
              <p className={css.note}>{text}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
