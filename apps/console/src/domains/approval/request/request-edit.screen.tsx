// The form of a request's terms. An approver edits license codes before the approval; a requester edits a rejected,
// withdrawn or expired request and submits it again. The server decides which of the two is possible. Only differences
// from the present terms are sent, and every change is checked and priced beside the form.
import { auditCalls, auditPath } from '@sealwright/contract'
import type { AnswerOf, AuditAnswer, IssuePreview, LicenseFamily, PayloadOf } from '@sealwright/contract'
import type { ComponentType } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { Edited } from '../../../blocks/form/edited.tsx'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { joinForms } from '../../../blocks/form/joined-form.ts'
import { PreviewPart } from '../../../blocks/form/preview-panel.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { usePreview } from '../../../blocks/form/use-preview.ts'
import { useAct } from '../../../lib/call/client.ts'
import { ScreenLink, goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { Price } from '../../billing/index.ts'
import { UpdatePanel } from '../../license/update/index.ts'
import { ContentFields, changesOf, useContentDraft } from '../../template/form/index.ts'
import { doneWords, useFreshAfter } from './request-dialogs.tsx'
import './request.css'

type Mode = 'edit' | 'resubmit'
type Form = AnswerOf<typeof auditCalls.form>
type Changes = PayloadOf<typeof auditCalls.previewEdit>['changes']

const NOTE_ROWS = 3
const INITIAL = { note: '' }
const FIELDS = { note: auditCalls.edit.payload.shape.note }
const spell = ({ note }: typeof INITIAL) => (note.trim() === '' ? {} : { note })

/** The check of the changes. A resubmission is checked without changes too. */
function useCheck(guid: string, changes: NonNullable<Changes>, mode: Mode) {
  const isAsked = mode === 'resubmit' || Object.keys(changes).length > 0
  return usePreview(auditCalls.previewEdit, isAsked ? { guid, changes } : undefined)
}

/** The cost before and after. Hidden from people who may not see money. */
function Costs({ fen, price }: { fen: number | null; price: NonNullable<IssuePreview['price']> }) {
  const t = usePhrases()
  const { money } = useFormat()
  return (
    <>
      {fen !== null &&
        (fen === price.totalFen ? (
          <p>{t('audit.form.samePrice')}</p>
        ) : (
          <dl className="request-prices">
            <dt>{t('audit.form.oldPrice')}</dt>
            <dd className="sw-tabular">{money(fen)}</dd>
            <dt>{t('audit.form.newPrice')}</dt>
            <dd className="sw-tabular">{money(price.totalFen)}</dd>
          </dl>
        ))}
      <Price price={price} isDue />
    </>
  )
}

interface EditedRequest {
  request: AuditAnswer
  mode: Mode
}

function Checked({ request, mode, preview }: EditedRequest & { preview: ReturnType<typeof useCheck> }) {
  const t = usePhrases()
  const { data } = preview
  return (
    <UpdatePanel preview={preview}>
      {data && (
        <>
          {mode === 'resubmit' && (
            <Notice>
              {data.caughtBy ? t('audit.form.caught', { name: data.caughtBy.name }) : t('audit.form.notCaught')}
            </Notice>
          )}
          {data.price && (
            <PreviewPart title={t('audit.form.price')}>
              <Costs fen={request.fen} price={data.price} />
            </PreviewPart>
          )}
        </>
      )}
    </UpdatePanel>
  )
}

function EditRequest({ request, mode, terms }: EditedRequest & { terms: Form['terms'] }) {
  const t = usePhrases()
  const { guid, family, number, revision } = request
  const draft = useContentDraft(family, terms, { allowed: terms.changeable })
  const noteForm = useForm({ domain: 'audit', fields: FIELDS, initial: INITIAL, spell })
  const form = joinForms(noteForm, 'changes', draft.form)
  const changes = changesOf(draft) as Changes // the fields of the contract's template form
  const hasChanges = Object.keys(changes ?? {}).length > 0
  const preview = useCheck(guid, changes ?? {}, mode)
  const back = () => goTo(`${auditPath(family)}/view`, { guid })
  const done = ({ state }: { state: AuditAnswer['state'] }) => {
    form.settle()
    toast.success(doneWords(t, mode, number, state))
    back()
  }
  const edit = useAct(auditCalls.edit, { showsRefusal: true, onDone: done })
  const resubmit = useAct(auditCalls.resubmit, { showsRefusal: true, onDone: done })
  const sending = mode === 'edit' ? edit : resubmit
  useFreshAfter(sending.refusal)
  const note = spell(noteForm.values)
  const save = () => {
    if (mode === 'resubmit') void resubmit.act({ guid, ...(hasChanges && { changes }), ...note })
    else if (hasChanges) void edit.act({ guid, revision, changes, ...note })
    else toast.info(t('audit.form.unchanged'))
  }
  const failure =
    preview.isIdle || preview.isPending ? undefined : preview.data?.rules.find(({ outcome }) => outcome === 'fail')
  return (
    <FormPage
      form={form}
      title={t(`audit.form.${mode}Title`, { number })}
      sentence={t(`audit.form.${mode}Sentence`)}
      saveText={t(mode === 'edit' ? 'audit.form.saveEdit' : 'audit.form.saveResubmit')}
      isSaving={sending.isActing}
      refusal={sending.refusal}
      whyNot={failure?.message}
      onSave={save}
      onCancel={back}
    >
      <div className="preview-columns">
        <div className="preview-fields">
          <ContentFields draft={draft} fixedSentence={t('audit.form.fixedSentence')} />
          <FormSection title={t('audit.form.noteTitle')}>
            <TextField form={noteForm} name="note" rows={NOTE_ROWS} help={t(`audit.form.${mode}NoteHelp`)} />
          </FormSection>
        </div>
        <Checked request={request} mode={mode} preview={preview} />
      </div>
    </FormPage>
  )
}

function ToRequest({ family, guid }: Pick<AuditAnswer, 'family' | 'guid'>) {
  const t = usePhrases()
  return (
    <ScreenLink to={`${auditPath(family)}/view`} search={{ guid }} className={buttonClass()}>
      {t('audit.form.open')}
    </ScreenLink>
  )
}

/** The form, if the person can edit or submit the request now. */
function Started({ request }: { request: AuditAnswer }) {
  const t = usePhrases()
  const { guid, family, number, state, acts } = request
  const mode = acts.includes('edit') ? 'edit' : acts.includes('resubmit') ? 'resubmit' : undefined
  if (!mode)
    return (
      <div className="form-page">
        <PageHead
          title={t('audit.form.notPossible', { number })}
          sentence={t('audit.form.notPossibleSentence', { state: t(`audit.states.${state}`) })}
          actions={<ToRequest family={family} guid={guid} />}
        />
      </div>
    )
  return (
    <Edited call={auditCalls.form} payload={{ guid }} back={<ToRequest family={family} guid={guid} />}>
      {({ terms }) => <EditRequest request={request} mode={mode} terms={terms} />}
    </Edited>
  )
}

function RequestEdit({ family }: { family: LicenseFamily }) {
  const { guid } = useSearchOf(`${auditPath(family)}/edit`)
  return (
    <Edited call={auditCalls.get} payload={{ guid }} back={<ToRequest family={family} guid={guid} />}>
      {(request) => <Started key={guid} request={request} />}
    </Edited>
  )
}

const screens: Readonly<Record<LicenseFamily, ComponentType>> = {
  smart: () => <RequestEdit family="smart" />,
  account: () => <RequestEdit family="account" />,
  sn: () => <RequestEdit family="sn" />,
}
export const screenOf = (family: LicenseFamily) => screens[family]
