/**
 * Removes the skeleton of the document. It is outside of the root: it shows before any script runs, and until there is
 * something to show.
 */
export function removeSkeleton(): void {
  document.getElementById('skeleton')?.remove()
}
