/**
 * Removes the skeleton of campaign.html. It is outside of the root: it shows before any script runs, and until there is
 * something to show.
 */
export function removeSkeleton(): void {
  document.getElementById('skeleton')?.remove()
}
