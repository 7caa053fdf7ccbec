// The products in the template form, and the grant of each. The main product is in the basics section; a license code
// can have further products, each in a collapsible part. The license forms reuse these parts for changeable fields.
import { DATA_AREAS, LIMITS } from '@sealwright/contract'
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '../../blocks/control/button.tsx'
import { Combobox } from '../../blocks/control/combobox.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { spellArea } from '../../blocks/data-area/area-draft.ts'
import { DataAreaField } from '../../blocks/data-area/data-area-field.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { ModuleGrid } from '../../blocks/form/module-grid.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { chosenDraft, grantDraft } from './template-draft.ts'
import type { GrantDraft } from './template-draft.ts'
import type { Family } from './template-family.ts'
import { change } from './template-form-parts.tsx'
import { productQuery } from './template-form-state.ts'
import type { TermsEditor, OfferedProduct, ProductAnswer, TemplateForm } from './template-form-state.ts'

/** Products that match the typed text, without those already chosen. */
function useProductOptions({ calls, where }: Family, taken: readonly string[] = []) {
  const t = usePhrases()
  const [needle, setNeedle] = useState('')
  const { data, isFetching } = useAnswer(
    calls.listProducts,
    { ...where, ...(needle && { productName: needle }) },
    { keepPrevious: true },
  )
  const options = (data ?? [])
    .map(({ licenseId, productName }) => ({
      value: String(licenseId),
      label: productName,
      note: t('product.list.licenseIdShort', { licenseId: String(licenseId) }),
    }))
    .filter(({ value }) => !taken.includes(value))
  return { options, isLoading: isFetching, onNeedle: setNeedle }
}

/** As many names as fit below a field. */
const NAMED = 5

/**
 * Which products are missing in the list, and why: they offer no form that the template needs, or the caller does not
 * see them. Undefined if none is missing for these reasons.
 */
export function useMissingProducts({ family, calls, where }: Family): string | undefined {
  const t = usePhrases()
  const { limited, developer } = useSession()
  // A trial developer cannot make a product fit.
  const isTrialSn = family === 'sn' && developer.devInfo.status === 'trial'
  const enabled = family === 'sn' && !isTrialSn
  const { data: unfit = [] } = useAnswer(calls.listProducts, { ...where, isUnfit: true }, { enabled })
  const names = unfit.slice(0, NAMED).map(({ productName }) => productName)
  const reasons = [
    unfit.length > 0 &&
      t('template.form.onlyCloud', {
        names: names.join(t('access.rights.comma')),
        count: unfit.length,
        isCut: String(unfit.length > NAMED),
      }),
    limited.includes('product') && !isTrialSn && t('template.form.onlySeen'),
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? reasons.join(' ') : undefined
}

/** The product; undefined if it cannot be loaded. */
async function offerOf(family: Family, licenseId: string): Promise<ProductAnswer | undefined> {
  try {
    return await queryClient.fetchQuery(productQuery(family, Number(licenseId)))
  } catch {
    // The field reports a missing product; a banner reports a lost connection.
    return undefined
  }
}

export function ProductField({ editor, isExisting }: { editor: TemplateForm; isExisting: boolean }) {
  const t = usePhrases()
  const { form, family } = editor
  const options = useProductOptions(family)
  const missing = useMissingProducts(family)
  const { licenseId } = form.values
  const wanted = useRef(licenseId)
  const named = (id: string) => editor.productOf(id)?.productName
  if (isExisting) {
    return (
      <Field form={form} name="licenseId" help={t('template.form.productFixed')}>
        {(control) => (
          <TextInput {...control} readOnly value={named(licenseId) ?? licenseId} onText={() => undefined} />
        )}
      </Field>
    )
  }
  const choose = async (chosen: string) => {
    form.set('licenseId', chosen)
    wanted.current = chosen
    if (chosen === '') return
    editor.askFor(chosen)
    const product = await offerOf(family, chosen)
    // Another product may have been chosen in the meantime.
    if (product && wanted.current === chosen)
      change(editor, chosenDraft(family.family, product, editor.isTrialDeveloper))
  }
  return (
    <Field
      form={form}
      name="licenseId"
      help={
        <>
          {t('template.form.productHelp')}
          {missing && (
            <>
              <br />
              {missing}
            </>
          )}
        </>
      }
    >
      {(control) => (
        <Combobox
          {...options}
          {...control}
          name={form.labelOf('licenseId')}
          placeholder={t('template.form.productPlaceholder')}
          labelOf={named}
          value={licenseId}
          onSelect={(chosen) => void choose(chosen)}
        />
      )}
    </Field>
  )
}

interface GrantProps {
  editor: TermsEditor
  form: Form<GrantDraft>
  product: OfferedProduct | undefined
}

function GrantModules({ editor, form, product }: GrantProps) {
  const t = usePhrases()
  const error = form.errorAt('modules')
  const { modules, gone } = form.values
  if (!product) return <p className="nothing">{t('template.form.chooseProductFirst')}</p>
  const offered = product.modules
    .filter(({ moduleId, define }) => define || modules.includes(moduleId))
    .map(({ moduleId, moduleName, define }) => ({ moduleId, moduleName, isDefined: define }))
  return (
    <div className="grant-modules">
      {gone.length > 0 && (
        <Notice tone="warn">
          {t(editor.isTemplate ? 'template.form.modulesGone' : 'template.content.modulesGone', {
            modules: gone.join(t('access.rights.comma')),
          })}
        </Notice>
      )}
      <ModuleGrid modules={offered} granted={modules} onChange={(granted) => form.set('modules', granted)} />
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function GrantAreas({ editor, form, product }: GrantProps) {
  const t = usePhrases()
  const own = useMemo(() => product && grantDraft(product), [product])
  const { rom, raw, pub } = form.values
  const { allows } = editor
  const open = useMemo(() => DATA_AREAS.filter(allows), [allows])
  const differs = useMemo(() => {
    const areas = { rom, raw, pub }
    return own && open.some((name) => JSON.stringify(spellArea(own[name])) !== JSON.stringify(spellArea(areas[name])))
  }, [own, open, rom, raw, pub])
  return (
    <>
      {own && differs && (
        <div className="grant-take">
          <Button size="small" onPress={() => open.forEach((name) => form.set(name, own[name]))}>
            {t(editor.isTemplate ? 'template.form.takeAreas' : 'template.content.takeAreas')}
          </Button>
        </div>
      )}
      {open.map((name) => (
        <DataAreaField
          key={name}
          form={form}
          path={name}
          name={name}
          value={form.values[name]}
          onChange={(next) => form.set(name, next)}
        />
      ))}
    </>
  )
}

/** The grant of the main product: modules and data areas. */
export function GrantSections({ editor }: { editor: TermsEditor }) {
  const t = usePhrases()
  const form: Form<GrantDraft> = editor.form as unknown as Form<GrantDraft> // a template draft includes a grant draft
  const product = editor.productOf(form.values.licenseId)
  return (
    <>
      {editor.allows('modules') && (
        <FormSection title={t('common.fields.modules')} sentence={t('template.form.modulesSentence')}>
          <GrantModules editor={editor} form={form} product={product} />
        </FormSection>
      )}
      {DATA_AREAS.some(editor.allows) && (
        <FormSection
          title={t('product.form.areas')}
          sentence={t(editor.isTemplate ? 'template.form.areasSentence' : 'template.content.areasSentence')}
        >
          <GrantAreas editor={editor} form={form} product={product} />
        </FormSection>
      )}
    </>
  )
}

/** The form of one of the further products. */
function formOf({ form }: TermsEditor, index: number, values: GrantDraft): Form<GrantDraft> {
  const at = (path: string) => `otherProducts.${index}.${path}`
  return {
    ...form,
    values,
    set: (name, value) =>
      form.set('otherProducts', (now) =>
        now.map((grant, place) =>
          place === index ? { ...grant, [name]: typeof value === 'function' ? value(grant[name]) : value } : grant,
        ),
      ),
    errorAt: (path) => form.errorAt(at(path)),
    errorsUnder: (path) => form.errorsUnder(path === '' ? `otherProducts.${index}` : at(path)),
    leave: (path) => form.leave(at(path)),
    restart: (next) => form.set('otherProducts', (now) => now.map((grant, place) => (place === index ? next : grant))),
  }
}

interface OtherProductProps {
  editor: TermsEditor
  index: number
  grant: GrantDraft
  onRemove?: () => void
}

function OtherProduct({ editor, index, grant, onRemove }: OtherProductProps) {
  const t = usePhrases()
  const id = useId()
  const form = formOf(editor, index, grant)
  const product = editor.productOf(grant.licenseId)
  const error = form.errorAt('licenseId')
  // Open the part if modules were left out or a field has an error.
  const [wantsOpen, setWantsOpen] = useState(grant.gone.length > 0)
  const isOpen = wantsOpen || form.errorsUnder('') > (error ? 1 : 0)
  const name = product?.productName ?? grant.licenseId
  const Mark = isOpen ? ChevronDown : ChevronRight
  return (
    <li className="further-product">
      <div className="further-product-head">
        <button
          type="button"
          className="further-product-name"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={error && `${id}-error`}
          data-invalid={error ? true : undefined}
          onClick={() => setWantsOpen(!isOpen)}
        >
          <Mark size={16} aria-hidden />
          <span>{name}</span>
          <span className="further-product-note">
            {t('product.list.licenseIdShort', { licenseId: grant.licenseId })} ·{' '}
            {t('template.form.productParts', {
              modules: grant.modules.length,
              areas: DATA_AREAS.filter((area) => grant[area].source !== 'none').length,
            })}
          </span>
        </button>
        {onRemove && <IconButton icon={Trash2} label={t('template.form.removeProduct', { name })} onPress={onRemove} />}
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error further-product-error" role="alert">
          {error}
        </p>
      )}
      <div id={id} className="further-product-body" hidden={!isOpen}>
        {isOpen && (
          <>
            <div className="field-row">
              {editor.allows('licenseVersion') && <TextField form={form} name="licenseVersion" isNumber />}
            </div>
            {editor.allows('modules') && <GrantModules editor={editor} form={form} product={product} />}
            <GrantAreas editor={editor} form={form} product={product} />
          </>
        )}
      </div>
    </li>
  )
}

export function OtherProducts({ editor }: { editor: TemplateForm }) {
  const t = usePhrases()
  const { form, family } = editor
  const { otherProducts, licenseId } = form.values
  const taken = [licenseId, ...otherProducts.map((grant) => grant.licenseId)]
  const options = useProductOptions(family, taken)
  const missing = useMissingProducts(family)
  const max = LIMITS.template.products
  // An added product pushes the field down: keep it in view for further typing.
  const adding = useRef<HTMLDivElement>(null)
  const count = otherProducts.length
  useEffect(() => {
    const focused = document.activeElement
    if (count > 0 && adding.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  }, [count])
  const add = async (chosen: string) => {
    if (chosen === '') return
    editor.askFor(chosen)
    const product = await offerOf(family, chosen)
    if (product)
      form.set('otherProducts', (now) =>
        now.some((known) => known.licenseId === chosen) ? now : [...now, grantDraft(product)],
      )
  }
  return (
    <FormSection title={t('template.form.others')} sentence={t('template.form.othersSentence', { max })}>
      {count > 0 && (
        <ul className="further-products">
          {otherProducts.map((grant, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a duplicate product must be shown as an error
            <OtherProduct
              key={`${grant.licenseId} ${index}`}
              editor={editor}
              index={index}
              grant={grant}
              onRemove={() => form.set('otherProducts', (now) => now.filter((_, place) => place !== index))}
            />
          ))}
        </ul>
      )}
      <div ref={adding}>
        <Field form={form} name="otherProducts" label={t('template.form.addProduct')} help={missing}>
          {(control) =>
            count + 1 < max && (
              <Combobox
                {...options}
                {...control}
                name={t('template.form.addProduct')}
                placeholder={t('template.form.addPlaceholder')}
                value=""
                onSelect={(chosen) => void add(chosen)}
              />
            )
          }
        </Field>
      </div>
    </FormSection>
  )
}

/** The further products of a license. Products cannot be added or removed here. */
export function FixedProducts({ editor }: { editor: TermsEditor }) {
  const t = usePhrases()
  const { otherProducts } = editor.form.values
  if (otherProducts.length === 0 || !editor.allows('otherProducts')) return null
  return (
    <FormSection title={t('template.form.others')} sentence={t('template.content.othersSentence')}>
      <ul className="further-products">
        {otherProducts.map((grant, index) => (
          <OtherProduct key={grant.licenseId} editor={editor} index={index} grant={grant} />
        ))}
      </ul>
    </FormSection>
  )
}
