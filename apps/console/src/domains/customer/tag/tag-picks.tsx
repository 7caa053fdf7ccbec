// Chooses a few tags, shown as chips. Used where something is for the users with these tags.
import { LIMITS, tagCalls } from '@sealwright/contract'
import { useMemo } from 'react'
import { FilterChips } from '../../../blocks/list/filter/filter-chips.tsx'
import { FilterBar, filterValues } from '../../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { useAnswer } from '../../../lib/call/client.ts'

const TAGS = 'tagGuids'
const noError = () => undefined

/** Tags as chips, identified by their guids. */
export function TagPicks({
  label,
  tagGuids,
  onChange,
}: {
  label: string
  tagGuids: readonly string[]
  onChange: (tagGuids: readonly string[]) => void
}) {
  const { data } = useAnswer(tagCalls.list, {})
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'picks',
        name: TAGS,
        label,
        max: LIMITS.tag.perUser,
        options: (data ?? []).map(({ guid, name }) => ({ value: guid, label: name })),
        isLoading: !data,
      },
    ],
    [label, data],
  )
  const bar = {
    filters,
    values: { [TAGS]: tagGuids.length === 0 ? '' : JSON.stringify(tagGuids) },
    onChange: (_name: string, value: string) => onChange(filterValues(value)),
  }
  return (
    <div className="tag-picks">
      <FilterBar {...bar} errorOf={noError} />
      <FilterChips {...bar} />
    </div>
  )
}
