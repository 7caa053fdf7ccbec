// Loads a screen with all that it needs before it is shown: its code and its phrases, beside each other. Its first question goes out meanwhile.
import type { ComponentType } from 'react'
import { fetchPhrases, speak } from './i18n.tsx'
import type { ScreenRow, Search } from './screen.ts'

export async function loadScreen({ load, domain }: ScreenRow, search: Search = {}): Promise<ComponentType> {
  const code = async () => {
    const { Screen, first } = await load()
    first?.(search)
    return Screen
  }
  const [Screen] = await Promise.all([code(), speak(domain)])
  return Screen
}

/** Fetches a screen ahead, when somebody comes near a link to it. */
export function fetchScreen({ load, domain }: ScreenRow): void {
  void load().catch(() => undefined) // the navigation itself reports a failure
  fetchPhrases(domain)
}
