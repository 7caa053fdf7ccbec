// The grid of 64 modules: tick what the product offers, name what is ticked. One stop of the Tab key for the boxes, arrow keys between
// them; the names of ticked modules follow, and Enter goes to the next one.
import { LIMITS } from '@sealwright/contract'
import { memo, useCallback, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../blocks/button.tsx'
import type { Form } from '../../blocks/form-state.ts'
import { TextInput } from '../../blocks/text-input.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import type { ModuleDraft, ProductDraft } from './product-draft.ts'

interface ModuleCellProps {
  item: ModuleDraft
  error: string | undefined
  isTabStop: boolean
  onChange: (moduleId: number, change: Partial<ModuleDraft>) => void
  onFocus: (moduleId: number) => void
  onLeave: (moduleId: number) => void
}

const ModuleCell = memo(function ModuleCell({ item, error, isTabStop, onChange, onFocus, onLeave }: ModuleCellProps) {
  const t = usePhrases()
  const { moduleId, moduleName, checked } = item
  const byDefault = t('product.defaultModuleName', { n: String(moduleId) })
  return (
    <div className={checked ? 'module module-on' : 'module'}>
      <label className="checkbox module-box">
        <input
          type="checkbox"
          checked={checked}
          data-module={moduleId}
          tabIndex={isTabStop ? 0 : -1}
          onFocus={() => onFocus(moduleId)}
          onChange={(event) => onChange(moduleId, { checked: event.target.checked })}
        />
        <span className="module-id">{moduleId}</span>
        {!checked && <span className="module-default">{byDefault}</span>}
      </label>
      {checked && (
        <TextInput
          className="module-name"
          aria-label={t('product.modules.nameOf', { id: moduleId })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `module-${moduleId}-error` : undefined}
          placeholder={byDefault}
          value={moduleName}
          onText={(text) => onChange(moduleId, { moduleName: text })}
          onBlur={() => onLeave(moduleId)}
        />
      )}
    </div>
  )
})

export function ProductModules({ form }: { form: Form<ProductDraft> }) {
  const t = usePhrases()
  const grid = useRef<HTMLDivElement>(null)
  const [tabStop, setTabStop] = useState(1)
  const { modules } = form.values
  const { set, leave } = form
  const ticked = modules.filter((item) => item.checked).length

  const change = useCallback(
    (moduleId: number, given: Partial<ModuleDraft>) => set('modules', (now) => now.map((item) => (item.moduleId === moduleId ? { ...item, ...given } : item))),
    [set],
  )
  const onLeave = useCallback((moduleId: number) => leave(`modules.${moduleId - 1}.moduleName`), [leave])
  const tickAll = (checked: boolean) => set('modules', (now) => now.map((item) => ({ ...item, checked })))

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLInputElement) || !grid.current) return
    if (event.target.type === 'text') {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
      // Enter would save a form that is still being filled in.
      event.preventDefault()
      const names = [...grid.current.querySelectorAll<HTMLInputElement>('.module-name')]
      names.at(names.indexOf(event.target) + 1)?.focus()
      return
    }
    const columns = getComputedStyle(grid.current).gridTemplateColumns.split(' ').length
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = Number(event.target.dataset.module) + by
    grid.current.querySelector<HTMLInputElement>(`[data-module="${next}"]`)?.focus()
  }

  const errors = modules.flatMap(({ moduleId }, index) => {
    const message = form.errorAt(`modules.${index}.moduleName`) ?? form.errorAt(`modules.${index}.moduleId`)
    return message ? [{ moduleId, message }] : []
  })
  const whole = form.errorAt('modules')
  return (
    <div className="modules">
      <div className="modules-head">
        <span>{t('product.modules.chosen', { count: ticked, max: LIMITS.product.modules })}</span>
        <Button kind="quiet" size="small" onPress={() => tickAll(true)} disabled={ticked === modules.length}>
          {t('product.modules.all')}
        </Button>
        <Button kind="quiet" size="small" onPress={() => tickAll(false)} disabled={ticked === 0}>
          {t('product.modules.none')}
        </Button>
      </div>
      <div ref={grid} className="modules-grid" role="group" aria-label={t('product.fields.modules')} onKeyDown={onKeyDown}>
        {modules.map((item) => (
          <ModuleCell
            key={item.moduleId}
            item={item}
            error={errors.find((error) => error.moduleId === item.moduleId)?.message}
            isTabStop={item.moduleId === tabStop}
            onChange={change}
            onFocus={setTabStop}
            onLeave={onLeave}
          />
        ))}
      </div>
      {(whole || errors.length > 0) && (
        <div className="modules-errors field-error" role="alert">
          {whole && <p>{whole}</p>}
          {errors.map(({ moduleId, message }) => (
            <p key={moduleId} id={`module-${moduleId}-error`}>
              {moduleId} · {message}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
