// What the center says about files before they are exchanged. One call reads them all; the answers are found by the
// content of the file, so that removing a row does not mix them up.
import type { Refusal, Unreachable } from '@sealwright/client'
import { toolCalls } from '@sealwright/contract'
import type { ReadFile } from '@sealwright/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerKey, callServer } from '../../../lib/call/client.ts'
import type { TakenFile } from '../intake/take-files.ts'

export type Readings = ReadonlyMap<string, ReadFile>

export function useReadings(files: readonly TakenFile[]) {
  const payload = { files: files.map(({ name, text }) => ({ name, text })) }
  return useQuery<Readings, Refusal | Unreachable>({
    queryKey: answerKey(toolCalls.read, payload),
    queryFn: async ({ signal }) => {
      const { files: read } = await callServer(toolCalls.read, payload, { signal })
      return new Map(read.flatMap((one, index) => (files[index] ? [[files[index].text, one]] : [])))
    },
    enabled: files.length > 0,
    placeholderData: keepPreviousData,
  })
}
