// The calendar of a period filter: the usual periods, both ends typed, or a first and a last click over two months. The
// period is set as a whole: an end that is still missing, unreadable or in the wrong order sets nothing.
import { useState } from 'react'
import type { RefObject } from 'react'
import { useIsNarrow } from '../../lib/window-width.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { TextInput } from '../control/text-input.tsx'
import type { Days } from './calendar-days.ts'
import { Calendar } from './calendar.tsx'
import { readDay } from './moment-text.ts'
import { PERIODS, PERIOD_NAMES, periodNameOf, todayIn } from './period.ts'
import { PickerPanel } from './picker-panel.tsx'

export interface PeriodPickerProps {
  anchor: RefObject<HTMLElement | null>
  label: string
  days: Days
  zone: string
  onPick: (days: Days) => void
  onClose: () => void
}

const EDGES = ['from', 'to'] as const
const NOTHING: Partial<Days> = {}

function focusFirst(panel: HTMLElement | null): void {
  panel?.querySelector('button')?.focus({ preventScroll: true })
}

export function PeriodPicker({ anchor, label, days, zone, onPick, onClose }: PeriodPickerProps) {
  const t = usePhrases()
  const isNarrow = useIsNarrow()
  const today = todayIn(zone)
  const current = periodNameOf(days, today)
  const [typed, setTyped] = useState(NOTHING)
  const [isLeft, setLeft] = useState(false)
  /** The first day of two, and where the second one would be now. */
  const [begun, setBegun] = useState<{ day: string; pointed: string }>()
  const [openAt, setOpenAt] = useState(days.to || days.from || today)

  const ordered = (a: string, b: string): Days => (a <= b ? { from: a, to: b } : { from: b, to: a })
  const texts: Days = { ...(begun ? { from: begun.day, to: '' } : days), ...typed }
  const read = (text: string) => (text.trim() === '' ? '' : readDay(text))
  const [from, to] = [read(texts.from), read(texts.to)]
  const unreadable = { from: from === undefined, to: to === undefined }
  const isReversed = Boolean(from && to && from > to)
  const error =
    unreadable.from || unreadable.to
      ? t('blocks.moment.unreadable', { example: today })
      : isReversed
        ? t('blocks.period.reversed')
        : undefined

  /** Sets the period that was typed; answers whether the ends are fit for that. */
  const commit = (): boolean => {
    if (typed === NOTHING) return true
    if (from === undefined || to === undefined || isReversed) return false
    setTyped(NOTHING)
    setLeft(false)
    if (from !== days.from || to !== days.to) onPick({ from, to })
    return true
  }
  const close = () => {
    onClose()
    anchor.current?.focus()
  }
  const choose = (next: Days) => {
    onPick(next)
    close()
  }
  const chosen = begun ? ordered(begun.day, begun.pointed) : error ? days : { from: from ?? '', to: to ?? '' }
  return (
    <PickerPanel
      anchor={anchor}
      label={label}
      className="period-picker"
      onClose={() => {
        commit()
        onClose()
      }}
    >
      <div ref={focusFirst} className="date-presets">
        {PERIOD_NAMES.map((name) => (
          <Button key={name} size="small" aria-pressed={name === current} onPress={() => choose(PERIODS[name](today))}>
            {t(`blocks.period.${name}`)}
          </Button>
        ))}
        {(days.from !== '' || days.to !== '') && (
          <Button kind="quiet" size="small" onPress={() => choose({ from: '', to: '' })}>
            {t('blocks.list.clearFilter', { field: label })}
          </Button>
        )}
      </div>
      <div className="period-picker-own">
        <div className="period-picker-ends">
          {EDGES.map((edge) => (
            <label key={edge}>
              {t(`blocks.period.${edge}`)}
              <TextInput
                className="sw-tabular"
                placeholder={t('blocks.moment.patterns.day')}
                value={texts[edge]}
                aria-invalid={isLeft && (unreadable[edge] || (isReversed && edge === 'to')) ? true : undefined}
                onText={(text) => {
                  setTyped({ ...texts, [edge]: text })
                  setBegun(undefined)
                  setOpenAt(read(text) || openAt)
                }}
                onBlur={() => setLeft(!commit())}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  if (commit()) close()
                  else setLeft(true)
                }}
              />
            </label>
          ))}
        </div>
        {isLeft && error && (
          <p className="field-note field-error" role="alert">
            {error}
          </p>
        )}
        <Calendar
          chosen={chosen}
          today={today}
          openAt={openAt}
          months={isNarrow ? 1 : 2}
          onPoint={(day) => begun && setBegun({ ...begun, pointed: day })}
          onChoose={(day) => {
            setTyped(NOTHING)
            if (begun) choose(ordered(begun.day, day))
            else setBegun({ day, pointed: day })
          }}
        />
      </div>
    </PickerPanel>
  )
}
