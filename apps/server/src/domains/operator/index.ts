// Public interface of the operator domain: the door of the platform desk, operators, their visits and their log.
import { OPERATOR_LINK_PAGE, operatorDesk } from '@sealwright/contract'
import type { OperatorRole } from '@sealwright/contract'
import type { Verification } from '../../kernel/audit/verify.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { deskAnswers, deskAnswersAlone } from '../../kernel/desk.ts'
import type { DeskBinding } from '../../kernel/desk.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import { createGuessing } from '../identity/index.ts'
import { createDoor } from './door.service.ts'
import { findLog, verifyDeskLog } from './log.service.ts'
import * as queries from './operator.queries.ts'
import { createOperatorService, newLink } from './operator.service.ts'
import type { OperatorDeps } from './operator.service.ts'
import { createVisits } from './visit.service.ts'
import type { VisitDeps } from './visit.service.ts'

export type { Waiting, WaitingPart } from './operator.service.ts'

interface Deps extends OperatorDeps, VisitDeps {
  database: Database
  clock: Clock
  box: SecretBox
  verifyLog(chain: number): Promise<Verification>
}

export function createOperator(deps: Deps) {
  const door = createDoor({ ...deps, guessing: createGuessing(deps.database) })
  const operators = createOperatorService(deps)
  const visits = createVisits(deps)
  const deskBindings: DeskBinding[] = [
    deskAnswersAlone(operatorDesk.login, door.login),
    deskAnswersAlone(operatorDesk.link, door.link),
    deskAnswersAlone(operatorDesk.accept, door.accept),
    deskAnswersAlone(operatorDesk.verify, door.verify),
    deskAnswersAlone(operatorDesk.startTotp, door.startTotp),
    deskAnswersAlone(operatorDesk.enableTotp, door.enableTotp),
    deskAnswersAlone(operatorDesk.logout, door.logout),
    deskAnswersAlone(operatorDesk.confirm, door.confirm),
    deskAnswers(operatorDesk.current, operators.current),
    deskAnswers(operatorDesk.updatePreferences, operators.updatePreferences),
    deskAnswers(operatorDesk.changePassword, operators.changePassword),
    deskAnswers(operatorDesk.renewRecoveryCodes, operators.renewRecoveryCodes),
    deskAnswers(operatorDesk.sessions, operators.sessions),
    deskAnswers(operatorDesk.endSession, operators.endSession),
    deskAnswers(operatorDesk.find, operators.find),
    deskAnswers(operatorDesk.invite, operators.invite),
    deskAnswers(operatorDesk.update, operators.update),
    deskAnswers(operatorDesk.setEnabled, operators.setEnabled),
    deskAnswers(operatorDesk.renewLink, operators.renewLink),
    deskAnswers(operatorDesk.delete, operators.delete),
    deskAnswersAlone(operatorDesk.openVisit, visits.open),
    deskAnswers(operatorDesk.endVisit, visits.end),
    deskAnswers(operatorDesk.findVisits, visits.find),
    deskAnswers(operatorDesk.log, findLog),
    deskAnswersAlone(operatorDesk.verifyLog, (context) => verifyDeskLog(context, deps.verifyLog)),
  ]
  return {
    deskBindings,
    findOperator: door.findOperator,
    findVisitor: visits.findVisitor,
    endVisit: visits.endFromConsole,
  }
}

interface LinkDeps {
  ids: Ids
  now: Date
  baseUrl: string
}

/**
 * A link for an operator whom a command makes: a new one, or one who lost the password. Without an address, for the
 * first operator of the center.
 */
export async function makeOperatorLink(
  db: Db,
  { ids, now, baseUrl }: LinkDeps,
  {
    email,
    roles,
    resetsFactor = false,
  }: { email: string | null; roles: readonly OperatorRole[]; resetsFactor?: boolean },
): Promise<string> {
  const { link, ...rest } = newLink(ids, now)
  const stored = { ...rest, linkBy: null }
  await queries.lockOperators(db)
  const found = email === null ? undefined : await queries.findByEmail(db, email)
  if (found) {
    await queries.renewLink(db, found.guid, { ...stored, resetsFactor })
    await queries.deleteSessionsOf(db, found.guid)
    await queries.endVisitsOf(db, found.guid, now)
  } else if (email !== null || !(await queries.renewFirstLink(db, stored)))
    await queries.insertOperator(db, { guid: ids.guid(), email, roles, ...stored, now })
  // A terminal does not tell the language of its reader. The page uses that of the browser.
  return `${baseUrl}${OPERATOR_LINK_PAGE}#link=${link}`
}

/** The link for the first operator of a fresh center. Undefined if one was made already. */
export async function makeFirstLink(db: Db, deps: LinkDeps): Promise<string | undefined> {
  await queries.lockOperators(db)
  if ((await queries.countOperators(db)) > 0) return undefined
  return makeOperatorLink(db, deps, { email: null, roles: ['owner'] })
}

export const hasOperator = queries.hasOperator
