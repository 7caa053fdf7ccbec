// Something that is loaded when it is first wanted: the options of a filter that few people open.
import { useCallback, useState } from 'react'

/** Whether it was wanted yet, and how to say so; once it was, there is nothing more to say. */
export function useWanted(): [isWanted: boolean, load: (() => void) | undefined] {
  const [isWanted, setIsWanted] = useState(false)
  const load = useCallback(() => setIsWanted(true), [])
  return [isWanted, isWanted ? undefined : load]
}
