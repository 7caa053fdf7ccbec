// What the command touches outside itself, so that tests can run it in their own process.

export interface World {
  env: Readonly<Record<string, string | undefined>>
  /** Resolves when the text is written, so that a long list does not pile up in memory. */
  out(text: string | Uint8Array): Promise<void>
  err(text: string): void
  /** All of stdin. */
  readInput(): Promise<string>
  /** Asks the person at the terminal; null if there is none. */
  ask: ((question: string, isHidden: boolean) => Promise<string>) | null
  /** Of stdout; null if it is not a terminal. */
  columns: number | null
  /** Whether stderr is a terminal, for the progress bar. */
  showsProgress: boolean
  fetch: typeof fetch
  now(): Date
  pause(ms: number): Promise<void>
  /** Of the person, for their profiles. */
  home: string
}
