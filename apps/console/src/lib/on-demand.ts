// Loads code of a page part on first use. If loading fails, a toast says so and the page stays.
import { useCallback, useState } from 'react'
import { beginWork } from './call/progress.ts'
import { loadInTime } from './load-in-time.ts'
import { toast } from './toast.ts'
import { say } from './words/i18n.tsx'

export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  const endWork = beginWork()
  try {
    return await loadInTime(load)
  } catch {
    toast.warning(say('shell.failed.partNotLoaded'))
    return undefined
  } finally {
    endWork()
  }
}

/** A part that opens, such as the palette or a calendar. `shown` is its code while it is open. */
export function useOnDemand<Part>(load: () => Promise<Part>) {
  const [code, setCode] = useState<{ part: Part }>()
  const [isOpen, setOpen] = useState(false)
  const fetchAndOpen = useCallback(async () => {
    const part = await loadPart(load)
    if (part === undefined) return
    setCode({ part })
    setOpen(true)
  }, [load])
  // Loaded code opens within the key press, so that the next typed characters do not go to the page.
  const open = useCallback(() => (code ? setOpen(true) : void fetchAndOpen()), [code, fetchAndOpen])
  return { shown: isOpen ? code?.part : undefined, open, close: useCallback(() => setOpen(false), []) }
}
