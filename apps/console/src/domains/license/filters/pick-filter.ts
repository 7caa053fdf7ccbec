// A filter that picks from options that can number in the thousands. They are searched on the server. A value in the
// address that is not among the loaded options gets its name separately, so that the filter always shows a name.
import { useCallback, useMemo } from 'react'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'

export const OPTIONS_STALE_MS = 60_000

type Option = { value: string; label: string; note?: string }

interface Pick {
  kind?: 'pick' | 'picks'
  name: string
  label: string
  data: readonly Option[] | undefined
  isPlaceholderData?: boolean
  load: (() => void) | undefined
  setNeedle?: (text: string) => void
  labelOf?: ((value: string) => string | undefined) | undefined
  isMore?: boolean
}

/** The options that match the typed text, and the names of chosen values that are not among them. */
export function usePick({
  kind = 'pick',
  name,
  label,
  data,
  isPlaceholderData = false,
  load,
  setNeedle,
  labelOf,
  isMore = false,
}: Pick): Filter {
  return useMemo(
    () => ({
      kind,
      name,
      label,
      options: data ?? [],
      isLoading: !data || isPlaceholderData,
      load,
      isMore,
      ...(labelOf && { labelOf }),
      ...(setNeedle && { onNeedle: setNeedle }),
    }),
    [kind, name, label, data, isPlaceholderData, load, setNeedle, labelOf, isMore],
  )
}

export const isMissing = (value: string, data: readonly Option[] | undefined) =>
  value !== '' && data !== undefined && !data.some((option) => option.value === value)

/** The label of the only chosen value, if it is not among the options. */
export const useOnly = (name: string | undefined) => useCallback(() => name, [name])
