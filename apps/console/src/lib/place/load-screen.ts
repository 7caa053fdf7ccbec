// Loads everything that a screen needs before it is shown: code, phrases and style sheets, in parallel. The screen's
// first call starts as soon as its code is loaded.
import type { ComponentType } from 'react'
import { fetchPhrases, speak } from '../words/i18n.tsx'
import type { ScreenRow, Search } from './screen.ts'

/** Waits for all style sheets of the page, including those that public/early.js requested. */
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

/** How long to wait for the first answer, so that a fast screen is rendered once, with its rows. */
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

/** Prefetches a screen when the person hovers over or focuses a link to it. */
export function fetchScreen({ load, domain }: ScreenRow): void {
  void load().catch(() => undefined) // the navigation itself reports a failure
  fetchPhrases(domain)
}
