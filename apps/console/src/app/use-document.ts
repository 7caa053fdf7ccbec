// Sets the document title from the screen table, and the mobile viewport of section 2.
import { useEffect } from 'react'
import { useCenterName } from '../lib/center-face.ts'
import { findScreen } from '../lib/place/screen.ts'
import { surface } from '../lib/surface.ts'
import { usePhrases } from '../lib/words/i18n.tsx'
import { applyViewport } from './viewport.ts'

export function useDocument(path: string): void {
  const t = usePhrases()
  const center = useCenterName()
  const row = findScreen(path)
  const { name } = surface()
  const title = `${t(row?.title ?? 'shell.notFound.title')} · ${name === 'common.productName' ? center : t(name)}`
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => applyViewport(path), [path])
}
