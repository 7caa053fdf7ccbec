// Exports all rows that match the filters of a list. Asks first if the file would be larger than recommended.
import { LIMITS } from '@sealwright/contract'
import type { SheetFormat } from '@sealwright/contract'
import { ChevronDown, Download } from 'lucide-react'
import { useContext } from 'react'
import { download } from '../../lib/call/download.ts'
import { confirm } from '../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'
import { buttonClass } from '../control/button.tsx'
import { Menu } from '../overlay/menu.tsx'
import type { RowCount } from './count-rows.ts'
import { ListCount, useCountText } from './paging/list-count.ts'

/** Section 5: the recommended maximum for one file. */
const RECOMMENDED = LIMITS.license.exportRecords

interface ExportMenuProps {
  /** The path of the export call. */
  path: string
  /** The filters, as in the address. */
  payload: Readonly<Record<string, string | undefined>>
  /** The number of rows, or undefined if unknown; the download then reports the problem. */
  count?: () => Promise<RowCount | undefined>
  /** Without the extension. */
  fileName: string
}

export function ExportMenu({ path, payload, count, fileName }: ExportMenuProps) {
  const t = usePhrases()
  const countText = useCountText()
  const found = useContext(ListCount)
  const withCount = (key: PhraseKey) => [t(key), found].filter(Boolean).join(' · ')
  const save = async (format: SheetFormat) => {
    const counted = await count?.()
    if (counted && (counted.isCapped || counted.records > RECOMMENDED)) {
      const isWanted = await confirm({
        title: t('blocks.export.many', {
          count: countText(counted.records, counted.isCapped),
        }),
        body: t('blocks.export.manySentence', { max: RECOMMENDED }),
        confirmText: t('blocks.export.verb'),
      })
      if (!isWanted) return
    }
    await download({ path, payload: { ...payload, format }, fileName: `${fileName}.${format}` })
  }
  return (
    <Menu
      className={buttonClass()}
      align="end"
      items={() => [
        { key: 'xlsx', label: withCount('blocks.export.xlsx'), onSelect: () => void save('xlsx') },
        { key: 'csv', label: withCount('blocks.export.csv'), onSelect: () => void save('csv') },
      ]}
    >
      <Download size={15} aria-hidden />
      {t('blocks.export.verb')}
      <ChevronDown size={14} aria-hidden />
    </Menu>
  )
}
