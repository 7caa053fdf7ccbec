// What was exchanged: the list, and the answers again until they end.
import type { exchangeCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage } from '../../../kernel/db/list.ts'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listNamed } from '../../license/index.ts'
import type { Dongles } from './dongles.kind.ts'
import * as queries from './offline.queries.ts'
import { stateOf } from './offline.rules.ts'

type Payload<Name extends keyof typeof exchangeCalls> = z.output<(typeof exchangeCalls)[Name]['payload']>

export async function findExchanges(
  scope: Scope,
  { currentPage, pageSize, order = 'desc', licenseGuid, kind }: Payload<'find'>,
) {
  const { now } = scope.asking
  const list = await queries.pageExchanges(scope, { licenseGuid, kind }, order)
  const page = await readPage({ currentPage, pageSize }, list.count, list.page)
  const licenses = await listNamed(
    scope,
    page.rows.map((row) => row.licenseGuid),
  )
  return {
    ...page,
    rows: page.rows.flatMap((row) => {
      const license = licenses.get(row.licenseGuid)
      if (!license) return []
      const { guid, way, machineGuid, machineName, name, madeAt } = row
      return [
        {
          guid,
          kind: row.kind,
          state: stateOf(row, now),
          time: row.at,
          way,
          by: row.actorName,
          machineGuid,
          machineName,
          name,
          answerName: row.answer !== null && row.validUntil > now ? row.answerName : null,
          madeTime: madeAt,
          validUntil: row.kind === 'unbind' ? null : row.validUntil,
          digest: row.digest.toString('hex'),
          licenseGuid: license.guid,
          family: license.family,
          serial: license.serial,
        },
      ]
    }),
  }
}

const textFile = (fileName: string, text: string): FileAnswer => ({
  fileName,
  type: 'text/plain; charset=utf-8',
  body: (async function* body() {
    yield Buffer.from(text)
  })(),
})

/** The answer to a device, or to a dongle. */
export const createAnswerDownload =
  (dongles: Pick<Dongles, 'listAnswers'>) =>
  async ({ read, asking }: StreamContext, { guid }: Payload<'download'>): Promise<FileAnswer> => {
    const row = await read((scope) => queries.findExchange(scope, guid))
    if (!row) {
      const [made] = await read((scope) =>
        dongles.listAnswers(scope, [guid], asking.now, scope.caller.developer.timeZone),
      )
      if (!made) throw new Refusal('offline.notFound')
      return textFile(made.name, made.text)
    }
    const { answer, answerName, validUntil } = row
    if (answer === null || validUntil <= asking.now) throw new Refusal('offline.ended')
    return textFile(answerName, answer)
  }
