// The grid of 64 modules: check the offered ones and name them. In tab order, the names follow the boxes; Enter moves
// to the next name.
import { memo, useCallback, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { TextInput } from '../../blocks/control/text-input.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { ModuleBox, ModuleGridFrame } from '../../blocks/form/module-grid.tsx'
import type { ModuleBoxProps } from '../../blocks/form/module-grid.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { ModuleDraft, ProductDraft } from './product-draft.ts'

interface ModuleCellProps extends Pick<ModuleBoxProps, 'isTabStop' | 'onFocus'> {
  item: ModuleDraft
  error: string | undefined
  onChange: (moduleId: number, change: Partial<ModuleDraft>) => void
  onLeave: (moduleId: number) => void
}

const ModuleCell = memo(function ModuleCell({ item, error, isTabStop, onChange, onFocus, onLeave }: ModuleCellProps) {
  const t = usePhrases()
  const { moduleId, moduleName, checked } = item
  const byDefault = t('product.defaultModuleName', { n: String(moduleId) })
  return (
    <div className={checked ? 'module module-on' : 'module'}>
      <ModuleBox
        moduleId={moduleId}
        isTicked={checked}
        isTabStop={isTabStop}
        onFocus={onFocus}
        onTick={(isTicked) => onChange(moduleId, { checked: isTicked })}
      >
        {!checked && <span className="module-default">{byDefault}</span>}
      </ModuleBox>
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
  const frame = useRef<HTMLDivElement>(null)
  const { modules } = form.values
  const { set, leave } = form

  const change = useCallback(
    (moduleId: number, given: Partial<ModuleDraft>) =>
      set('modules', (now) => now.map((item) => (item.moduleId === moduleId ? { ...item, ...given } : item))),
    [set],
  )
  const onLeave = useCallback((moduleId: number) => leave(`modules.${moduleId - 1}.moduleName`), [leave])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (
      !(event.target instanceof HTMLInputElement) ||
      event.target.type !== 'text' ||
      event.key !== 'Enter' ||
      event.nativeEvent.isComposing
    )
      return
    // Otherwise Enter would submit the unfinished form.
    event.preventDefault()
    const names = [...(frame.current?.querySelectorAll<HTMLInputElement>('.module-name') ?? [])]
    names.at(names.indexOf(event.target) + 1)?.focus()
  }

  const errors = modules.flatMap(({ moduleId }, index) => {
    const message = form.errorAt(`modules.${index}.moduleName`) ?? form.errorAt(`modules.${index}.moduleId`)
    return message ? [{ moduleId, message }] : []
  })
  const whole = form.errorAt('modules')
  return (
    <div ref={frame} className="modules" onKeyDown={onKeyDown}>
      <ModuleGridFrame
        modules={modules}
        tickedCount={modules.filter((item) => item.checked).length}
        isFull={modules.every((item) => item.checked)}
        onTickAll={(checked) => set('modules', (now) => now.map((item) => ({ ...item, checked })))}
      >
        {(item, box) => (
          <ModuleCell
            key={item.moduleId}
            item={item}
            error={errors.find((error) => error.moduleId === item.moduleId)?.message}
            onChange={change}
            onLeave={onLeave}
            {...box}
          />
        )}
      </ModuleGridFrame>
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
