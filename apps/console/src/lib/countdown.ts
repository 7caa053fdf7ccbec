// A countdown in seconds. It uses the clock instead of counting ticks, so that a suspended tab does not fall behind.
import { useCallback, useEffect, useState } from 'react'

const TICK_MS = 250

export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (endsAt === 0) return undefined
    const tick = () => {
      const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
      setSecondsLeft(left)
      if (left === 0) setEndsAt(0)
    }
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  const start = useCallback((seconds: number) => {
    setEndsAt(seconds > 0 ? performance.now() + seconds * 1000 : 0)
    setSecondsLeft(seconds)
  }, [])
  return { secondsLeft, start }
}
