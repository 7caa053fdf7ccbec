// The load of the drills that break servers and databases: people buy packages, and an import of users runs.
import type { Client } from '@sealwright/client'
import { problemsOfImports } from './import.ts'
import { problemsOfPurchases } from './purchases.ts'
import type { Buyers } from './purchases.ts'

interface Load {
  databaseUrl: string
  /** The center that must be ready at the end. */
  url: string
  call: Client
  buyers: Buyers
  /** Imported files, and the users in each. */
  files: number
  users: number
}

/** Counts at the end: nothing may be lost, duplicated or half done, and the center must be ready. */
export async function problemsOfLoad({ databaseUrl, url, call, buyers, files, users }: Load) {
  const ready = await fetch(`${url}/readyz`)
  const { packages, problems } = await problemsOfPurchases(databaseUrl, buyers.answered)
  return {
    packages,
    problems: [
      ...buyers.wrong,
      ...problems,
      ...(await problemsOfImports({ databaseUrl }, call, files, users)),
      ...(ready.status === 200 ? [] : [`the center is not ready at the end: ${await ready.text()}`]),
    ],
  }
}
