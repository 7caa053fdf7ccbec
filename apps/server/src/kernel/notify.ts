// The port through which every domain sends a message to administrators. The message domain implements it. A message is
// written in the transaction that causes it.
import type { MessageKind } from '@sealwright/contract'
import type { Db } from './db/database.ts'

/** The values of a text. A phrase is stored by its key, so that every reader sees it in their own language. */
export interface MessageParams {
  [name: string]: string | number | { phrase: string; params?: MessageParams }
}

export interface NewMessage {
  kind: MessageKind
  /** They are stored, and the text is made from them when it is read. */
  params: MessageParams
  /** The page of the console that shows the thing. */
  link: string
  /** The readers of a kind that goes to persons. Other kinds have their readers in the contract. */
  to?: readonly string[]
  /** Leaves out the other readers of the kind. */
  only?: readonly string[]
  /** Names the event. A second message about it reaches nobody who got the first. */
  event?: string
  /** The rows that the text reveals. Readers whose row scope does not contain all of them get no message. */
  about?: { kind: 'product' | 'license' | 'user' | 'customer'; guids: readonly string[] }
}

export type Notify = (of: { db: Db; developerId: number; now: Date }, message: NewMessage) => Promise<void>
