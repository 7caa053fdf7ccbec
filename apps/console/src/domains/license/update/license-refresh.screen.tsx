// Updates one license: the fields that may change, beside a preview of the result. Only differences are sent, with the
// revision that was loaded and the price that was shown. If someone else changed the license in the meantime, the form
// keeps its input and offers to load the new version.
import { Refusal } from '@sealwright/client'
import { momentText, paidAt } from '@sealwright/contract'
import type { LicenseAnswer, PayloadOf } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { MomentField } from '../../../blocks/date/moment-field.tsx'
import { extensionPresets } from '../../../blocks/date/moment-presets.ts'
import { Differences } from '../../../blocks/detail/differences.tsx'
import { Edited } from '../../../blocks/form/edited.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import type { Form } from '../../../blocks/form/form-state.ts'
import { joinForms } from '../../../blocks/form/joined-form.ts'
import { PreviewPart } from '../../../blocks/form/preview-panel.tsx'
import { ReloadLatest } from '../../../blocks/form/reload-latest.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { usePreview } from '../../../blocks/form/use-preview.ts'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { callServer, useAct } from '../../../lib/call/client.ts'
import { confirm } from '../../../lib/dialog/dialog.tsx'
import { goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases, useTimeZone } from '../../../lib/words/i18n.tsx'
import { Price } from '../../billing/index.ts'
import { ContentFields, changesOf, useContentDraft } from '../../template/form/index.ts'
import '../detail/detail.css'
import { useLicenseWords } from '../detail/license-differences.ts'
import { screenOfFamily } from '../license-family.ts'
import type { Family } from '../license-family.ts'
import { isCodeFamily, nameOf } from '../license-words.ts'
import { UpdatePanel } from './license-update-panel.tsx'

interface Updated {
  family: Family
  license: LicenseAnswer
}

type RefreshCall = Family['calls']['refresh']
type Changes = PayloadOf<RefreshCall>['changes']
type EndDrafts = Record<string, string>
interface ProductEnd {
  licenseId: number
  endTime: string | null
}

const spellEnds = (values: EndDrafts) => values
const endName = (licenseId: number) => `end${licenseId}`

interface EndsForm {
  form: Form<EndDrafts>
  /** The changed ends, as the payload has them. */
  changed: ProductEnd[]
}

/** One field for each product's own end. */
function useEndsForm({ licenseId, productName, otherProducts, productEnds, refreshable }: LicenseAnswer): EndsForm {
  const [products] = useState(() =>
    refreshable.includes('productEnds') ? [{ licenseId, productName }, ...otherProducts] : [],
  )
  const initial = useMemo(
    () =>
      Object.fromEntries(
        products.map((product) => [
          endName(product.licenseId),
          productEnds.find((end) => end.licenseId === product.licenseId)?.endTime ?? '',
        ]),
      ),
    [products, productEnds],
  )
  const fields = useMemo(
    () =>
      Object.fromEntries(products.map((product) => [endName(product.licenseId), z.optional(z.nullable(momentText))])),
    [products],
  )
  const labels = useMemo(
    () => Object.fromEntries(products.map((product) => [endName(product.licenseId), product.productName])),
    [products],
  )
  const form = useForm<EndDrafts>({ domain: 'license', fields, labels, initial, spell: spellEnds })
  const changed = products.flatMap((product): ProductEnd[] => {
    const typed = form.values[endName(product.licenseId)] ?? ''
    return typed === initial[endName(product.licenseId)]
      ? []
      : [{ licenseId: product.licenseId, endTime: typed === '' ? null : typed }]
  })
  const refuse: Form<EndDrafts>['refuse'] = (refusal) =>
    form.refuse(
      refusal &&
        new Refusal(refusal.code, refusal.message, refusal.status, {
          fields: refusal.fields.map((field) => ({
            ...field,
            path: field.path.replace(/^changes\.productEnds\.(\d+)\..*$/, (path, index: string) =>
              changed[Number(index)] ? endName(changed[Number(index)]?.licenseId ?? 0) : path,
            ),
          })),
        }),
    )
  return { form: { ...form, refuse }, changed }
}

function EndFields({ license, ends }: { license: LicenseAnswer; ends: EndsForm }) {
  const t = usePhrases()
  const zone = useTimeZone()
  const endOf = (licenseId: number) => license.productEnds.find((end) => end.licenseId === licenseId)?.endTime ?? null
  return (
    <FormSection title={t('license.fields.productEnds')} sentence={t('license.detail.refresh.endHelp')}>
      {[license, ...license.otherProducts].map(({ licenseId, productName }) => (
        <MomentField
          key={licenseId}
          form={ends.form}
          name={endName(licenseId)}
          edge="end"
          label={productName}
          presets={extensionPresets(t, endOf(licenseId), zone)}
        />
      ))}
    </FormSection>
  )
}

/** The preview of the changes. */
function useRefreshPreview({ calls, where }: Family, guid: string, changes: NonNullable<Changes>) {
  return usePreview(calls.previewRefresh, Object.keys(changes).length > 0 ? { ...where, guid, changes } : undefined)
}

/** The license is not paid yet, or is paid per device. */
function isPaidLater({ family }: Family, license: LicenseAnswer) {
  const when = paidAt(family, license, license.source === 'preIssue')
  return when === 'machine' || (when === 'activation' && license.firstUseTime === null)
}

function Consequences({ family, license, preview }: Updated & { preview: ReturnType<typeof useRefreshPreview> }) {
  const t = usePhrases()
  const words = useLicenseWords(license)
  const { data } = preview
  return (
    <UpdatePanel preview={preview}>
      {data && (
        <>
          {data.caughtBy && <Notice>{t('license.detail.approval.caught', { name: data.caughtBy.name })}</Notice>}
          {data.changes.length > 0 && (
            <PreviewPart title={t('license.detail.refresh.changes')}>
              <Differences changes={data.changes} kind="update" {...words} />
            </PreviewPart>
          )}
          {data.expireTime !== license.expireTime && (
            <PreviewPart title={t('license.detail.refresh.newEnd')}>
              {data.expireTime === null ? t('license.list.notStarted') : <TimeCell at={data.expireTime} />}
            </PreviewPart>
          )}
          {data.price && (
            <PreviewPart title={t('license.detail.refresh.price')}>
              {isPaidLater(family, license) ? <p>{t('license.detail.refresh.later')}</p> : <Price price={data.price} />}
            </PreviewPart>
          )}
        </>
      )}
    </UpdatePanel>
  )
}

function RefreshLicense({ family, license, onReload }: Updated & { onReload: () => Promise<void> }) {
  const t = usePhrases()
  const { money } = useFormat()
  const { guid, revision } = license
  const { sourcePath } = useSearchOf(`${family.path}/refresh`)
  const draft = useContentDraft(family.family, license, { allowed: license.refreshable })
  const ends = useEndsForm(license)
  const form = joinForms(draft.form, 'productEnds', ends.form)
  const changes = { ...changesOf(draft), ...(ends.changed.length > 0 && { productEnds: ends.changed }) }
  const preview = useRefreshPreview(family, guid, changes)
  const { act, isActing, refusal } = useAct(family.calls.refresh, { showsRefusal: true })
  const back = () => (sourcePath ? goTo(sourcePath, { guid }) : goTo(family.path, { showSearch: '1', editId: guid }))
  const shown = preview.isIdle || preview.isPending ? undefined : preview.data
  const totalFen = shown?.price?.totalFen ?? 0
  const isSure = (fen: number) =>
    confirm({
      title: t('license.detail.refresh.costTitle', { amount: money(fen) }),
      body: t('license.detail.refresh.costUnseen'),
      confirmText: t('license.detail.refresh.saveFor', { amount: money(fen) }),
    })
  const save = async () => {
    if (Object.keys(changes).length === 0) {
      toast.info(t('license.detail.refresh.unchanged'))
      return
    }
    // Pressed before the price of the last change was there: ask for it.
    const agreed =
      shown ??
      (await callServer(family.calls.previewRefresh, { ...family.where, guid, changes }).catch(() => undefined))
    const priceFen = agreed?.price?.totalFen ?? 0
    if (!shown && priceFen > 0 && !(await isSure(priceFen))) return
    // Without a price, a charge is refused.
    const done = await act({ ...family.where, guid, changes, revision, priceFen })
    if (!done) {
      void preview.refetch()
      return
    }
    form.settle()
    const serial = nameOf(family.family, license)
    if (done.requestGuid === null) {
      toast.success(t('license.detail.refresh.done', { serial }))
      back()
    } else {
      // The license's page shows the waiting update and links to its request.
      toast.info(t('license.detail.refresh.waiting', { serial }))
      goTo(`${family.path}/view`, { guid })
    }
  }
  return (
    <FormPage
      form={form}
      title={
        <span className={isCodeFamily(family.family) ? 'update-code' : undefined}>
          {nameOf(family.family, license)}
        </span>
      }
      sentence={t('license.detail.refresh.sentence')}
      saveText={
        shown?.caughtBy
          ? t('license.detail.refresh.submit')
          : totalFen > 0
            ? t('license.detail.refresh.saveFor', { amount: money(totalFen) })
            : t('license.detail.refresh.save')
      }
      isSaving={isActing}
      refusal={refusal}
      remedy={<ReloadLatest refusal={refusal} load={onReload} />}
      onSave={() => void save()}
      onCancel={back}
    >
      <div className="preview-columns">
        <div className="preview-fields">
          <ContentFields
            draft={license.source === 'preIssue' ? { ...draft, isPreIssued: true } : draft}
            fixedSentence={t('license.detail.refresh.fixedSentence')}
          />
          {license.refreshable.includes('productEnds') && <EndFields license={license} ends={ends} />}
        </div>
        <Consequences family={family} license={license} preview={preview} />
      </div>
    </FormPage>
  )
}

/** Restarts the form with the license that was loaded last. */
function Started({ family, license: given }: Updated) {
  const [license, setLicense] = useState(given)
  const reload = async () => setLicense(await callServer(family.calls.get, { ...family.where, guid: given.guid }))
  return <RefreshLicense key={license.revision} family={family} license={license} onReload={reload} />
}

export const screenOf = screenOfFamily(function RefreshScreen({ family }) {
  const { guid } = useSearchOf(`${family.path}/refresh`)
  return (
    <Edited
      call={family.calls.get}
      payload={{ ...family.where, guid }}
      back={<BackToList to={family.path} words="license.list.back" />}
    >
      {(license) => <Started key={guid} family={family} license={license} />}
    </Edited>
  )
})
