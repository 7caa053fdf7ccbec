// The grid of module checkboxes: a single Tab stop, with arrow keys between the boxes. Templates grant the modules of a
// product with it; the form of a product chooses among all 64.
import { TriangleAlert } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import '../control/controls.css'
import './module-grid.css'

interface ModuleBoxProps {
  moduleId: number
  isTicked: boolean
  isTabStop: boolean
  isInvalid?: boolean
  onTick: (isTicked: boolean) => void
  onFocus: (moduleId: number) => void
  /** Shown beside the number. */
  children: ReactNode
}

function ModuleBox({ moduleId, isTicked, isTabStop, isInvalid = false, onTick, onFocus, children }: ModuleBoxProps) {
  return (
    <label className="checkbox module-box">
      <input
        type="checkbox"
        checked={isTicked}
        data-module={moduleId}
        tabIndex={isTabStop ? 0 : -1}
        aria-invalid={isInvalid || undefined}
        onFocus={() => onFocus(moduleId)}
        onChange={(event) => onTick(event.target.checked)}
      />
      <span className="module-id">{moduleId}</span>
      {children}
    </label>
  )
}

interface ModuleGridFrameProps<Module extends { moduleId: number }> {
  modules: readonly Module[]
  tickedCount: number
  /** Nothing is left to tick. */
  isFull: boolean
  onTickAll: (isTicked: boolean) => void
  /** Renders the cell of a module. `box` connects its checkbox with the grid. */
  children: (module: Module, box: Pick<ModuleBoxProps, 'isTabStop' | 'onFocus'>) => ReactNode
}

function ModuleGridFrame<Module extends { moduleId: number }>({
  modules,
  tickedCount,
  isFull,
  onTickAll,
  children,
}: ModuleGridFrameProps<Module>) {
  const t = usePhrases()
  const grid = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  // The pressed button is disabled now, and a disabled button loses the focus: the other one of the pair gets it.
  useLayoutEffect(() => {
    if (!wasPressed.current) return
    wasPressed.current = false
    head.current?.querySelector<HTMLElement>('button:enabled')?.focus()
  })
  const tickAll = (isTicked: boolean) => {
    wasPressed.current = true
    onTickAll(isTicked)
  }
  const [focused, setFocused] = useState<number>()
  const tabStop = (modules.find(({ moduleId }) => moduleId === focused) ?? modules[0])?.moduleId

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'checkbox' || !grid.current) return
    const columns = getComputedStyle(grid.current).gridTemplateColumns.split(' ').length
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const boxes = [...grid.current.querySelectorAll<HTMLInputElement>('[data-module]')]
    boxes[boxes.indexOf(event.target) + by]?.focus()
  }

  return (
    <>
      <div className="modules-head" ref={head}>
        <span>{t('product.modules.chosen', { count: tickedCount, max: modules.length })}</span>
        <Button kind="quiet" size="small" onPress={() => tickAll(true)} disabled={isFull}>
          {t('product.modules.all')}
        </Button>
        <Button kind="quiet" size="small" onPress={() => tickAll(false)} disabled={tickedCount === 0}>
          {t('product.modules.none')}
        </Button>
      </div>
      <div
        ref={grid}
        className="modules-grid"
        role="group"
        aria-label={t('common.fields.modules')}
        onKeyDown={onKeyDown}
      >
        {modules.map((module) => children(module, { isTabStop: module.moduleId === tabStop, onFocus: setFocused }))}
      </div>
    </>
  )
}

interface GrantableModule {
  moduleId: number
  moduleName: string
  /** False if the module was granted before and the product no longer defines it. */
  isDefined: boolean
}

interface ModuleGridProps {
  modules: readonly GrantableModule[]
  granted: readonly number[]
  onChange: (granted: readonly number[]) => void
}

export function ModuleGrid({ modules, granted, onChange }: ModuleGridProps) {
  const t = usePhrases()
  if (modules.length === 0) return <p className="nothing">{t('product.modules.undefinedTitle')}</p>
  const ticked = new Set(granted)
  const goneCount = modules.filter(({ moduleId, isDefined }) => !isDefined && ticked.has(moduleId)).length
  const grant = (isGranted: (module: GrantableModule) => boolean) =>
    onChange(modules.filter(isGranted).map(({ moduleId }) => moduleId))
  return (
    <div className="modules">
      <ModuleGridFrame
        modules={modules}
        tickedCount={modules.filter(({ moduleId }) => ticked.has(moduleId)).length}
        isFull={modules.every(({ moduleId, isDefined }) => !isDefined || ticked.has(moduleId))}
        onTickAll={(isTicked) => grant(({ moduleId, isDefined }) => isTicked && (isDefined || ticked.has(moduleId)))}
      >
        {({ moduleId, moduleName, isDefined }, box) => (
          <div key={moduleId} className={ticked.has(moduleId) ? 'module module-granted' : 'module'}>
            <ModuleBox
              moduleId={moduleId}
              isTicked={ticked.has(moduleId)}
              isInvalid={ticked.has(moduleId) && !isDefined}
              onTick={(isTicked) =>
                grant((module) => (module.moduleId === moduleId ? isTicked : ticked.has(module.moduleId)))
              }
              {...box}
            >
              <span className="module-default">{moduleName}</span>
              {!isDefined && (
                <TriangleAlert className="module-gone" size={14} role="img" aria-label={t('blocks.modules.gone')} />
              )}
            </ModuleBox>
          </div>
        )}
      </ModuleGridFrame>
      {goneCount > 0 && (
        <p className="modules-warning" role="status">
          {t('blocks.modules.goneSentence', { count: goneCount })}
        </p>
      )}
    </div>
  )
}
