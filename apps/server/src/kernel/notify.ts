// The port through which every domain sends a message to administrators. The message domain implements it. A message is
// written in the transaction that causes it.
import type { MessageKind } from '@sealwright/contract'
import type { Db } from './db/database.ts'

export interface Notice {
  kind: MessageKind
  /** The values of its text. They are stored, and the text is made from them when it is read. */
  params: Record<string, string | number>
  /** The page of the console that shows the thing. */
  link: string
  /** The readers of a kind that goes to persons. Other kinds have their readers in the contract. */
  to?: readonly string[]
  /** Names the event. A second message about it reaches nobody who got the first. */
  event?: string
}

export type Notify = (of: { db: Db; developerId: number; now: Date }, notice: Notice) => Promise<void>
