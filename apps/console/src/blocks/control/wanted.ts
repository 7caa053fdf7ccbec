// Loading on first use, such as the options of a filter that few people open.
import { useCallback, useState } from 'react'

/** Whether loading was requested, and a function that requests it. The function is absent afterwards. */
export function useWanted(): [isWanted: boolean, load: (() => void) | undefined] {
  const [isWanted, setIsWanted] = useState(false)
  const load = useCallback(() => setIsWanted(true), [])
  return [isWanted, isWanted ? undefined : load]
}
