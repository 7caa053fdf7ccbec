// Opens a dialog whose code loads on first use.
import { loadPart } from '../lib/on-demand.ts'

/** Resolves when the dialog is closed. */
export async function openPart(load: () => Promise<() => Promise<unknown>>): Promise<void> {
  const show = await loadPart(load)
  await show?.()
}
