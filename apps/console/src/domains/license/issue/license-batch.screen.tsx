// Issues account licenses to many users: up to ten templates of different products, for selected users, users with
// certain tags, or all users. This screen only creates a draft of a task; its rows are checked before anything is
// issued.
import { LIMITS, pcLicenseCalls, userCalls } from '@sealwright/contract'
import type { PayloadOf, Violation } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import type { FieldSchema } from '../../../blocks/form/field-rules.ts'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import type { Form } from '../../../blocks/form/form-state.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useCountText } from '../../../blocks/list/paging/list-count.ts'
import type { PickerItem } from '../../../blocks/picker/picker-source.ts'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { TagPicks } from '../../customer/tag/index.ts'
import { FAMILIES } from '../license-family.ts'
import { handedUsers } from './handed-users.ts'
import { BatchPrice, useBatchCost } from './issue-batch-price.tsx'
import type { PricedTemplate } from './issue-batch-price.tsx'
import { BatchSteps, BatchTask } from './issue-batch.tsx'
import { UserPicker } from './issue-people.tsx'
import { TemplateChoice } from './issue-template.tsx'
import './issue.css'
import type { TemplateOption } from './issue-template.tsx'
import { useWayBack } from './issue-way.ts'

const { account } = FAMILIES
const PATH = '/pc/license/account/batch'
const { usersPerAddition, batchRows, remarkMax } = LIMITS.license
const AUDIENCES = ['some', 'tags', 'all'] as const

interface BatchDraft {
  templateGuids: readonly (PricedTemplate & Pick<TemplateOption, 'licenseId'>)[]
  audience: (typeof AUDIENCES)[number]
  userIds: readonly PickerItem[]
  tagGuids: readonly string[]
  remark: string
  byVoucher: boolean
}

const EMPTY: BatchDraft = {
  templateGuids: [],
  audience: 'some',
  userIds: [],
  tagGuids: [],
  remark: '',
  byVoucher: false,
}

type Wire = Record<string, unknown>
const { templateGuids, userIds, tagGuids, remark, byVoucher } = pcLicenseCalls.batchIssue.payload.shape
const FIELDS: Readonly<Record<string, FieldSchema>> = { templateGuids, userIds, tagGuids, remark, byVoucher }

const spell = (draft: BatchDraft): Wire => ({
  templateGuids: draft.templateGuids.map(({ guid }) => guid),
  ...(draft.audience === 'some' && { userIds: draft.userIds.map(({ guid }) => guid) }),
  ...(draft.audience === 'tags' && { tagGuids: draft.tagGuids }),
  ...(draft.audience === 'all' && { allUsers: true }),
  ...(draft.remark.trim() !== '' && { remark: draft.remark }),
  ...(draft.byVoucher && { byVoucher: true }),
})

const isNone = (value: unknown) => Array.isArray(value) && value.length === 0
const rules = (wire: Wire): Violation[] =>
  ['templateGuids', 'userIds', 'tagGuids']
    .filter((path) => isNone(wire[path]))
    .map((path) => ({ path, rule: 'required', params: {} }))

/** The number of users; undefined while it is unknown. */
function useAudience({ audience, userIds: users, tagGuids: tags }: BatchDraft): {
  count: number | undefined
  isCapped: boolean
} {
  const canAsk = useCan(userCalls.find)
  const all = useAnswer(userCalls.count, {}, { enabled: canAsk && audience === 'all' })
  const tagged = useAnswer(
    userCalls.find,
    { tagGuids: [...tags], currentPage: 1, pageSize: LIMITS.page.tableSizes[0] },
    { enabled: canAsk && audience === 'tags' && tags.length > 0 },
  )
  if (audience === 'some') return { count: users.length, isCapped: false }
  if (audience === 'all') return { count: all.data, isCapped: false }
  return { count: tags.length === 0 ? 0 : tagged.data?.records, isCapped: tagged.data?.recordsCapped === true }
}

function Templates({ form }: { form: Form<BatchDraft> }) {
  const t = usePhrases()
  const chosen = form.values.templateGuids
  const max = LIMITS.template.products
  const error =
    form.errorAt('templateGuids') ?? chosen.map((_, index) => form.errorAt(`templateGuids.${index}`)).find(Boolean)
  const toggle = ({ guid, licenseId, name, deductMode }: TemplateOption) =>
    form.set('templateGuids', (now) =>
      now.some((one) => one.guid === guid)
        ? now.filter((one) => one.guid !== guid)
        : [...now, { guid, licenseId, name, deductMode }],
    )
  const whyNot = ({ guid, licenseId }: TemplateOption) => {
    if (chosen.some((one) => one.guid === guid)) return undefined
    if (chosen.some((one) => one.licenseId === licenseId)) return t('license.issue.batch.sameProduct')
    return chosen.length >= max ? t('license.issue.batch.fullTemplates', { max }) : undefined
  }
  return (
    <FormSection
      title={t('license.issue.batch.templates')}
      sentence={t('license.issue.batch.templatesSentence', { max })}
    >
      <div className="issue-users" tabIndex={-1} data-invalid={error !== undefined || undefined}>
        <TemplateChoice
          family={account}
          chosen={chosen.map(({ guid }) => guid)}
          whyNot={whyNot}
          isMultiple
          onPress={toggle}
        />
        {error ? (
          <p className="field-error" role="alert">
            {error}
          </p>
        ) : (
          <p className="field-note">{t('license.issue.batch.chosenTemplates', { count: chosen.length })}</p>
        )}
      </div>
    </FormSection>
  )
}

function Audience({ form, count, isCapped }: { form: Form<BatchDraft> } & ReturnType<typeof useAudience>) {
  const t = usePhrases()
  const countText = useCountText()
  const { audience, userIds: users, tagGuids: tags, templateGuids: templates } = form.values
  const error = form.errorAt('userIds') ?? form.errorAt('tagGuids')
  const label = t('license.issue.batch.audience')
  const total = count === undefined ? undefined : count * templates.length
  return (
    <FormSection title={label} sentence={t('license.issue.batch.audienceSentence')}>
      <Segmented
        label={label}
        value={audience}
        options={AUDIENCES.map((value) => ({ value, label: t(`license.issue.batch.audiences.${value}`) }))}
        onSelect={(value) => form.set('audience', value)}
      />
      <div className="issue-users" tabIndex={-1} data-invalid={error !== undefined || undefined}>
        {audience === 'some' && (
          <UserPicker
            users={users}
            onChange={(next) => form.set('userIds', next)}
            tooMany={t('license.issue.batch.tooManyUsers', { max: usersPerAddition })}
          />
        )}
        {audience === 'tags' && (
          <>
            <TagPicks
              label={t('license.fields.tagGuids')}
              tagGuids={tags}
              onChange={(next) => form.set('tagGuids', next)}
            />
            <p className="field-note">{t('license.issue.batch.tagsHelp', { max: LIMITS.tag.perUser })}</p>
          </>
        )}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
      {count !== undefined && count > 0 && (
        <Notice tone={total !== undefined && total > batchRows ? 'bad' : 'neutral'}>
          {total !== undefined && total > batchRows
            ? t('license.issue.batch.tooManyRows', { count: countText(total, isCapped), max: batchRows })
            : t('license.issue.batch.total', {
                users: countText(count, isCapped),
                templates: templates.length,
                total: countText(total ?? 0, isCapped),
              })}
        </Notice>
      )}
      <TextField form={form} name="remark" rows={2} counterMax={remarkMax} help={t('license.issue.remarkHelp')} />
    </FormSection>
  )
}

/** `isLost`: the users that another page handed over are gone after a reload. */
function Choose({ initial, isLost }: { initial: BatchDraft; isLost: boolean }) {
  const t = usePhrases()
  const { sourcePath } = useSearchOf(PATH)
  const back = useWayBack(account, sourcePath)
  const form = useForm({ domain: 'license', fields: FIELDS, rules, initial, spell })
  const chosen = form.values.templateGuids
  const audience = useAudience(form.values)
  const users = audience.count ?? 0
  const price = useBatchCost(chosen, form.values.byVoucher)
  const check = useAct(pcLicenseCalls.batchIssue, {
    showsRefusal: true,
    onDone: ({ taskId }) => {
      form.settle()
      changeSearch(PATH, { task: taskId, sourcePath })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('license.issue.batch.title')}
      sentence={t('license.issue.batch.sentence')}
      saveText={t('license.issue.check')}
      isSaving={check.isActing}
      refusal={check.refusal}
      onSave={(values) =>
        void check.act({ kind: 'account', ...values, dryRun: true } as PayloadOf<typeof pcLicenseCalls.batchIssue>)
      } // checked against the same schemas
      onCancel={back.go}
    >
      <BatchSteps at="choose" />
      {isLost && <Notice tone="warn">{t('license.issue.batch.handedLost')}</Notice>}
      <Templates form={form} />
      <Audience form={form} {...audience} />
      {chosen.length > 0 && users > 0 && users * chosen.length <= batchRows && (
        <BatchPrice
          {...price}
          templates={chosen}
          users={users}
          isCapped={audience.isCapped}
          voucher={{
            isOn: form.values.byVoucher,
            error: form.errorAt('byVoucher'),
            onSwitch: (isOn) => form.set('byVoucher', isOn),
          }}
        />
      )}
    </FormPage>
  )
}

/** The first draft, with the template and the users that the address names; undefined while the template loads. */
function useNamed(): { initial: BatchDraft; isLost: boolean } | undefined {
  const { templateGuid, handed } = useSearchOf(PATH)
  const [guid] = useState(templateGuid)
  const [users] = useState(() => (handed === undefined ? EMPTY.userIds : handedUsers(handed)))
  const { data, isPending } = useAnswer(
    account.calls.template,
    { ...account.where, guid: guid ?? '' },
    { enabled: guid !== undefined },
  )
  return useMemo(() => {
    if (guid !== undefined && isPending) return undefined
    const draft = { ...EMPTY, userIds: users ?? EMPTY.userIds }
    const initial =
      data && !data.isExpired
        ? {
            ...draft,
            templateGuids: [
              { guid: data.guid, licenseId: data.licenseId, name: data.name, deductMode: data.deductMode },
            ],
          }
        : draft
    return { initial, isLost: users === undefined }
  }, [guid, data, isPending, users])
}

export function Screen() {
  const { task, state, page, sourcePath } = useSearchOf(PATH)
  const [round, setRound] = useState(0)
  const named = useNamed()
  const again = () => changeSearch(PATH, { sourcePath })
  const another = () => {
    setRound(round + 1)
    again()
  }
  return (
    <>
      {/* Hidden, not unmounted, so that the input is still there after going back from the check. */}
      <div className="issue-start" hidden={task !== undefined}>
        {named && (
          <Choose key={round} initial={round === 0 ? named.initial : EMPTY} isLost={round === 0 && named.isLost} />
        )}
      </div>
      {task !== undefined && (
        <BatchTask
          key={task}
          family={account}
          place={{ task, state, page }}
          hrefOf={(place) => pathTo(PATH, { ...place, sourcePath })}
          onAgain={again}
          onAnother={another}
        />
      )}
    </>
  )
}
