// The form of an access key: name, privileges, products, networks and end.
import { LIMITS, networksOf, productCalls } from '@sealwright/contract'
import { Suspense, lazy, useMemo, useState } from 'react'
import { TextArea } from '../../blocks/control/text-input.tsx'
import { MomentField } from '../../blocks/date/moment-field.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { SegmentedField } from '../../blocks/form/segmented-field.tsx'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { Picker } from '../../blocks/picker/picker.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { assignedItem } from '../access/index.ts'
import { fieldsOf, someProducts, spellKey } from './access-key-draft.ts'
import type { AccessKeyDraft } from './access-key-draft.ts'

// Loaded on demand: pages of two domains need it, so it would otherwise be part of every page.
const RightsMatrix = lazy(async () => ({ default: (await import('../access/rights/index.ts')).RightsMatrix }))

type KeyForm = Form<AccessKeyDraft>

export function useKeyForm(initial: AccessKeyDraft): KeyForm {
  // The rules of the form depend on choices that are part of the draft.
  const [choice, setChoice] = useState({ isTimed: initial.isTimed, isLimited: initial.scope === 'some' })
  const fields = useMemo(() => fieldsOf(choice.isTimed), [choice.isTimed])
  const form = useForm({
    domain: 'accessKey',
    fields,
    initial,
    spell: spellKey,
    ...(choice.isLimited && { rules: someProducts }),
  })
  const { isTimed, scope } = form.values
  if (isTimed !== choice.isTimed || (scope === 'some') !== choice.isLimited)
    setChoice({ isTimed, isLimited: scope === 'some' })
  return form
}

function Products({ form }: { form: KeyForm }) {
  const t = usePhrases()
  const { scope, products } = form.values
  const error = form.errorAt('productGuids')
  return (
    <>
      <SegmentedField
        form={form}
        name="scope"
        label={t('accessKey.list.products')}
        options={(['all', 'some'] as const).map((value) => ({ value, label: t(`accessKey.form.scopes.${value}`) }))}
      />
      {scope === 'some' && (
        <>
          <Picker
            what={t('access.kinds.product')}
            offered={{
              call: productCalls.find,
              searchBy: 'productName',
              itemOf: ({ guid, name, licenseId }) =>
                assignedItem(t, 'product', { guid, name, note: String(licenseId) }),
            }}
            changes={{ add: products, remove: [] }}
            onChange={({ add }) => form.set('products', add)}
            max={LIMITS.access.assignAtOnce}
            pasted="names"
          />
          {error && (
            <p className="field-error" role="alert">
              {error}
            </p>
          )}
        </>
      )}
    </>
  )
}

function Networks({ form }: { form: KeyForm }) {
  const t = usePhrases()
  const text = form.values.networks
  const lines = networksOf(text)
  const wrong = lines.findIndex((_, index) => form.errorAt(`networks.${index}`) !== undefined)
  const refused = wrong < 0 ? undefined : `${lines[wrong] ?? ''}: ${form.errorAt(`networks.${wrong}`) ?? ''}`
  return (
    <Field form={form} name="networks" help={t('accessKey.form.networksHelp')} refused={refused}>
      {(control) => (
        <TextArea
          {...control}
          aria-invalid={control['aria-invalid'] ?? (refused === undefined ? undefined : true)}
          rows={3}
          value={text}
          onText={(typed) => form.set('networks', typed)}
          onBlur={() => {
            control.onBlur()
            for (const index of lines.keys()) form.leave(`networks.${index}`)
          }}
        />
      )}
    </Field>
  )
}

function End({ form }: { form: KeyForm }) {
  const t = usePhrases()
  const { isTimed } = form.values
  return (
    <>
      <Field form={form} name="isTimed" label={t('accessKey.form.end')} isGroup>
        {({ id: _id, ...control }) => (
          <Segmented
            {...control}
            label={t('accessKey.form.end')}
            value={isTimed ? 'timed' : 'never'}
            options={(['never', 'timed'] as const).map((value) => ({
              value,
              label: t(`accessKey.form.ends.${value}`),
            }))}
            onSelect={(value) => form.set('isTimed', value === 'timed')}
          />
        )}
      </Field>
      {isTimed && <MomentField form={form} name="endTime" edge="end" />}
    </>
  )
}

export function AccessKeyForm({ form }: { form: KeyForm }) {
  const t = usePhrases()
  return (
    <>
      <FormSection title={t('accessKey.form.basics')}>
        <TextField form={form} name="name" hasFocus help={t('accessKey.form.nameHelp')} />
        <End form={form} />
      </FormSection>
      <FormSection title={t('accessKey.form.rights')} sentence={t('accessKey.form.rightsSentence')}>
        <Field form={form} name="privileges" isGroup>
          {(control) => (
            <Suspense fallback={<div className="skeleton rights-space" />}>
              <RightsMatrix
                rights={form.values.privileges}
                onChange={(rights) => form.set('privileges', rights)}
                control={control}
              />
            </Suspense>
          )}
        </Field>
      </FormSection>
      <FormSection title={t('accessKey.form.scope')} sentence={t('accessKey.form.scopeSentence')}>
        <Products form={form} />
        <Networks form={form} />
      </FormSection>
    </>
  )
}
