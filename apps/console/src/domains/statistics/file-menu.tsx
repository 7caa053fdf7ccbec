// The files of a figure: its table as a spreadsheet from the server, its chart as a picture made here.
import { statisticsCalls } from '@sealwright/contract'
import type { SheetFormat, StatisticAnswer } from '@sealwright/contract'
import { ChevronDown, Download } from 'lucide-react'
import type { RefObject } from 'react'
import { pngOf } from '../../blocks/chart/picture.ts'
import { buttonClass } from '../../blocks/control/button.tsx'
import { Menu } from '../../blocks/overlay/menu.tsx'
import { download, saveAs } from '../../lib/call/download.ts'
import { useCan } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useDimensionWord } from './figure-format.ts'
import type { Asked } from './statistics-view.ts'

interface FileMenuProps {
  chart: RefObject<HTMLDivElement | null>
  title: string
  /** Undefined if there is nothing to save. */
  answer: StatisticAnswer | undefined
  asked: Asked
}

export function FileMenu({ chart, title, answer, asked }: FileMenuProps) {
  const t = usePhrases()
  const zone = useSession().developer.timeZone
  const wordOf = useDimensionWord()
  const canExport = useCan(statisticsCalls.export)
  if (!answer) return null
  const { first, last } = answer
  const fileName = `${title} ${first} – ${last}`
  const saveSheet = (format: SheetFormat) =>
    download({ path: statisticsCalls.export.path, payload: { ...asked, format }, fileName: `${fileName}.${format}` })
  const savePicture = async () => {
    const heading = asked.by ? t('statistics.picture.split', { title, dimension: wordOf(asked.by) }) : title
    const png =
      chart.current &&
      (await pngOf(chart.current, { title: heading, subtitle: t('statistics.span', { first, last, zone }) }).catch(
        () => undefined, // told below
      ))
    if (!png) return toast.warning(t('statistics.picture.failed'))
    saveAs(png, `${fileName}.png`)
    return toast.success(t('shell.download.saved', { fileName: `${fileName}.png` }))
  }
  return (
    <Menu
      className={buttonClass()}
      align="end"
      items={() => [
        ...(canExport
          ? [
              { key: 'xlsx', label: t('blocks.export.xlsx'), onSelect: () => void saveSheet('xlsx') },
              { key: 'csv', label: t('blocks.export.csv'), onSelect: () => void saveSheet('csv') },
            ]
          : []),
        { key: 'png', label: t('statistics.picture.save'), startsGroup: canExport, onSelect: () => void savePicture() },
      ]}
    >
      <Download size={15} aria-hidden />
      {t('statistics.download')}
      <ChevronDown size={14} aria-hidden />
    </Menu>
  )
}
