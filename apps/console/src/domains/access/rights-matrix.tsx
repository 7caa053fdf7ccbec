// The input for rights: a row for each area, a column for each verb, and buttons for common sets. A right that the
// caller lacks or that a role already grants cannot be ticked, and says why. The matrix is one tab stop; arrow keys
// move between the boxes.
import { PRIVILEGES, PRIVILEGE_SETS } from '@sealwright/contract'
import type { Privilege } from '@sealwright/contract'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import type { ControlProps } from '../../blocks/form/field.tsx'
import { holds, useSession } from '../../lib/session/session.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import './access.css'
import { AREAS, SETS, VERBS, alongWith, changed, rightOf, rightsOfArea, rightsOfVerb } from './rights.ts'

interface BoxProps {
  /** Row and column, for the arrow keys. */
  at: readonly [row: number, column: number]
  label: string
  isChecked: boolean
  isMixed?: boolean
  /** Why it cannot be ticked. */
  whyNot?: string | undefined
  isTabStop: boolean
  onTick: (isTicked: boolean) => void
  children?: ReactNode
}

function Box({
  at,
  label,
  isChecked,
  isMixed = false,
  whyNot,
  isTabStop,
  onTick,
  children,
  ...control
}: BoxProps & Omit<ControlProps, 'id' | 'onBlur'>) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className="checkbox rights-box">
      <input
        ref={box}
        type="checkbox"
        data-at={at.join(' ')}
        aria-label={label}
        data-tip={whyNot ?? label}
        checked={isChecked}
        tabIndex={isTabStop ? 0 : -1}
        // Not disabled: arrow keys must reach the box, so that screen readers read the reason.
        aria-disabled={whyNot ? true : undefined}
        aria-invalid={control['aria-invalid']}
        aria-describedby={whyNot ? id : control['aria-describedby']}
        onChange={(event) => !whyNot && onTick(event.target.checked)}
      />
      {children}
      {whyNot && (
        <span id={id} hidden>
          {whyNot}
        </span>
      )}
    </label>
  )
}

interface RightsMatrixProps {
  rights: readonly Privilege[]
  onChange: (rights: readonly Privilege[]) => void
  /** The rights of the chosen roles, each with the names of these roles. */
  byRole?: ReadonlyMap<string, readonly string[]>
  control: ControlProps
}

const NO_ROLES: ReadonlyMap<string, readonly string[]> = new Map()

export function RightsMatrix({
  rights,
  onChange,
  byRole = NO_ROLES,
  control: { id: _id, onBlur, ...control },
}: RightsMatrixProps) {
  const t = usePhrases()
  const say = useSentences()
  const session = useSession()
  const table = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState('0 0')

  const isHeld = (name: Privilege) => holds(session, name)
  const has = (name: Privilege) => rights.includes(name) || byRole.has(name)
  /** The rights among these that the caller can change. */
  const open = (names: readonly Privilege[]) => names.filter((name) => isHeld(name) && !byRole.has(name))
  const give = (names: readonly Privilege[], isGranted: boolean) => onChange(changed(rights, open(names), isGranted))
  const tick = (names: readonly Privilege[], isTicked: boolean) => give(alongWith(names, isTicked), isTicked)
  const all = (names: readonly Privilege[]) => names.some(isHeld) && names.filter(isHeld).every(has)
  const whyNot = (name: Privilege) => {
    const roles = byRole.get(name)
    return roles
      ? t('access.rights.byRole', { roles: roles.join(t('access.rights.comma')) })
      : isHeld(name)
        ? undefined
        : t('access.rights.lacking')
  }
  const group = (names: readonly Privilege[]) => ({
    isChecked: all(names),
    isMixed: !all(names) && names.some(has),
    whyNot:
      open(names).length > 0
        ? undefined
        : names.some(isHeld)
          ? t('access.rights.byRoleNote')
          : t('access.rights.lacking'),
    onTick: (isTicked: boolean) => tick(names, isTicked),
    ...control,
  })

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key]
    const isEnd = event.key === 'Home' || event.key === 'End'
    if ((!step && !isEnd) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (!step) {
      const boxes = event.target.closest('tr')?.querySelectorAll<HTMLInputElement>('[data-at]') ?? []
      return boxes[event.key === 'Home' ? 0 : boxes.length - 1]?.focus()
    }
    const [down = 0, across = 0] = step
    let [row = 0, column = 0] = (event.target.dataset.at ?? '').split(' ').map(Number)
    // Skip verbs that the area does not have.
    for (;;) {
      row += down
      column += across
      if (row < 0 || column < 0 || row > AREAS.length || column > VERBS.length) return
      const next = table.current?.querySelector<HTMLInputElement>(`[data-at="${row} ${column}"]`)
      if (next) return next.focus()
    }
  }
  const place = (row: number, column: number) => ({
    at: [row, column] as const,
    isTabStop: focused === `${row} ${column}`,
  })
  const total = PRIVILEGES.filter(has).length

  return (
    <div className="rights">
      <div className="rights-sets" role="group" aria-label={t('access.rights.quick')}>
        {SETS.map((set) => (
          <Button
            key={set}
            size="small"
            aria-pressed={all(PRIVILEGE_SETS[set])}
            disabled={open(PRIVILEGE_SETS[set]).length === 0}
            onPress={() => give(PRIVILEGE_SETS[set], !all(PRIVILEGE_SETS[set]))}
          >
            {t(`access.sets.${set}`)}
          </Button>
        ))}
        <Button kind="quiet" size="small" disabled={rights.length === 0} onPress={() => onChange([])}>
          {t('access.rights.none')}
        </Button>
      </div>
      <table
        ref={table}
        className="rights-table"
        role="grid"
        aria-label={t('access.fields.privileges')}
        onKeyDown={onKeyDown}
        onFocus={(event) =>
          event.target instanceof HTMLElement && event.target.dataset.at && setFocused(event.target.dataset.at)
        }
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
        }}
      >
        <thead>
          <tr>
            <th scope="col">
              <Box
                {...place(0, 0)}
                {...group(PRIVILEGES)}
                label={t('access.rights.allOf', { name: t('access.rights.area') })}
              >
                {t('access.rights.area')}
              </Box>
            </th>
            {VERBS.map((verb, index) => (
              <th key={verb} scope="col">
                <Box
                  {...place(0, index + 1)}
                  {...group(rightsOfVerb(verb))}
                  label={t('access.rights.allOf', { name: t(`access.verbs.${verb}`) })}
                >
                  {t(`access.verbs.${verb}`)}
                </Box>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {AREAS.map((area, row) => (
            <tr key={area}>
              <th scope="row">
                <Box
                  {...place(row + 1, 0)}
                  {...group(rightsOfArea(area))}
                  label={t('access.rights.allOf', { name: t(`access.areas.${area}`) })}
                >
                  {t(`access.areas.${area}`)}
                </Box>
              </th>
              {VERBS.map((verb, column) => {
                const name = rightOf(area, verb)
                return (
                  <td key={verb} data-by-role={(name && byRole.has(name)) || undefined}>
                    {name && (
                      <Box
                        {...place(row + 1, column + 1)}
                        {...control}
                        label={say(`privileges.${name}`)}
                        isChecked={has(name)}
                        whyNot={whyNot(name)}
                        onTick={(isTicked) => tick([name], isTicked)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="rights-notes">
        <span className="sw-tabular" role="status">
          {t('access.rights.chosen', { count: total, max: PRIVILEGES.length })}
        </span>
        <span>{t('access.rights.keys')}</span>
        {byRole.size > 0 && <span>{t('access.rights.byRoleNote')}</span>}
        {!PRIVILEGES.every(isHeld) && <span>{t('access.rights.lackingNote')}</span>}
      </p>
    </div>
  )
}
