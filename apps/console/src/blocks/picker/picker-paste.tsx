// Pasting names, accounts or shell numbers into the picker. Names are separated by line breaks, the others also by
// spaces and commas.
// Rows that are found are chosen; the other texts stay in the box.
import { LIMITS } from '@sealwright/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { TextArea } from '../control/text-input.tsx'
import { collect } from './picker-source.ts'
import type { PickerItem, PickerSource } from './picker-source.ts'

const PASTED_LINES = 100

const ANY = /[\s,;，、；]+/
/** A name may contain spaces and commas; the others contain neither. */
const BETWEEN = { names: /[\r\n]+/, accounts: ANY, shellNumbers: ANY } as const
export type Pasted = keyof typeof BETWEEN

interface PasteProps<Offered> {
  pasted: Pasted
  source: PickerSource<Offered>
  /** The limit of rows to choose. */
  max: number
  /** Replaces the hint that there are too many. */
  tooMany?: ReactNode
  onFound: (items: readonly PickerItem[]) => void
}

export function Paste<Offered>({ source, pasted, max, tooMany, onFound }: PasteProps<Offered>) {
  const t = usePhrases()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(0)
  const [isLooking, setLooking] = useState(false)
  const most = source.named ? max : PASTED_LINES
  const lines = [
    ...new Set(
      text
        .split(BETWEEN[pasted])
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ]
  const look = async () => {
    setLooking(true)
    try {
      const found: PickerItem[] = []
      const lost: string[] = []
      const known = await source.named?.(lines)
      for (const line of lines) {
        const wanted = line.toLowerCase()
        const item = (known ?? (await collect(source, line, LIMITS.page.maxSize))).find(({ name, note = '' }) =>
          [name, note].some((word) => word.toLowerCase() === wanted),
        )
        if (item) found.push(item)
        else lost.push(line)
      }
      onFound(found)
      setText(lost.join('\n'))
      setMissing(lost.length)
    } catch {
      // The connection banner reports a lost connection, and the pasted text stays.
    } finally {
      setLooking(false)
    }
  }
  return (
    <div className="picker-paste">
      <TextArea
        rows={4}
        aria-label={t(`blocks.picker.paste.${pasted}`)}
        placeholder={t(`blocks.picker.pasteHelp.${pasted}`, { max: most })}
        value={text}
        onText={(typed) => {
          setText(typed)
          setMissing(0)
        }}
      />
      <div className="picker-foot">
        <Button
          size="small"
          isBusy={isLooking}
          disabled={lines.length === 0 || lines.length > most}
          onPress={() => void look()}
        >
          {t('blocks.picker.pasteAdd', { count: lines.length })}
        </Button>
        <span role="status" className="picker-hint">
          {lines.length > most
            ? (tooMany ?? t('blocks.picker.pasteMax', { max: most }))
            : missing > 0 && t('blocks.picker.pasteMissing', { count: missing })}
        </span>
      </div>
    </div>
  )
}
