// The way back from editing a campaign: to the page that it came from, or to the list, which marks the saved row.
import { goTo, useSearchOf } from '../../../../lib/place/navigate.tsx'

export function useWayBack(path: '/activity/edit' | '/activity/editOngoing'): (editId?: string) => void {
  const { guid, sourcePath } = useSearchOf(path)
  return (editId) =>
    sourcePath ? goTo(sourcePath, { guid }) : goTo('/activity', { showSearch: '1', ...(editId && { editId }) })
}
