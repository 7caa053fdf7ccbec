// Assigns products or templates to an integrator or takes them back: two lists, saved in one call. Each family of
// templates has its own right and its own search; switching the family keeps the choice.
import { LIMITS, integratorCalls, productCalls } from '@sealwright/contract'
import type { AnswerOf, IntegratorAssigned, TemplateFamily } from '@sealwright/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { useLeaveGuard } from '../../blocks/form/leave-guard.ts'
import { Segmented } from '../../blocks/form/segmented.tsx'
import type { PickerSource } from '../../blocks/picker/picker-source.ts'
import { NO_CHANGES, Picker } from '../../blocks/picker/picker.tsx'
import type { PickerChanges } from '../../blocks/picker/picker.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { assignedItem } from '../access/index.ts'
import { FAMILIES } from '../template/index.ts'

type Assigned = AnswerOf<typeof integratorCalls.findAssigned>['rows'][number]

const INITIAL = { changes: NO_CHANGES }
const NO_FIELDS = {}
const spell = (values: typeof INITIAL) => ({ ...values })
const guidsOf = (items: PickerChanges['add']) => items.map(({ guid }) => guid)

function useSeenFamilies(): TemplateFamily[] {
  const session = useSession()
  return Object.values(FAMILIES)
    .filter(({ access }) => hasAccess(session, access.view))
    .map(({ family }) => family)
}

/** Whether the person can assign rows of this kind: it takes the right to assign and the right to list them. */
export function useCanAssign(kind: IntegratorAssigned): boolean {
  const canAssign = useCan(integratorCalls.assign)
  const canSeeProducts = useCan(productCalls.find)
  const families = useSeenFamilies()
  return canAssign && (kind === 'product' ? canSeeProducts : families.length > 0)
}

/** The license IDs of the assigned products, if all are loaded: a template needs its products to be assigned first. */
function useAssignedProducts(guid: string, isAsked: boolean): ReadonlySet<string | null> | undefined {
  const canSee = useCan(productCalls.find)
  const { data } = useAnswer(
    integratorCalls.findAssigned,
    { guid, kind: 'product', currentPage: 1, pageSize: LIMITS.page.maxSize },
    { enabled: isAsked && canSee },
  )
  return data && data.total <= 1 ? new Set(data.rows.map(({ note }) => note)) : undefined
}

export function Assigning({ guid, kind, onClose }: { guid: string; kind: IntegratorAssigned; onClose: () => void }) {
  const t = usePhrases()
  const families = useSeenFamilies()
  const [family, setFamily] = useState<TemplateFamily>(families[0] ?? 'smart')
  const form = useForm({ domain: 'integrator', fields: NO_FIELDS, initial: INITIAL, spell })
  useLeaveGuard(form)
  const { changes } = form.values
  const close = () => {
    form.settle()
    onClose()
  }
  const assign = useAct(integratorCalls.assign, {
    showsRefusal: true,
    onDone: (counts) => {
      toast.success(t('integrator.assigned.saved', counts))
      close()
    },
  })
  const save = () => {
    if (changes.add.length + changes.remove.length > 0)
      return void assign.act({ guid, kind, add: guidsOf(changes.add), remove: guidsOf(changes.remove) })
    toast.info(t('integrator.assigned.unchanged'))
    return close()
  }
  const itemOf = (row: Assigned) => assignedItem(t, kind, row)
  const products = useAssignedProducts(guid, kind === 'template')
  // The same note that the server gives: the license ID.
  const licensed = (row: Omit<Assigned, 'note'> & { licenseId: number }) =>
    itemOf({ ...row, note: String(row.licenseId) })
  const templateOf = (row: Parameters<typeof licensed>[0]) => ({
    ...licensed(row),
    ...(products && !products.has(String(row.licenseId)) && { whyNot: t('integrator.assigned.needsProduct') }),
  })
  const chosen: PickerSource<Assigned> = {
    call: integratorCalls.findAssigned,
    where: { guid, kind },
    searchBy: 'name',
    itemOf,
  }
  const pick = {
    what: t(`integrator.assigned.nouns.${kind}`),
    chosen,
    changes,
    onChange: (next: PickerChanges) => form.set('changes', next),
    max: LIMITS.access.assignAtOnce,
    pasted: 'names' as const,
  }
  const picker: Record<IntegratorAssigned, ReactNode> = {
    product: <Picker {...pick} offered={{ call: productCalls.find, searchBy: 'productName', itemOf: licensed }} />,
    template: (
      <>
        {families.length > 1 && (
          <Segmented
            label={t('integrator.tabs.template')}
            value={family}
            options={families.map((value) => ({ value, label: t(`template.families.${value}`) }))}
            onSelect={setFamily}
          />
        )}
        <Picker
          key={family}
          {...pick}
          offered={{
            call: FAMILIES[family].calls.find,
            where: FAMILIES[family].where,
            searchBy: 'templateName',
            itemOf: templateOf,
          }}
        />
      </>
    ),
  }
  return (
    <div className="integrator-tab">
      <p className="integrator-sentence">{t(`integrator.assigned.sentence.${kind}`)}</p>
      <InlineForm
        form={form}
        label={t(`integrator.assigned.change.${kind}`)}
        saveText={t('integrator.assigned.save')}
        isSaving={assign.isActing}
        refusal={assign.refusal}
        onSave={save}
        onCancel={onClose}
      >
        {picker[kind]}
      </InlineForm>
    </div>
  )
}
