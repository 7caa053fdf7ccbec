// Issues licenses to locks: a preview, and up to a hundred locks in one transaction. All locks are checked before the
// first package is signed. Lost and locked locks can get packages, too: these wait until the lock works again.
import { LIMITS } from '@sealwright/contract'
import type { dongleLicenseCalls } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { booksOf, requireStanding } from '../../billing/index.ts'
import { sentenceOf } from '../../license/index.ts'
import { chooseLocks } from '../lock/choose.service.ts'
import { lockLocks } from '../lock/life.queries.ts'
import type { Draw } from './draw.service.ts'
import { judgeLocks, unfit } from './make.service.ts'
import type { Making } from './make.service.ts'
import * as queries from './package.queries.ts'
import type { CheckPin } from './pin.service.ts'

type Payload<Name extends keyof typeof dongleLicenseCalls> = z.output<(typeof dongleLicenseCalls)[Name]['payload']>
type Answer<Name extends keyof typeof dongleLicenseCalls> = z.output<(typeof dongleLicenseCalls)[Name]['answer']>

const limits = LIMITS.dongle
/** Locks that are judged together. */
const JUDGED = 1_000
const SHOWN = 100

export function createIssuing({ draw, making, checkPin }: { draw: Draw; making: Making; checkPin: CheckPin }) {
  async function preview(scope: Scope, payload: Payload<'preview'>): Promise<Answer<'preview'>> {
    const { operations } = await draw(scope, payload)
    const { locks, unknown } = await chooseLocks(scope, payload, limits.batchLocks)
    const judged: Answer<'preview'>['locks'] = unknown.map((shellNumber) => ({
      lockGuid: null,
      shellNumber,
      isAllowed: false,
      message: errorSentence(scope.say, 'userLock.notFound', {}),
    }))
    const fit: Answer<'preview'>['locks'] = []
    for (let from = 0; from < locks.length; from += JUDGED) {
      const some = await queries.listLocks(
        scope,
        locks.slice(from, from + JUDGED).map(({ guid }) => guid),
      )
      for (const { lock, fault } of await judgeLocks(scope, [...some.values()], operations)) {
        const { guid: lockGuid, shellNumber } = lock
        const message = fault ? sentenceOf(scope, unfit(scope, shellNumber, fault)) : null
        ;(fault ? judged : fit).push({ lockGuid, shellNumber, isAllowed: !fault, message })
      }
    }
    return {
      isAllowed: judged.length === 0 && fit.length > 0,
      locks: [...judged, ...fit].slice(0, SHOWN),
      fit: fit.length,
      unfit: judged.length,
    }
  }

  async function issue(scope: Scope, payload: Payload<'issue'>): Promise<Answer<'issue'>> {
    await checkPin(scope, payload.pin)
    await requireStanding(booksOf(scope))
    const drawn = await draw(scope, payload)
    const { locks, unknown } = await chooseLocks(scope, payload, limits.issueAtOnce)
    if (unknown[0] !== undefined) {
      const index = payload.shellNumbers?.indexOf(unknown[0]) ?? -1
      throw new Refusal('userLock.notFound', { field: index < 0 ? 'guids' : `shellNumbers.${index}` })
    }
    const held = await lockLocks(
      scope,
      locks.map(({ guid }) => guid),
    )
    const judged = await judgeLocks(scope, [...held.values()], drawn.operations)
    for (const { lock, fault } of judged) if (fault) throw unfit(scope, lock.shellNumber, fault)
    const made = await making.open(scope, {
      kind: 'issue',
      operations: drawn.operations,
      licenseIds: drawn.licenseIds,
      templateGuids: drawn.templateGuids,
      remark: payload.remark ?? null,
    })
    return { issueGuid: made.guid, packages: await making.make(scope, made, judged, payload) }
  }

  return { preview, issue }
}
