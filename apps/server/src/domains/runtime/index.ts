// Public interface of the runtime domain: the calls of programs, and what administrators see of them.
import {
  deviceLoginCalls,
  deviceSettingCalls,
  exchangeCalls,
  runtimeCalls,
  runtimeLogCalls,
  seatCalls,
  signingKeyCalls,
  toolCalls,
} from '@sealwright/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { answers, answersAlone, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { answersProgram } from '../../kernel/http/program-calls.ts'
import type { ProgramBinding, Prove } from '../../kernel/http/program-calls.ts'
import type { RateLimit } from '../../kernel/http/rate-limit.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { Notify } from '../../kernel/notify.ts'
import { createGuessing } from '../identity/index.ts'
import type { LendingDesk } from '../lending/index.ts'
import type { AnyTaskKind, OpenTask } from '../task/index.ts'
import { createCurrentKeys } from './keys/current-key.service.ts'
import { createKeyring } from './keys/keyring.service.ts'
import { createLeases } from './keys/lease.service.ts'
import { createLockKeys } from './keys/lock-keys.service.ts'
import type { LockKeys } from './keys/lock-keys.service.ts'
import { createSigningKeys } from './keys/signing-key.service.ts'
import { createAlerts } from './log/alert.service.ts'
import { createExplain, findLog, findRisks } from './log/log-list.service.ts'
import { createRuntimeLog } from './log/log.service.ts'
import { createSeatBoard } from './log/seat-board.service.ts'
import { createSeen } from './log/seen.service.ts'
import { createDongleFiles } from './offline/dongle-files.service.ts'
import type { Dongles } from './offline/dongles.kind.ts'
import { createExchangeBatch } from './offline/exchange-batch.service.ts'
import { createAnswerDownload, findExchanges } from './offline/exchange-list.service.ts'
import { createExchangeTask } from './offline/exchange-task.service.ts'
import { createExchange } from './offline/exchange.service.ts'
import { createFileTool } from './offline/file-tool.service.ts'
import type { HandIn } from './offline/offline.kind.ts'
import { alertJob, purgeJob, rotationJob } from './runtime.job.ts'
import { createActivation } from './use/activation.service.ts'
import { createAdmission } from './use/admission.service.ts'
import type { AdmissionDeps } from './use/admission.service.ts'
import { createBorrowing } from './use/borrow.service.ts'
import { createConsuming } from './use/consume.service.ts'
import { createData } from './use/data.service.ts'
import { createDeviceLogin } from './use/device-login.service.ts'
import { getDeviceSetting, updateDeviceSetting } from './use/device-setting.service.ts'
import { createFactsMemory } from './use/facts.service.ts'
import type { LicenseUse } from './use/license-use.kind.ts'
import { createLogin } from './use/login.service.ts'
import { createSessions } from './use/session.service.ts'
import { createTokens } from './use/token.service.ts'

export type { AdmissionLimits } from './use/admission.service.ts'
export type { LicenseUse } from './use/license-use.kind.ts'
export type { ContactBy, Contacted, Dongles, LockFile, ToldContact, ToldLock } from './offline/dongles.kind.ts'
export type { HandIn, Handed, HandedBy, HandedOut } from './offline/offline.kind.ts'
export type { LockKeys, LockSigner } from './keys/lock-keys.service.ts'
export { listRefusals } from './log/log-list.queries.ts'
export { scoreRisks } from './log/log-list.service.ts'
export { countTaken, listTaken } from './log/seat-board.queries.ts'
export { readProgramKeys } from './keys/program-keys.service.ts'
export { takenSeats } from './use/session.queries.ts'

export interface RuntimeDeps {
  database: Database
  databaseUrl: string
  clock: Clock
  ids: Ids
  box: SecretBox
  log: Logger
  rateLimit: RateLimit
  license: LicenseUse
  /** Takes lent seats back. */
  lendingDesk: Pick<LendingDesk, 'revoke'>
  notify: Notify
  openTask: OpenTask
  /** Answers the requests of dongles. */
  dongles: Dongles
  /** The URL of this center, without a trailing slash. */
  baseUrl(): string
  limits?: AdmissionDeps['limits']
}

export interface RuntimeDomain {
  programs: ProgramBinding[]
  prove: Prove
  bindings: Binding[]
  taskKinds: AnyTaskKind[]
  jobs: Job[]
  /** Exchanges a file for somebody who has the right to do so. */
  handIn: HandIn
  /** Signs packages for dongles. */
  lockKeys: LockKeys
  /** Starts polling for changes. Nothing is cached before. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createRuntime(deps: RuntimeDeps): RuntimeDomain {
  const { database } = deps
  const facts = createFactsMemory(deps)
  const keyring = createKeyring(deps)
  const currentKeys = createCurrentKeys({ ...deps, facts, keyring })
  const leases = createLeases({ ...deps, keyring })
  const runtimeLog = createRuntimeLog(deps)
  const admission = createAdmission({
    ...deps,
    app: database.app,
    facts,
    log: runtimeLog,
    // By another pool: calls that hold a connection and wait for a second one of the same pool would block each other.
    guessing: createGuessing({ outsideTenants: database.asOwner }),
  })
  const seen = createSeen({ ...deps, owner: database.owner })
  const activation = createActivation({ ...deps, admission, facts, currentKeys, leases, log: runtimeLog, seen })
  const exchange = createExchange({ ...deps, admission, activation, currentKeys, keyring, leases, log: runtimeLog })
  const { dongles } = deps
  const dongleFiles = createDongleFiles({ database, dongles, admission, exchange, log: runtimeLog })
  const fileTool = createFileTool({ database, app: database.app, exchange, dongleFiles })
  const handInAll = createExchangeBatch({ ...deps, admission, activation, currentKeys, exchange, keyring })
  const exchangeTask = createExchangeTask({ ...deps, dongleFiles, exchange, handInAll, keyring })
  const signingIn = {
    ...deps,
    admission,
    log: runtimeLog,
    guessing: createGuessing(database),
    giveToken: createTokens({ ...deps, log: runtimeLog }),
  }
  const login = createLogin(signingIn)
  const deviceLogin = createDeviceLogin(signingIn)
  const sessions = createSessions({ ...deps, admission, facts, leases, activation, currentKeys })
  const data = createData({ ...deps, admission, activation })
  const borrowing = createBorrowing({ ...deps, admission, leases, currentKeys, log: runtimeLog })
  const seatBoard = createSeatBoard({ database, desk: deps.lendingDesk })
  const signingKeys = createSigningKeys({ keyring })

  return {
    programs: [
      answersProgram(runtimeCalls.login, login.login),
      answersProgram(runtimeCalls.logout, login.logout),
      answersProgram(runtimeCalls.deviceLogin, deviceLogin.start),
      answersProgram(runtimeCalls.deviceToken, deviceLogin.collect),
      answersProgram(runtimeCalls.activate, activation.activate),
      answersProgram(runtimeCalls.validate, activation.validate),
      answersProgram(runtimeCalls.deactivate, activation.deactivate),
      answersProgram(runtimeCalls.openSession, sessions.open),
      answersProgram(runtimeCalls.heartbeat, sessions.heartbeat),
      answersProgram(runtimeCalls.closeSession, sessions.close),
      answersProgram(runtimeCalls.consume, createConsuming({ ...deps, admission, activation })),
      answersProgram(runtimeCalls.readData, data.read),
      answersProgram(runtimeCalls.writeData, data.write),
      answersProgram(runtimeCalls.offline, dongleFiles.offline),
      answersProgram(runtimeCalls.dongle, dongleFiles.call),
      answersProgram(runtimeCalls.borrow, borrowing.borrow),
      answersProgram(runtimeCalls.return, borrowing.giveBack),
      answersProgram(runtimeCalls.keys, async (context, { developerId }) => {
        await admission.enterDeveloper(context, developerId)
        return database.inTenant(developerId, 'write', (db) =>
          keyring.publish({ db, developerId, now: context.now }, context.nonce),
        )
      }),
    ],
    prove: currentKeys.prove,
    bindings: [
      answersAlone(deviceLoginCalls.get, deviceLogin.get),
      answersAlone(deviceLoginCalls.confirm, deviceLogin.confirm),
      answersAlone(deviceLoginCalls.deny, deviceLogin.deny),
      answers(seatCalls.find, seatBoard.find),
      answers(seatCalls.count, seatBoard.count),
      answers(seatCalls.licenses, seatBoard.findLicenses),
      answers(seatCalls.release, seatBoard.release),
      answers(runtimeLogCalls.find, findLog),
      answers(runtimeLogCalls.why, createExplain(deps)),
      answers(runtimeLogCalls.risks, findRisks),
      answers(signingKeyCalls.find, signingKeys.find),
      answers(signingKeyCalls.rotate, signingKeys.rotate),
      answers(signingKeyCalls.retire, signingKeys.retire),
      answers(signingKeyCalls.leases, signingKeys.leases),
      answers(deviceSettingCalls.get, getDeviceSetting),
      answers(deviceSettingCalls.update, updateDeviceSetting),
      answers(exchangeCalls.find, findExchanges),
      answersAlone(exchangeCalls.hand, exchangeTask.hand),
      answersFile(exchangeCalls.download, createAnswerDownload(dongles)),
      answersAlone(toolCalls.searchLicense, fileTool.searchLicense),
      answersAlone(toolCalls.read, fileTool.read),
      answers(toolCalls.exchange, exchangeTask.start),
      answersFile(toolCalls.download, exchangeTask.download),
    ],
    taskKinds: [exchangeTask.kind],
    handIn: exchange.handIn,
    lockKeys: createLockKeys({ keyring, currentKeys }),
    jobs: [purgeJob(deps), alertJob(createAlerts(deps)), rotationJob({ ...deps, keyring })],
    async start() {
      seen.start()
      await facts.start()
    },
    async stop() {
      await facts.stop()
      await seen.stop()
    },
  }
}
