// The dialogs that add values to the blacklist and edit the reason of an entry. Each typed line is checked by the
// contract's rule while it is typed.
import {
  BLACKLIST_KINDS,
  LIMITS,
  blacklistCalls,
  blacklistFields,
  blacklistValue,
  isBlacklistValue,
} from '@sealwright/contract'
import type { BlacklistEntry, BlacklistKind, Violation } from '@sealwright/contract'
import { useMemo } from 'react'
import { TextArea } from '../../../blocks/control/text-input.tsx'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { SegmentedField } from '../../../blocks/form/segmented-field.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './blacklist.css'

interface Draft {
  kind: BlacklistKind
  /** The typed lines. */
  values: string
  reason: string
}
const EMPTY: Draft = { kind: 'account', values: '', reason: '' }

/** The lines with something in them, by their numbers. */
const linesOf = (text: string) =>
  text.split(/\r?\n/).flatMap((line, index) => (line.trim() === '' ? [] : [{ n: index + 1, value: line.trim() }]))

const isGood = (kind: BlacklistKind, value: string) => isBlacklistValue(kind, blacklistValue(kind, value))

/** The values as the list keeps them, each once. */
const valuesOf = ({ kind, values }: Draft) => [
  ...new Set(linesOf(values).map(({ value }) => blacklistValue(kind, value))),
]

const spell = (draft: Draft) => ({ kind: draft.kind, values: valuesOf(draft), reason: draft.reason })

/** A line that is not valid keeps the form from being sent. The list below the field names the lines. */
function rules(wire: Record<string, unknown>): Violation[] {
  const { kind, values } = wire as ReturnType<typeof spell> // `spell` wrote it
  const bad = values.find((value) => !isGood(kind, value))
  return bad === undefined ? [] : [{ path: 'values', rule: 'blacklistValue', params: { value: bad } }]
}

const SHOWN = 5

function CheckedLines({ kind, text }: { kind: BlacklistKind; text: string }) {
  const t = usePhrases()
  const lines = useMemo(() => linesOf(text), [text])
  if (lines.length === 0) return null
  const bad = lines.filter(({ value }) => !isGood(kind, value))
  const good = lines.length - bad.length
  return (
    <div className="blacklist-lines" role="status">
      <p className={bad.length > 0 ? 'field-error' : undefined}>
        {bad.length > 0
          ? t('activity.report.blacklist.checkedBad', { good, bad: bad.length })
          : t('activity.report.blacklist.checked', { good })}
      </p>
      {bad.length > 0 && (
        <ul>
          {bad.slice(0, SHOWN).map(({ n, value }) => (
            <li key={n}>{t('activity.report.blacklist.badLine', { line: n, value })}</li>
          ))}
          {bad.length > SHOWN && <li>{t('activity.report.blacklist.moreBad', { count: bad.length - SHOWN })}</li>}
        </ul>
      )}
    </div>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'activity', fields: blacklistFields, rules, initial: EMPTY, spell })
  const { kind, values } = form.values
  const add = useAct(blacklistCalls.addBlacklist, {
    showsRefusal: true,
    onDone: ({ added, known }) => {
      onClose()
      toast.success(
        known > 0
          ? t('activity.report.blacklist.addedSome', { added, known })
          : t('activity.report.blacklist.added', { added }),
      )
    },
  })
  const used = valuesOf(form.values)
  const hasBad = used.some((value) => !isGood(kind, value))
  return (
    <FormDialog
      form={form}
      title={t('activity.report.blacklist.addTitle')}
      saveText={t('activity.report.blacklist.add')}
      isSaving={add.isActing}
      refusal={add.refusal}
      onSave={() => void add.act(spell(form.values))}
      onClose={onClose}
    >
      <SegmentedField
        form={form}
        name="kind"
        options={BLACKLIST_KINDS.map((value) => ({ value, label: t(`activity.report.blacklist.kinds.${value}`) }))}
      />
      <Field
        form={form}
        name="values"
        label={t('activity.report.blacklist.values')}
        help={t(`activity.report.blacklist.help.${kind}`)}
        clearerError={hasBad ? t('activity.report.blacklist.fixLines') : undefined}
        // The server names a single value.
        refused={used.map((_, index) => form.errorAt(`values.${index}`)).find(Boolean)}
        counter={{ used: used.length, max: LIMITS.campaign.blacklist.atOnce }}
      >
        {(control) => (
          <TextArea {...control} data-first-focus rows={6} value={values} onText={(text) => form.set('values', text)} />
        )}
      </Field>
      <CheckedLines kind={kind} text={values} />
      <TextField form={form} name="reason" help={t('activity.report.blacklist.reasonHelp')} />
    </FormDialog>
  )
}

export function openAdd(): void {
  void showDialog((settle) => <AddDialog onClose={() => settle(true)} />)
}

const { reason } = blacklistFields
const REASON = { reason }
const spellReason = (draft: { reason: string }) => draft

function ReasonDialog({ entry, onClose }: { entry: BlacklistEntry; onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({
    domain: 'activity',
    fields: REASON,
    initial: { reason: entry.reason ?? '' },
    spell: spellReason,
  })
  const update = useAct(blacklistCalls.updateBlacklist, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('activity.report.blacklist.saved'))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('activity.report.blacklist.editTitle', { value: entry.value })}
      saveText={t('activity.report.blacklist.save')}
      isSaving={update.isActing}
      refusal={update.refusal}
      onSave={() => (form.isDirty() ? void update.act({ guid: entry.guid, ...form.values }) : onClose())}
      onClose={onClose}
    >
      <TextField form={form} name="reason" help={t('activity.report.blacklist.reasonHelp')} isFirst />
    </FormDialog>
  )
}

export function openReason(entry: BlacklistEntry): void {
  void showDialog((settle) => <ReasonDialog entry={entry} onClose={() => settle(true)} />)
}
