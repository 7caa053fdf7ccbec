// The calendar of a moment field: a day, its time, and the usual points in time. A choice is written into the field at
// once; a click on a day leaves the panel open for the time, Enter on a day closes it.
import { LIMITS, wallTime } from '@sealwright/contract'
import { useState } from 'react'
import type { RefObject } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { dayOf } from './calendar-days.ts'
import { Calendar } from './calendar.tsx'
import { MOMENT_PRESETS } from './moment-presets.ts'
import type { MomentPreset } from './moment-presets.ts'
import type { Edge } from './moment-text.ts'
import { PickerPanel } from './picker-panel.tsx'
import { TimeInputs } from './time-inputs.tsx'

export interface MomentPickerProps {
  anchor: RefObject<HTMLElement | null>
  label: string
  /** The wall time that is set, or ''. */
  wall: string
  edge: Edge
  zone: string
  presets?: readonly MomentPreset[]
  onPick: (wall: string) => void
  onClose: () => void
}

const TIMES = { start: LIMITS.date.startTime, end: LIMITS.date.endTime } as const

type PresetName = { [Side in Edge]: keyof (typeof MOMENT_PRESETS)[Side] }[Edge]

function useUsualPresets(edge: Edge): MomentPreset[] {
  const t = usePhrases()
  const usual: Record<string, MomentPreset['at']> = MOMENT_PRESETS[edge]
  const names = Object.keys(usual) as PresetName[] // keys of one of the two
  return names.flatMap((name) => {
    const at = usual[name]
    return at ? [{ label: t(`blocks.moment.presets.${name}`), at }] : []
  })
}

export function MomentPicker({ anchor, label, wall, edge, zone, presets, onPick, onClose }: MomentPickerProps) {
  const t = usePhrases()
  const usual = useUsualPresets(edge)
  const [day, setDay] = useState(dayOf(wall))
  const [time, setTime] = useState(wall.split('T')[1] ?? TIMES[edge])
  const [now] = useState(() => wallTime(new Date(), zone))
  const close = () => {
    onClose()
    anchor.current?.focus()
  }
  return (
    <PickerPanel anchor={anchor} label={label} className="moment-picker" align="end" onClose={onClose}>
      <Calendar
        chosen={{ from: day, to: day }}
        today={dayOf(now)}
        openAt={day || dayOf(now)}
        hasFocus
        onChoose={(next, by) => {
          setDay(next)
          onPick(`${next}T${time}`)
          if (by === 'key') close()
        }}
      />
      <div className="moment-picker-time">
        <TimeInputs
          time={time}
          onChange={(next) => {
            setTime(next)
            if (day !== '') onPick(`${day}T${next}`)
          }}
          onEnter={close}
        />
        <Button size="small" onPress={close}>
          {t('blocks.moment.done')}
        </Button>
      </div>
      <div className="date-presets">
        {(presets ?? usual).map(({ label: words, at }) => (
          <Button
            key={words}
            size="small"
            onPress={() => {
              onPick(at(wallTime(new Date(), zone)))
              close()
            }}
          >
            {words}
          </Button>
        ))}
      </div>
    </PickerPanel>
  )
}
