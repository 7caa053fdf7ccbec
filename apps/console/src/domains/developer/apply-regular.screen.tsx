// The application to become a formal developer: the form and the state of the last application. A sub-administrator
// sees whom to ask. One of the few screens that also work on a phone.
import { LIMITS, applicationFields, developerCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { BadgeCheck, UserRoundCog } from 'lucide-react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { Notice, SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { Link, ScreenLink, goTo } from '../../lib/place/navigate.tsx'
import { takeLostFocus } from '../../lib/place/sight.ts'
import { useCan } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import './developer.css'

type Application = NonNullable<AnswerOf<typeof developerCalls.application>['application']>

const FIELDS = { ...applicationFields, acceptDeletion: developerCalls.apply.payload.shape.acceptDeletion }
interface Draft {
  companyName: string
  contactName: string
  contactPhone: string
  contactEmail: string
  statement: string
  acceptDeletion: boolean
}
const spell = (draft: Draft) => ({ ...draft })
const LOOKS_AGAIN_MS = 15_000

function Rejected({ application }: { application: Application }) {
  const t = usePhrases()
  return (
    <div className="apply-rejected">
      <Notice tone="bad" title={t('developer.apply.rejectedTitle')}>
        {/* On separate lines: the reason is free text and may lack a full stop. */}
        <p>
          {application.reason
            ? t('developer.apply.rejected', { reason: application.reason })
            : t('developer.apply.rejectedNoReason')}
        </p>
        <p>{t('developer.apply.again')}</p>
      </Notice>
    </div>
  )
}

function Apply({ last }: { last: Application | null }) {
  const t = usePhrases()
  const { account, developer } = useSession()
  const form = useForm<Draft>({
    domain: 'developer',
    fields: FIELDS,
    initial: {
      companyName: last?.companyName ?? developer.name,
      contactName: last?.contactName ?? account.userName ?? '',
      contactPhone: last?.contactPhone ?? account.mobile ?? '',
      contactEmail: last?.contactEmail ?? account.email ?? '',
      statement: last?.statement ?? '',
      acceptDeletion: false,
    },
    spell,
  })
  const apply = useAct(developerCalls.apply, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('developer.apply.sent'))
    },
  })
  return (
    <FormPage
      form={form}
      title={t('developer.titles.apply')}
      sentence={t('developer.apply.sentence')}
      saveText={t('developer.apply.submit')}
      isSaving={apply.isActing}
      refusal={apply.refusal}
      onSave={() => void apply.act(form.values)}
      onCancel={() => goTo(FIRST_SCREEN)}
    >
      {last?.state === 'rejected' && <Rejected application={last} />}
      <FormSection title={t('developer.apply.company')} sentence={t('developer.apply.companySentence')}>
        <TextField form={form} name="companyName" autoComplete="organization" />
        <div className="field-row">
          <TextField form={form} name="contactName" autoComplete="name" />
          <TextField form={form} name="contactPhone" autoComplete="tel" />
        </div>
        <TextField form={form} name="contactEmail" autoComplete="email" />
        <TextField
          form={form}
          name="statement"
          rows={4}
          help={t('developer.apply.statementHelp')}
          counterMax={LIMITS.application.statementMax}
        />
      </FormSection>
      <FormSection title={t('developer.apply.deletionLabel')}>
        <Field form={form} name="acceptDeletion" isGroup>
          {(control) => (
            <Checkbox
              isChecked={form.values.acceptDeletion}
              isInvalid={control['aria-invalid']}
              describedBy={control['aria-describedby']}
              onBlur={control.onBlur}
              onChange={(isChecked) => form.set('acceptDeletion', isChecked)}
            >
              {t('developer.apply.deletion')}
            </Checkbox>
          )}
        </Field>
      </FormSection>
    </FormPage>
  )
}

function Pending({ application }: { application: Application }) {
  const t = usePhrases()
  // Polling notices the decision: the answer contains a rejection, and an approval is the refusal
  // `developer.becameFormal`.
  useAnswer(developerCalls.application, {}, { pollMs: LOOKS_AGAIN_MS })
  const format = useFormat()
  return (
    <SettingsPage title={t('developer.titles.apply')} sentence={t('developer.apply.sentence')}>
      <div className="apply-state">
        <Notice
          tone="warn"
          title={t('developer.apply.pendingTitle')}
          action={
            <Link href={FIRST_SCREEN} className={buttonClass({ size: 'small' })}>
              {t('developer.apply.home')}
            </Link>
          }
        >
          {t('developer.apply.pending', { time: format.time(application.appliedAt) })}
        </Notice>
        {/* The form with the focus is gone. */}
        <h2 ref={takeLostFocus} tabIndex={-1}>
          {t('developer.apply.next')}
        </h2>
        <ol className="apply-next">
          <li>{t('developer.apply.nextReview', { name: application.contactName, phone: application.contactPhone })}</li>
          <li>{t('developer.apply.nextTold')}</li>
          <li>{t('developer.apply.nextFormal')}</li>
        </ol>
        <h2>{t('developer.apply.what')}</h2>
        <FactList
          facts={[
            { label: t('developer.fields.companyName'), value: application.companyName },
            { label: t('developer.fields.contactName'), value: application.contactName },
            { label: t('developer.fields.contactPhone'), value: application.contactPhone },
            { label: t('developer.fields.contactEmail'), value: application.contactEmail },
            { label: t('developer.apply.appliedAt'), value: format.time(application.appliedAt) },
            { label: t('developer.fields.statement'), value: application.statement, isWide: true },
          ]}
        />
      </div>
    </SettingsPage>
  )
}

/** What a formal developer does first. */
function NextSteps() {
  const t = usePhrases()
  return (
    <div className="apply-steps">
      <ScreenLink to="/developerInfo" className={buttonClass({ kind: 'primary' })}>
        {t('developer.apply.toInfo')}
      </ScreenLink>
      <ScreenLink to="/billing/topUp" className={buttonClass()}>
        {t('developer.apply.toTopUp')}
      </ScreenLink>
    </div>
  )
}

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const canApply = useCan(developerCalls.apply)
  const isFormal = useSession().developer.devInfo.status === 'formal'
  const { data, error, refetch } = useAnswer(developerCalls.application, {})
  const application = data?.application ?? null
  if (data && !isFormal && application?.state === 'pending') return <Pending application={application} />
  if (data && !isFormal && canApply) return <Apply key={application?.appliedAt} last={application} />
  const content = () => {
    if (isFormal) {
      const since = application?.state === 'approved' ? application.decidedAt : null
      return (
        <EmptyState
          icon={BadgeCheck}
          title={t('developer.apply.formalTitle')}
          sentence={
            since ? t('developer.apply.formalSince', { time: format.time(since) }) : t('developer.apply.formal')
          }
          action={canApply && <NextSteps />}
        />
      )
    }
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <SettingsSkeleton />
    return <EmptyState icon={UserRoundCog} title={t('developer.apply.askTitle')} sentence={t('developer.apply.ask')} />
  }
  return (
    <SettingsPage title={t('developer.titles.apply')} sentence={t('developer.apply.sentence')}>
      {content()}
    </SettingsPage>
  )
}
