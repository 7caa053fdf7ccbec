// The content of data areas as bytes, as programs receive it.
import { DATA_AREAS, keyValueContent } from '@sealwright/contract'
import type { DataArea, DataAreaName } from '@sealwright/contract'
import type { Db } from '../../../kernel/db/database.ts'
import { findTerms } from '../terms.queries.ts'

export type AreaBytes = Record<DataAreaName, Buffer | null>

export function bytesOf({ source, text, base64, items }: DataArea): Buffer {
  if (source === 'file') return Buffer.from(base64 ?? '', 'base64')
  return Buffer.from(source === 'text' ? (text ?? '') : keyValueContent(items ?? []))
}

/** One entry for each product of these terms, in their order. */
export async function readAreas(of: { db: Db; developerId: number }, termsGuid: string): Promise<AreaBytes[]> {
  const terms = (await findTerms(of, [termsGuid])).get(termsGuid)
  return (terms?.areas ?? []).map(
    (areas) => Object.fromEntries(DATA_AREAS.map((name) => [name, areas[name] && bytesOf(areas[name])])) as AreaBytes,
  ) // one entry for each name
}
