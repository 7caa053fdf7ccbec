// The form of an administrator: account, rights, scope, quotas and validity. "Permanent" and "until" are not stored:
// "until" only makes the end of validity a required field.
import {
  ACCOUNT_TYPES,
  ASSIGNED_KINDS,
  LIMITS,
  SCOPES,
  accessCalls,
  filled,
  roleCalls,
  userCalls,
} from '@sealwright/contract'
import type { AnswerOf, AssignedKind, Violation } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { Combobox } from '../../blocks/control/combobox.tsx'
import { MomentField } from '../../blocks/date/moment-field.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { SegmentedField } from '../../blocks/form/segmented-field.tsx'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './access.css'
import { SCOPE_FIELDS, spellAdmin } from './admin-draft.ts'
import type { AdminDraft } from './admin-draft.ts'
import { useCanAssign } from './assign-kinds.ts'
import { KindPicker } from './assign-picker.tsx'
import { RightsMatrix } from './rights-matrix.tsx'

const { shape } = accessCalls.create.payload
/** One choice is always set, so the form does not mark these fields as optional. */
const scope = filled(shape.productScope)
const NEW_FIELDS = { ...shape, productScope: scope, userScope: scope, customerScope: scope, userLockScope: scope }
const { account: _account, ...SET_FIELDS } = NEW_FIELDS
/** The end of validity as a required field. */
const END = filled(shape.validUntil)

/** Without any role or right, an administrator could sign in but do nothing. */
const someRight = ({ roleGuids, privileges }: Record<string, unknown>): Violation[] =>
  [roleGuids, privileges].every((list) => Array.isArray(list) && list.length === 0)
    ? [{ path: 'privileges', rule: 'tooFew', params: { min: 1 } }]
    : []

export interface AdminEditor {
  form: Form<AdminDraft>
  isTimed: boolean
  setTimed: (isTimed: boolean) => void
  restart: (draft: AdminDraft) => void
}

export function useAdminEditor(initial: AdminDraft, isExisting: boolean): AdminEditor {
  const t = usePhrases()
  const [isTimed, setTimed] = useState(initial.validUntil !== '')
  const fields = useMemo(
    () => ({ ...(isExisting ? SET_FIELDS : NEW_FIELDS), ...(isTimed && { validUntil: END }) }),
    [isExisting, isTimed],
  )
  const labels = useMemo(() => ({ privileges: t('access.form.roleOrRight') }), [t])
  const form = useForm({ domain: 'access', fields, rules: someRight, labels, initial, spell: spellAdmin })
  return {
    form,
    isTimed,
    setTimed: (next) => {
      setTimed(next)
      if (!next) form.set('validUntil', '')
    },
    restart: (draft) => {
      setTimed(draft.validUntil !== '')
      form.restart(draft)
    },
  }
}

function ChosenUser({ form }: { form: Form<AdminDraft> }) {
  const t = usePhrases()
  const [needle, setNeedle] = useState('')
  const { data, isFetching } = useAnswer(
    userCalls.find,
    { currentPage: 1, pageSize: LIMITS.page.maxSize, ...(needle && { account: needle }) },
    { keepPrevious: true },
  )
  // Nobody can sign in to the center with a shadow account.
  const users = (data?.rows ?? []).filter(({ accountType }) => accountType !== ACCOUNT_TYPES.shadow)
  const choose = (account: string) => {
    form.set('account', account)
    const name = users.find((user) => user.account === account)?.userName
    if (name) form.set('userName', (typed) => typed || name)
  }
  return (
    <Field form={form} name="account" help={t('access.form.chooseHelp')}>
      {(control) => (
        <Combobox
          {...control}
          name={form.labelOf('account')}
          placeholder={t('access.form.choosePlaceholder')}
          options={users.map(({ account, userName }) => ({
            value: account,
            label: account,
            ...(userName && { note: userName }),
          }))}
          isLoading={isFetching}
          onNeedle={setNeedle}
          value={form.values.account}
          onSelect={choose}
        />
      )}
    </Field>
  )
}

function AccountField({ form }: { form: Form<AdminDraft> }) {
  const t = usePhrases()
  const canChoose = useCan(userCalls.find)
  const [source, setSource] = useState<'type' | 'choose'>('type')
  return (
    <>
      {canChoose && (
        <Segmented
          label={t('access.form.accountBy')}
          value={source}
          options={[
            { value: 'type', label: t('access.form.type') },
            { value: 'choose', label: t('access.form.choose') },
          ]}
          onSelect={setSource}
        />
      )}
      {source === 'choose' ? (
        <ChosenUser form={form} />
      ) : (
        <TextField form={form} name="account" help={t('access.form.accountHelp')} hasFocus />
      )}
    </>
  )
}

type Role = AnswerOf<typeof roleCalls.list>[number]

function Roles({ form, roles }: { form: Form<AdminDraft>; roles: readonly Role[] | undefined }) {
  const t = usePhrases()
  const chosen = form.values.roleGuids
  return (
    <Field form={form} name="roleGuids" help={t('access.form.rolesHelp')} isGroup>
      {(control) =>
        roles?.length === 0 ? (
          <p className="nothing">
            {t('access.form.noRoles')}{' '}
            <Can call={roleCalls.create}>
              <ScreenLink to="/role/new">{t('access.roles.titles.new')}</ScreenLink>
            </Can>
          </p>
        ) : (
          <div className="role-boxes" aria-busy={!roles || undefined}>
            {(roles ?? []).map(({ guid, name, privileges, isManageable }) => (
              <span key={guid} className="role-box">
                <Checkbox
                  isChecked={chosen.includes(guid)}
                  isDisabled={!isManageable && !chosen.includes(guid)}
                  isInvalid={control['aria-invalid'] ?? false}
                  onBlur={control.onBlur}
                  onChange={(isChecked) =>
                    form.set('roleGuids', (now) => (isChecked ? [...now, guid] : now.filter((one) => one !== guid)))
                  }
                >
                  <span className="role-box-words">
                    {name}
                    <span className="role-box-note">
                      {isManageable
                        ? t('access.form.roleRights', { count: privileges.length })
                        : t('access.form.roleHasMore')}
                    </span>
                  </span>
                </Checkbox>
              </span>
            ))}
          </div>
        )
      }
    </Field>
  )
}

interface ScopeFieldProps {
  form: Form<AdminDraft>
  kind: AssignedKind
  userId: string | undefined
}

/** All rows of a kind, or those that are chosen here. */
function ScopeField({ form, kind, userId }: ScopeFieldProps) {
  const t = usePhrases()
  const name = SCOPE_FIELDS[kind]
  const value = form.values[name]
  const what = t(`access.kinds.${kind}`)
  const canChoose = useCanAssign(kind)
  const refused = form.errorAt(`assignments.${kind}.add`) ?? form.errorAt(`assignments.${kind}.remove`)
  return (
    <div className="scope-field">
      <SegmentedField
        form={form}
        name={name}
        help={value === 'some' && !canChoose && t('access.assign.noAccess', { what })}
        options={SCOPES.map((scope) => ({ value: scope, label: t(`access.scopes.${scope}`) }))}
      />
      {value === 'some' && canChoose && (
        // A group of its own: two pickers on a page have lists of the same names.
        <div role="group" aria-label={what}>
          <KindPicker
            key={form.restarts}
            kind={kind}
            userId={userId}
            what={what}
            changes={form.values.assignments[kind]}
            onChange={(changes) => form.set('assignments', (now) => ({ ...now, [kind]: changes }))}
          />
        </div>
      )}
      {refused && (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
    </div>
  )
}

interface AdminFormProps {
  editor: AdminEditor
  /** The administrator to change; absent for a new one. */
  userId?: string
  /** After accepting the invitation, a person owns their name. */
  isNameFixed?: boolean
}

export function AdminForm({ editor: { form, isTimed, setTimed }, userId, isNameFixed = false }: AdminFormProps) {
  const t = usePhrases()
  const { data: roles } = useAnswer(roleCalls.list, {})
  const byRole = useMemo(() => {
    const given = new Map<string, string[]>()
    for (const role of roles ?? [])
      if (form.values.roleGuids.includes(role.guid))
        for (const right of role.privileges) given.set(right, [...(given.get(right) ?? []), role.name])
    return given
  }, [roles, form.values.roleGuids])
  return (
    <>
      <FormSection title={t('access.form.who')} sentence={t('access.form.whoSentence')}>
        {userId === undefined ? <AccountField form={form} /> : <TextField form={form} name="account" isReadOnly />}
        <TextField
          form={form}
          name="userName"
          isReadOnly={isNameFixed}
          help={t(isNameFixed ? 'access.form.nameFixed' : 'access.form.nameHelp')}
        />
        <TextField form={form} name="remark" rows={2} counterMax={LIMITS.access.remarkMax} />
      </FormSection>
      <FormSection title={t('access.form.rights')} sentence={t('access.form.rightsSentence')}>
        <Roles form={form} roles={roles} />
        <Field form={form} name="privileges" label={t('access.form.extra')} isGroup>
          {(control) => (
            <RightsMatrix
              rights={form.values.privileges}
              onChange={(rights) => form.set('privileges', rights)}
              byRole={byRole}
              control={control}
            />
          )}
        </Field>
      </FormSection>
      <FormSection title={t('access.form.scope')} sentence={t('access.form.scopeSentence')}>
        <div className="scope-fields">
          {ASSIGNED_KINDS.map((kind) => (
            <ScopeField key={kind} form={form} kind={kind} userId={userId} />
          ))}
        </div>
      </FormSection>
      <FormSection title={t('access.form.limits')} sentence={t('access.form.limitsSentence')}>
        <div className="field-row">
          <TextField form={form} name="cloudQuota" isNumber help={t('access.form.quotaHelp')} />
          <TextField form={form} name="softQuota" isNumber help={t('access.form.quotaHelp')} />
        </div>
        <div className="field">
          <span className="field-label" aria-hidden>
            {t('access.form.validity')}
          </span>
          <Segmented
            label={t('access.form.validity')}
            value={isTimed ? 'timed' : 'permanent'}
            options={[
              { value: 'permanent', label: t('access.detail.permanent') },
              { value: 'timed', label: t('access.form.timed') },
            ]}
            onSelect={(choice) => setTimed(choice === 'timed')}
          />
        </div>
        {isTimed && <MomentField form={form} name="validUntil" edge="end" label={t('access.form.validUntil')} />}
      </FormSection>
    </>
  )
}
