// The runtime: what programs ask, and what staff see of it: the face.
import { deviceSettingCalls, runtimeCalls, runtimeLogCalls, seatCalls, signingKeyCalls } from '@sealwright/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { answersProgram } from '../../kernel/http/program-calls.ts'
import type { ProgramBinding } from '../../kernel/http/program-calls.ts'
import type { RateLimit } from '../../kernel/http/rate-limit.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import { createActivation } from './activation.service.ts'
import { createConsuming } from './consume.service.ts'
import { createData } from './data.service.ts'
import { getDeviceSetting, updateDeviceSetting } from './device-setting.service.ts'
import { createDoor } from './door.service.ts'
import type { DoorDeps } from './door.service.ts'
import { createFacts } from './facts.service.ts'
import { createKeyDesk } from './key-desk.service.ts'
import { createKeyring } from './keyring.service.ts'
import { createLeases } from './lease.service.ts'
import type { LicenseUse } from './license-use.kind.ts'
import { explain, findLog, findRisks } from './log-desk.service.ts'
import { createRuntimeLog } from './log.service.ts'
import { createLogin } from './login.service.ts'
import { purgeJob, rotationJob } from './runtime.job.ts'
import { createSeen } from './seen.service.ts'
import { createSeatBoard } from './seat-board.service.ts'
import { createSessions } from './session.service.ts'

export type { DoorLimits } from './door.service.ts'
export type { LicenseUse } from './license-use.kind.ts'
export { readProgramKeys } from './program-keys.service.ts'

export interface RuntimeDeps {
  database: Database
  databaseUrl: string
  clock: Clock
  ids: Ids
  box: SecretBox
  log: Logger
  rateLimit: RateLimit
  license: LicenseUse
  limits?: DoorDeps['limits']
}

export interface RuntimeDomain {
  programs: ProgramBinding[]
  bindings: Binding[]
  jobs: Job[]
  /** Reads on in what was changed; until then nothing is remembered. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createRuntime(deps: RuntimeDeps): RuntimeDomain {
  const { database } = deps
  const facts = createFacts(deps)
  const keyring = createKeyring(deps)
  const leases = createLeases({ ...deps, keyring })
  const runtimeLog = createRuntimeLog(deps)
  const door = createDoor({ ...deps, app: database.app, facts, log: runtimeLog })
  const seen = createSeen({ ...deps, owner: database.owner })
  const activation = createActivation({ ...deps, door, facts, keyring, leases, log: runtimeLog, seen })
  const login = createLogin({ ...deps, door, log: runtimeLog })
  const sessions = createSessions({ ...deps, door, facts, leases, activation })
  const data = createData({ ...deps, door, activation })
  const seatBoard = createSeatBoard({ database })
  const keyDesk = createKeyDesk({ keyring })

  return {
    programs: [
      answersProgram(runtimeCalls.login, login.login),
      answersProgram(runtimeCalls.logout, login.logout),
      answersProgram(runtimeCalls.activate, activation.activate),
      answersProgram(runtimeCalls.validate, activation.validate),
      answersProgram(runtimeCalls.deactivate, activation.deactivate),
      answersProgram(runtimeCalls.openSession, sessions.open),
      answersProgram(runtimeCalls.heartbeat, sessions.heartbeat),
      answersProgram(runtimeCalls.closeSession, sessions.close),
      answersProgram(runtimeCalls.consume, createConsuming({ ...deps, door, activation })),
      answersProgram(runtimeCalls.readData, data.read),
      answersProgram(runtimeCalls.writeData, data.write),
      answersProgram(runtimeCalls.keys, async (context, { developerId }) => {
        await door.enterDeveloper(context, developerId)
        return database.inTenant(developerId, 'write', (db) => keyring.publish({ db, developerId, now: context.now }))
      }),
    ],
    bindings: [
      answers(seatCalls.find, seatBoard.find),
      answers(seatCalls.count, seatBoard.count),
      answers(seatCalls.release, seatBoard.release),
      answers(runtimeLogCalls.find, findLog),
      answers(runtimeLogCalls.why, explain),
      answers(runtimeLogCalls.risks, findRisks),
      answers(signingKeyCalls.find, keyDesk.find),
      answers(signingKeyCalls.rotate, keyDesk.rotate),
      answers(signingKeyCalls.retire, keyDesk.retire),
      answers(signingKeyCalls.leases, keyDesk.leases),
      answers(deviceSettingCalls.get, getDeviceSetting),
      answers(deviceSettingCalls.update, updateDeviceSetting),
    ],
    jobs: [purgeJob(deps), rotationJob({ ...deps, keyring })],
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
