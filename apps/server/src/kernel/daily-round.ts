// The port for work that each developer gets once a day, from 09:00 in its time zone. The reminder domain runs the
// rounds; other domains provide the parts.
import type { Db } from './db/database.ts'

export interface Round {
  /** A transaction of the developer. The part counts as done when it commits. */
  db: Db
  developerId: number
  now: Date
  timeZone: string
  /** The day that this round claimed, in that zone. */
  day: string
  /** The day for which this part was done before, in that zone; null if never. */
  lastDay: string | null
}

export interface RoundPart {
  /** Names the part in the database. */
  name: string
  /** The day that a round on this day claims. A weekly part answers a day of the week. */
  dayOf?: (today: string) => string
  run(round: Round): Promise<void>
}
