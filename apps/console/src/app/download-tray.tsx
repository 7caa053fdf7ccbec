// The running downloads, on every page.
import { X } from 'lucide-react'
import { cancelDownload, useDownloads } from '../lib/call/download.ts'
import { useFormat, usePhrases } from '../lib/words/i18n.tsx'
import css from './download-tray.module.css'

export function DownloadTray() {
  const t = usePhrases()
  const format = useFormat()
  const running = useDownloads((state) => state.running)
  if (running.length === 0) return null
  return (
    <aside className={css.tray} aria-label={t('shell.download.title')}>
      {running.map((item) => (
        <div key={item.id} className={css.item}>
          <div className={css.words}>
            <span className={css.name}>{item.fileName}</span>
            <span className={css.size}>{format.bytes(item.receivedBytes)}</span>
          </div>
          <progress
            className={css.progress}
            aria-label={item.fileName}
            max={item.totalBytes}
            value={item.totalBytes === undefined ? undefined : item.receivedBytes}
          />
          <button
            type="button"
            className="sw-icon-button"
            aria-label={t('shell.cancel')}
            onClick={() => cancelDownload(item.id)}
          >
            <X size={15} aria-hidden />
          </button>
        </div>
      ))}
    </aside>
  )
}
