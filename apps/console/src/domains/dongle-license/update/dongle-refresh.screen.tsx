// Updates one license in a dongle: an operation for each value, and the license before and after. Values without an
// operation stay. The form is that of a template that updates; it starts with nothing to do.
import { COUNT_OPERATIONS, DONGLE_OPERATIONS, LIMITS, dongleLicenseCalls, issueChanges } from '@sealwright/contract'
import type { AnswerOf, PayloadOf } from '@sealwright/contract'
import { useState } from 'react'
import { Differences } from '../../../blocks/detail/differences.tsx'
import { FactList } from '../../../blocks/detail/fact-list.tsx'
import { Edited } from '../../../blocks/form/edited.tsx'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { joinForms } from '../../../blocks/form/joined-form.ts'
import { PreviewNote, PreviewPanel, PreviewPart, refusedFields } from '../../../blocks/form/preview-panel.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { usePreview } from '../../../blocks/form/use-preview.ts'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { ContentFields, changesOf, useContentDraft } from '../../template/form/index.ts'
import type { ContentAnswer } from '../../template/form/index.ts'
import { NO_TERMS, useInsideWords } from '../inside-words.ts'
import { NO_PIN, PIN_FIELDS, PinFields, spellPin } from '../pin/pin-field.tsx'

type License = AnswerOf<typeof dongleLicenseCalls.get>
type Changes = PayloadOf<typeof dongleLicenseCalls.previewRefresh>['changes']
const PATH = '/pc/license/dongle/refresh'
const { none } = COUNT_OPERATIONS

/** An update can write all that a template can allow. */
const ALLOWED = [...issueChanges('dongle', { canModify: true, canModifyModule: true, canModifyDataZone: true })]

/** A template that updates this license and changes nothing. The data areas inside cannot be read. */
function contentOf({ licenseId, productName, planned, inside, moduleNames }: License): ContentAnswer {
  const now = planned ?? inside
  const names = new Map(moduleNames.map(({ moduleId, moduleName }) => [moduleId, moduleName]))
  return {
    ...NO_TERMS,
    opType: DONGLE_OPERATIONS.update,
    forceWrite: false,
    isForever: false,
    startTimeOp: none,
    endTimeOp: none,
    spanTimeOp: none,
    counterOp: none,
    concurrentType: now?.concurrentType ?? null,
    concurrentNumOp: now?.concurrentType ? none : null,
    licenseId,
    productName,
    licenseVersion: now?.licenseVersion ?? null,
    modules: Array.from({ length: LIMITS.product.modules }, (_, index) => ({
      moduleId: index + 1,
      moduleName: names.get(index + 1) ?? '',
      checked: now?.modules.includes(index + 1) ?? false,
      define: names.has(index + 1),
    })),
    rom: null,
    raw: null,
    pub: null,
    otherProducts: [],
  }
}

interface SignDraft {
  pin: string
  validDays: string
  remark: string
}

const EMPTY: SignDraft = { ...NO_PIN, remark: '' }
const FIELDS = { ...PIN_FIELDS, remark: dongleLicenseCalls.refresh.payload.shape.remark }
const spell = ({ remark, ...draft }: SignDraft) => ({ ...spellPin(draft), ...(remark.trim() !== '' && { remark }) })

function useRefreshPreview(guid: string, changes: NonNullable<Changes>) {
  return usePreview(dongleLicenseCalls.previewRefresh, Object.keys(changes).length > 0 ? { guid, changes } : undefined)
}

interface ConsequencesProps {
  license: License
  preview: ReturnType<typeof useRefreshPreview>
}

function Consequences({ license, preview }: ConsequencesProps) {
  const t = usePhrases()
  const words = useInsideWords()
  const { data, error } = preview
  const now = license.planned ?? license.inside
  const body = ({ isAllowed, message, planned }: NonNullable<typeof data>) => {
    if (!isAllowed) return <Notice tone="bad">{message}</Notice>
    const changes = planned ? words.differences(now, planned, license.moduleNames) : []
    return changes.length === 0 ? (
      <PreviewNote>{t('dongleLicense.refresh.same')}</PreviewNote>
    ) : (
      <>
        <Differences changes={changes} kind={now ? 'update' : 'add'} labelOf={words.labelOf} />
        {license.planned !== null && license.inside !== null && (
          <PreviewNote>{t('dongleLicense.refresh.waiting')}</PreviewNote>
        )}
      </>
    )
  }
  return (
    <PreviewPanel
      title={t('dongleLicense.refresh.panel')}
      preview={preview}
      idle={
        <>
          <PreviewNote>{t('dongleLicense.refresh.idle')}</PreviewNote>
          {now && (
            <PreviewPart title={t('dongleLicense.refresh.now')}>
              <FactList facts={words.facts(now, license.moduleNames)} />
            </PreviewPart>
          )}
        </>
      }
      refused={refusedFields(error).length > 0 && <PreviewNote>{t('dongleLicense.refresh.halfTyped')}</PreviewNote>}
    >
      {data && body(data)}
    </PreviewPanel>
  )
}

function Refresh({ license }: { license: License }) {
  const t = usePhrases()
  const { guid } = license
  const { sourcePath } = useSearchOf(PATH)
  const [content] = useState(() => contentOf(license))
  const draft = useContentDraft('dongle', content, { allowed: ALLOWED })
  const sign = useForm({ domain: 'dongleLicense', fields: FIELDS, initial: EMPTY, spell })
  const form = joinForms(sign, 'changes', draft.form)
  const changes = changesOf(draft)
  const preview = useRefreshPreview(guid, changes)
  const back = () =>
    sourcePath ? goTo(sourcePath, { guid }) : goTo('/pc/license/dongle', { showSearch: '1', editId: guid })
  const { act, isActing, refusal } = useAct(dongleLicenseCalls.refresh, { showsRefusal: true })
  const save = async ({ changes: _changes, ...signed }: Record<string, unknown>) => {
    if (Object.keys(changes).length === 0) {
      toast.info(t('dongleLicense.refresh.unchanged'))
      return
    }
    const done = await act({ guid, changes, ...signed } as PayloadOf<typeof dongleLicenseCalls.refresh>) // same schemas
    if (!done) return
    form.settle()
    toast.success(t('dongleLicense.refresh.done', { name: done.upgrade.name }))
    goTo('/pc/license/dongle/view', { guid, tab: 'upgrades' })
  }
  const told = preview.isIdle || preview.isPending ? undefined : preview.data
  return (
    <FormPage
      form={form}
      title={`${license.shellNumber} · ${license.productName}`}
      sentence={t('dongleLicense.refresh.sentence')}
      saveText={t('dongleLicense.refresh.submit')}
      isSaving={isActing}
      refusal={refusal}
      whyNot={told && !told.isAllowed ? (told.message ?? undefined) : undefined}
      onSave={(values) => void save(values)}
      onCancel={back}
    >
      <div className="preview-columns">
        <div className="preview-fields">
          <ContentFields draft={draft} hidesFixed />
          <FormSection title={t('dongleLicense.pin.title')}>
            <PinFields form={sign} />
            <TextField form={sign} name="remark" rows={2} counterMax={LIMITS.license.remarkMax} />
          </FormSection>
        </div>
        <Consequences license={license} preview={preview} />
      </div>
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf(PATH)
  return (
    <Edited
      call={dongleLicenseCalls.get}
      payload={{ guid }}
      back={<BackToList to="/pc/license/dongle" words="dongleLicense.list.back" />}
    >
      {(license) => <Refresh key={guid} license={license} />}
    </Edited>
  )
}
