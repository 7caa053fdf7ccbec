// Opens a dialog whose code comes when it is first asked for.
import { loadPart } from '../lib/on-demand.ts'

/** Resolves when the dialog is closed. */
export async function openPart(load: () => Promise<() => Promise<unknown>>): Promise<void> {
  const show = await loadPart(load)
  await show?.()
}
