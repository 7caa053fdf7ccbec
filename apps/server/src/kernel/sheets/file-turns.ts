// Queues the reading of files, because a file costs time and memory: a process reads a few at a time, and one of each
// developer. A waiting call holds its file but no database connection, so only a few may wait.
import { Refusal } from '../refusal.ts'

const AT_A_TIME = 2
const WAITING_OF_ONE = 3
const WAITING_OF_ALL = 16
const WAIT_SECONDS = 10

export type InTurn = <T>(developerId: number, work: () => Promise<T>) => Promise<T>

export function createFileTurns(): InTurn {
  const running = new Set<number>()
  const waiting: { developerId: number; begin: () => void }[] = []

  function admit(): void {
    if (running.size >= AT_A_TIME) return
    const index = waiting.findIndex(({ developerId }) => !running.has(developerId))
    const next = index < 0 ? undefined : waiting.splice(index, 1)[0]
    if (!next) return
    running.add(next.developerId)
    next.begin()
  }

  return async (developerId, work) => {
    const isFull = waiting.length >= WAITING_OF_ALL
    if (isFull || waiting.filter((other) => other.developerId === developerId).length >= WAITING_OF_ONE)
      throw new Refusal('platform.tooFrequent', { params: { seconds: WAIT_SECONDS } })
    await new Promise<void>((begin) => {
      waiting.push({ developerId, begin })
      admit()
    })
    try {
      return await work()
    } finally {
      running.delete(developerId)
      admit()
    }
  }
}

/** The queue of this process, for all kinds of files together. */
export const readInTurn: InTurn = createFileTurns()
