// Loads a screen with all that it needs before it is shown: its code, its phrases and its style sheets, beside each
// other. Its first question goes out meanwhile.
import type { ComponentType } from 'react'
import { fetchPhrases, speak } from '../words/i18n.tsx'
import type { ScreenRow, Search } from './screen.ts'

/** All style sheets of the page are here, those that public/early.js asked for too. */
async function styled(): Promise<void> {
  const coming = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  )
  await Promise.all(
    coming.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          link.addEventListener('load', () => resolve())
          link.addEventListener('error', () => reject(new Error(`${link.href} did not arrive`)))
        }),
    ),
  )
}

/** An answer that comes within this time is waited for: the screen is drawn once, with its rows. */
const FIRST_ANSWER_MS = 100

export async function loadScreen({ load, domain }: ScreenRow, search: Search = {}): Promise<ComponentType> {
  const code = async () => {
    const { Screen, first } = await load()
    await Promise.race([first?.(search), new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_MS))])
    return Screen
  }
  const [Screen] = await Promise.all([code(), speak(domain), styled()])
  return Screen
}

/** Fetches a screen ahead, when somebody comes near a link to it. */
export function fetchScreen({ load, domain }: ScreenRow): void {
  void load().catch(() => undefined) // the navigation itself reports a failure
  fetchPhrases(domain)
}
