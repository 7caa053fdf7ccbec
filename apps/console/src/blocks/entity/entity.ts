// What the ordinary screens of an entity need to know about it, declared once: its calls, its paths and its table of
// fields. Each screen still decides what else it shows; these parts call no server by themselves.
import type { Call, OperationTarget } from '@sealwright/contract'
import { useCallback } from 'react'
import type * as z from 'zod/mini'
import type { ScreenPath, ScreenSearch } from '../../lib/place/screen.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { firstPage } from '../list/list-state.ts'
import type { FindCall } from '../list/list-state.ts'
import type { AnyTable, FieldTable } from './field-table.tsx'

type Schema<Input> = z.core.$ZodType<unknown, Input>
/** A screen that shows or edits one row. */
type OnePath = { [Path in ScreenPath]: ScreenSearch[Path] extends { guid: string } ? Path : never }[ScreenPath]

export interface Identified {
  guid: string
  name: string
}

export interface CallsOf<Row, Answer> {
  find: FindCall<Row>
  get: Call<Schema<Identity>, Schema<Answer>>
  create: Call<Schema<object> & { shape: Readonly<Record<string, z.core.$ZodType>> }, Schema<Identity>>
  update: Call
  delete: Call<Schema<Identity>>
}
interface Identity {
  guid: string
}

interface Described<Row extends Identified, Answer extends Row & { revision: number }> {
  /** Names the entity in sentences and in the operation log. */
  kind: OperationTarget
  calls: CallsOf<Row, Answer>
  paths: { list: ScreenPath; new: ScreenPath; edit: OnePath; view: OnePath }
}

export interface Entity<
  Row extends Identified,
  Answer extends Row & { revision: number },
  Domain extends string = string,
>
  extends Described<Row, Answer>, FieldTable<Row, Answer, Domain> {}

export function defineEntity<
  Row extends Identified,
  Answer extends Row & { revision: number },
  const Domain extends string,
>(entity: Entity<Row, Answer, Domain>): Entity<Row, Answer, Domain> {
  return entity
}

/** The entity that a part takes, whatever its labels. */
export interface AnyEntity<Row extends Identified, Answer extends Row & { revision: number }>
  extends Described<Row, Answer>, AnyTable<Row> {}

/** The address of one row. */
export const oneHref = (path: ScreenPath, { guid }: Identity, search: Readonly<Record<string, string>> = {}) =>
  `${path}?${new URLSearchParams({ guid, ...search })}`

/** Asks for the first page of the list as soon as its code is loaded. */
export const firstOf = <Row extends Identified>({
  kind,
  calls,
}: {
  kind: string
  calls: Pick<CallsOf<Row, unknown>, 'find'>
}) => firstPage({ list: kind, call: calls.find })

type EntityWord = Parameters<Translate>[0] & `blocks.entity.${string}`

/** The words that all entities share, with this entity's noun in them. A typed name is quoted as it is stored. */
export function useEntityWords({ kind }: { kind: OperationTarget }): (word: EntityWord, name?: string) => string {
  const t = usePhrases()
  return useCallback((word, name = '') => t(word, { noun: t(`nouns.${kind}`), name: name.trim() }), [t, kind])
}
