// The modules that a product offers, one row each: ID, name, remove. Enter in the last name adds a row, and pasted
// lines become rows. The grid of all 64 opens on demand, to choose many at once.
import { LIMITS } from '@sealwright/contract'
import { Grid3x3, Plus, Trash2 } from 'lucide-react'
import { memo, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button, IconButton } from '../../blocks/control/button.tsx'
import { Select } from '../../blocks/control/select.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { ModuleGrid } from '../../blocks/form/module-grid.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { freeModuleId, movedModule, namedModules } from './product-draft.ts'
import type { ModuleDraft, ProductDraft } from './product-draft.ts'
import './product.css'

interface ModuleRowProps {
  item: ModuleDraft
  /** The IDs that no row has, as a text, so that the row renders again only if they change. */
  freeIds: string
  error: string | undefined
  onName: (moduleId: number, moduleName: string) => void
  onPaste: (moduleId: number, names: readonly string[]) => void
  onMove: (from: number, to: number) => void
  onRemove: (moduleId: number) => void
  onLeave: (moduleId: number) => void
}

const ModuleRow = memo(function ModuleRow({ item, freeIds, error, ...on }: ModuleRowProps) {
  const t = usePhrases()
  const { moduleId, moduleName } = item
  const errorId = `module-${moduleId}-error`
  const ids = [moduleId, ...freeIds.split(' ').filter(Boolean).map(Number)].toSorted((a, b) => a - b)
  return (
    <li className="module-row">
      <Select
        data-module-id={moduleId}
        aria-label={t('product.modules.idOf', { id: moduleId })}
        value={String(moduleId)}
        options={ids.map((id) => ({ value: String(id), label: String(id) }))}
        onSelect={(id) => on.onMove(moduleId, Number(id))}
      />
      <TextInput
        className="module-name"
        data-module-name={moduleId}
        aria-label={t('product.modules.nameOf', { id: moduleId })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        placeholder={t('product.defaultModuleName', { n: String(moduleId) })}
        value={moduleName}
        onText={(text) => on.onName(moduleId, text)}
        onBlur={() => on.onLeave(moduleId)}
        onPaste={(event) => {
          const names = event.clipboardData
            .getData('text')
            .split(/\r?\n/)
            .filter((line) => line.trim() !== '')
          if (names.length < 2) return
          event.preventDefault()
          on.onPaste(moduleId, names)
        }}
      />
      <IconButton
        icon={Trash2}
        data-module-remove={moduleId}
        label={t('product.modules.remove', { id: moduleId })}
        onPress={() => on.onRemove(moduleId)}
      />
      {error && (
        <p id={errorId} className="module-row-error field-error" role="alert">
          {error}
        </p>
      )}
    </li>
  )
})

export function ProductModules({ form }: { form: Form<ProductDraft> }) {
  const t = usePhrases()
  const gridId = useId()
  const frame = useRef<HTMLDivElement>(null)
  /** The control that gets the focus once the changed rows are shown. */
  const wanted = useRef<string>(undefined)
  const [hasGrid, setHasGrid] = useState(false)
  const { modules } = form.values
  const { set, leave } = form
  const rows = modules.filter(({ checked }) => checked)
  const freeIds = modules.flatMap(({ moduleId, checked }) => (checked ? [] : [moduleId])).join(' ')
  const max = LIMITS.product.modules

  useEffect(() => {
    const control = wanted.current === undefined ? null : frame.current?.querySelector<HTMLElement>(wanted.current)
    // An earlier change may be shown before the one that adds the control.
    if (!control) return
    control.focus()
    wanted.current = undefined
  })

  const change = useCallback(
    (moduleId: number, given: Partial<ModuleDraft>) =>
      set('modules', (now) => now.map((item) => (item.moduleId === moduleId ? { ...item, ...given } : item))),
    [set],
  )
  const onName = useCallback((moduleId: number, moduleName: string) => change(moduleId, { moduleName }), [change])
  const onPaste = useCallback(
    (moduleId: number, names: readonly string[]) => set('modules', (now) => namedModules(now, moduleId, names)),
    [set],
  )
  const onMove = useCallback(
    (from: number, to: number) => {
      wanted.current = `[data-module-id="${to}"]`
      set('modules', (now) => movedModule(now, from, to))
    },
    [set],
  )
  const onLeave = useCallback((moduleId: number) => leave(`modules.${moduleId - 1}.moduleName`), [leave])
  const add = () => {
    const moduleId = freeModuleId(modules)
    if (moduleId === undefined) return
    wanted.current = `[data-module-name="${moduleId}"]`
    change(moduleId, { checked: true })
  }
  const onRemove = useCallback(
    (moduleId: number) => {
      const buttons = [...(frame.current?.querySelectorAll<HTMLElement>('[data-module-remove]') ?? [])]
      const at = buttons.findIndex((button) => button.dataset['moduleRemove'] === String(moduleId))
      const next = (buttons[at + 1] ?? buttons[at - 1])?.dataset['moduleRemove']
      wanted.current = next === undefined ? '[data-module-add]' : `[data-module-remove="${next}"]`
      change(moduleId, { checked: false, moduleName: '' })
    },
    [change],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Otherwise Enter would submit the unfinished form.
    event.preventDefault()
    const names = [...(frame.current?.querySelectorAll<HTMLInputElement>('.module-name') ?? [])]
    const next = names[names.indexOf(target) + 1]
    if (next) next.focus()
    else if (target.value.trim() !== '') add()
  }

  const whole = form.errorAt('modules')
  return (
    <div ref={frame} className="modules">
      {rows.length === 0 ? (
        <p className="nothing">{t('product.modules.undefinedTitle')}</p>
      ) : (
        <>
          <div className="module-rows-head" aria-hidden>
            <span>{t('product.modules.id')}</span>
            <span>{t('product.fields.moduleName')}</span>
          </div>
          <ul className="module-rows" aria-label={t('common.fields.modules')} onKeyDown={onKeyDown}>
            {rows.map((item) => {
              const path = `modules.${item.moduleId - 1}`
              return (
                <ModuleRow
                  key={item.moduleId}
                  item={item}
                  freeIds={freeIds}
                  error={form.errorAt(`${path}.moduleName`) ?? form.errorAt(`${path}.moduleId`)}
                  onName={onName}
                  onPaste={onPaste}
                  onMove={onMove}
                  onRemove={onRemove}
                  onLeave={onLeave}
                />
              )
            })}
          </ul>
        </>
      )}
      <div className="module-tools">
        <Button size="small" icon={Plus} data-module-add disabled={rows.length >= max} onPress={add}>
          {t('product.modules.add')}
        </Button>
        <Button
          kind="quiet"
          size="small"
          icon={Grid3x3}
          aria-expanded={hasGrid}
          aria-controls={gridId}
          onPress={() => setHasGrid(!hasGrid)}
        >
          {t(hasGrid ? 'product.modules.closeGrid' : 'product.modules.openGrid', { max })}
        </Button>
        <span className="field-note">{t('product.modules.pasteHelp')}</span>
      </div>
      <div id={gridId} className="module-all" hidden={!hasGrid}>
        {hasGrid && (
          <ModuleGrid
            modules={modules.map(({ moduleId, moduleName }) => ({
              moduleId,
              moduleName: moduleName.trim() || t('product.defaultModuleName', { n: String(moduleId) }),
              isDefined: true,
            }))}
            granted={rows.map(({ moduleId }) => moduleId)}
            onChange={(chosen) =>
              set('modules', (now) => now.map((item) => ({ ...item, checked: chosen.includes(item.moduleId) })))
            }
          />
        )}
      </div>
      {whole && (
        <p className="modules-errors field-error" role="alert">
          {whole}
        </p>
      )}
    </div>
  )
}
