// The runtime log for administrators: what programs did and what was refused, the rules behind a refusal, and signs of
// abuse.
import type { MachinePart, RuntimeReason, runtimeLogCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { readPage, requirePeriod } from '../../../kernel/db/list.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { runtimeSentence } from '../../../kernel/runtime-sentence.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findReason, listNamed } from '../../license/index.ts'
import type { ReasonedAct, TracedUse } from '../../license/index.ts'
import type { RuntimeEvent } from '../runtime.tables.ts'
import type { LicenseUse } from '../use/license-use.kind.ts'
import { meantBy } from './keyword.service.ts'
import { findEvent, listLog } from './log-list.queries.ts'
import { readRisks } from './risk.queries.ts'
import { risksOf } from './risk.rules.ts'

type Payload<Name extends keyof typeof runtimeLogCalls> = z.output<(typeof runtimeLogCalls)[Name]['payload']>

/** Refusals caused by an administrator's act on the license, to find the reason of that act. */
const DONE_BY_STAFF: Partial<Record<RuntimeReason, ReasonedAct>> = {
  locked: 'lock',
  approvalRejected: 'reject',
  licenseDeleted: 'delete',
}

async function answerRows(scope: Scope, rows: readonly RuntimeEvent[]) {
  const licenses = await listNamed(
    scope,
    rows.map(({ licenseGuid }) => licenseGuid),
  )
  return rows.map(
    ({ guid, at, act, reason, params, licenseGuid, serial, account, machineName, fingerprint, network, times }) => ({
      guid,
      at,
      act,
      reason,
      message: reason === null ? scope.say(`runtime.done.${act}`) : runtimeSentence(scope.say, reason, params),
      family: licenses.get(licenseGuid ?? '')?.family ?? null,
      licenseGuid,
      serial,
      account,
      machineName,
      fingerprint,
      network,
      times,
    }),
  )
}

/** Why a device with a changed part is another device. */
function changeSentence(say: Sentences, change: NonNullable<TracedUse['change']>): string {
  const { part, machineName, denied, perMonth, perYear, latest } = change
  const nameOf = (one: MachinePart) => say(`runtime.machineParts.${one}`)
  return say(`runtime.partChange.${denied}`, {
    part: nameOf(part),
    name: machineName,
    perMonth,
    perYear,
    used: latest.map((one) => `${nameOf(one.part)} ${one.at}`).join(', ') || '0',
  })
}

function ruleSentence({ say }: Scope, { rule, outcome, reason, params, change }: TracedUse): string {
  if (change) return changeSentence(say, change)
  if (outcome === 'fail' && reason) return runtimeSentence(say, reason, params)
  const name = say(`runtime.rules.${rule}`)
  return outcome === 'unasked' ? say('runtime.unasked', { rule: name }) : name
}

export async function findLog(
  scope: Scope,
  { currentPage, pageSize, sort: _sort, order = 'desc', keyword, ...filter }: Payload<'find'>,
) {
  requirePeriod(filter)
  const list = await listLog(scope, { ...filter, meant: await meantBy(scope, keyword) }, order)
  const page = await readPage({ currentPage, pageSize }, list.count, list.page)
  return { ...page, rows: await answerRows(scope, page.rows) }
}

/** The step at which a license waits for approval now. */
async function waitsAt(scope: Scope, license: Pick<LicenseUse, 'waitsAt'>, licenseGuid: string) {
  const standing = await license.waitsAt(scope, licenseGuid)
  // While a batch still gathers its request, nobody can decide.
  if (!standing || standing.waitsFor.length === 0) return null
  const { step, steps, waitsFor } = standing
  return scope.say('runtime.why.waitsAt', { step, steps, names: waitsFor.join(scope.say('license.list.joint')) })
}

export const createExplain =
  ({ license }: { license: Pick<LicenseUse, 'waitsAt'> }) =>
  async (scope: Scope, { guid }: Payload<'why'>) => {
    const found = await findEvent(scope, guid)
    const [row] = found ? await answerRows(scope, [found]) : []
    if (!found || !row) throw new Refusal('runtimeLog.notFound')
    const done = row.reason === null ? undefined : DONE_BY_STAFF[row.reason]
    return {
      row,
      fix: row.reason === null ? null : scope.say(`runtime.fixes.${row.reason}`),
      // Shows nothing about a license outside the caller's row scope.
      said:
        done && row.licenseGuid !== null && row.family !== null
          ? await findReason(scope, row.licenseGuid, done, row.at)
          : null,
      waitsAt:
        row.reason === 'underApproval' && row.licenseGuid !== null
          ? await waitsAt(scope, license, row.licenseGuid)
          : null,
      rules: (found.trace ?? []).map((traced) => ({
        rule: traced.rule,
        outcome: traced.outcome,
        message: ruleSentence(scope, traced),
      })),
    }
  }

async function readJudged(scope: Scope, licenseGuid: string | undefined) {
  const signs = await readRisks({ ...scope, now: scope.asking.now }, licenseGuid)
  const licenses = await listNamed(
    scope,
    signs.map((sign) => sign.licenseGuid),
  )
  return risksOf(signs, licenses)
}

/** The scores of the signs of abuse, the highest first. */
export async function scoreRisks(scope: Scope): Promise<number[]> {
  return (await readJudged(scope, undefined)).map(({ score }) => score)
}

export async function findRisks(scope: Scope, { licenseGuid }: Payload<'risks'>) {
  return (await readJudged(scope, licenseGuid)).map(
    ({ sign: { kind, network, lastAt }, license, score, evidence }) => ({
      kind,
      score,
      family: license?.family ?? null,
      licenseGuid: license?.guid ?? null,
      serial: license?.serial ?? null,
      network: license ? null : network,
      lastTime: lastAt,
      evidence: evidence.map(({ name, params }) => scope.say(`runtime.evidence.${name}`, params)),
    }),
  )
}
