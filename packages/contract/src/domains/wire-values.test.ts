// Section 4: numbers and names of states and kinds in the API. They are literal here, because other programs rely on
// them and they must never change.
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { violationsOf } from '../kernel/violations.ts'
import { fromWire } from '../kernel/wire.ts'
import { BILL_STATES, ORDER_STATES, PACKAGE_STATES } from './billing/billing.ts'
import { TOP_UP_STATES, topUpMachine } from './billing/top-up.ts'
import { CAPTCHA_CODES, CAPTCHA_TYPES } from './captcha.ts'
import { ACCOUNT_TYPES } from './customer.ts'
import { APPLICATION_STATES } from './developer.ts'
import { LOCK_MODES, LOCK_STATUSES } from './dongle/lock-states.ts'
import { DONGLE_LICENSE_STATUSES, UPGRADE_STATUSES } from './dongle/upgrade-states.ts'
import { EMAIL_TEMPLATE_TYPES, REVIEW_STATUSES } from './email-template.ts'
import { LICENSE_MODES, LICENSE_SOURCES, licenseModeOf } from './license/license-rules.ts'
import { LICENSE_STATUSES } from './license/license-states.ts'
import { licenseCalls, pcLicenseCalls } from './license/license.ts'
import { OPERATION_TYPES } from './operation-log.ts'
import { LICENSE_FORMS } from './product.ts'
import { TASK_STATUSES } from './task.ts'
import {
  BILLING_MODES,
  COUNT_OPERATIONS,
  DEDUCT_MODES,
  KEY_TYPES,
  LAN_BORROW,
  START_TIME_TYPES,
  USE_MODES,
} from './template/template-content.ts'

describe('on the wire', () => {
  it('task statuses have the numbers of section 4', () => {
    expect(TASK_STATUSES).toEqual({
      waiting: 0,
      processing: 1,
      completed: 2,
      partly: 3,
      error: 4,
      cancelled: 5,
      undone: 6,
    })
  })

  it('licenses in dongles and upgrade records have the numbers of section 4', () => {
    expect(DONGLE_LICENSE_STATUSES).toEqual({ notUpgraded: 1, upgraded: 4, expired: 6 })
    expect(UPGRADE_STATUSES).toMatchObject({ downloaded: 1, upgraded: 3, failed: 4, notReported: 5 })
  })

  it('e-mail template types and review statuses have the numbers of section 4', () => {
    expect(EMAIL_TEMPLATE_TYPES).toEqual({
      addAccount: 1,
      registration: 2,
      lendingAdmin: 3,
      lendingCode: 4,
      promotion: 5,
      addAccountNew: 6,
      addAccountActivate: 7,
    })
    expect(REVIEW_STATUSES).toEqual({ reviewing: 1, withdrawn: 2, rejected: 3, approved: 4, enabled: 5 })
  })

  it('license statuses have the numbers of section 4, plus 7, 8 and 9', () => {
    expect(LICENSE_STATUSES).toEqual({
      unbound: 1,
      bound: 4,
      locked: 5,
      expired: 6,
      replaced: 7,
      deleting: 8,
      deleted: 9,
      approving: 15,
      rejected: 16,
      partlyExpired: 17,
    })
  })

  it('activation modes and statuses of user locks have the numbers of section 4', () => {
    expect(LOCK_MODES).toEqual({ permanent: 0, activation: 1 })
    expect(LOCK_STATUSES).toMatchObject({
      periodicActivation: 3,
      activated: 4,
      toPermanentWaiting: 5,
      toPermanentProcessing: 6,
      permanent: 7,
      toActivationWaiting: 8,
      toActivationProcessing: 9,
      backToActivation: 10,
      lost: 11,
      lockWaiting: 14,
      lockProcessing: 15,
      locked: 16,
      unlockWaiting: 17,
      unlockProcessing: 18,
      offlineDaysWaiting: 20,
    })
  })

  it('deduct modes, key types, use modes and license forms have the numbers of section 4', () => {
    expect(DEDUCT_MODES).toEqual({ balance: 1, package: 2, gift: 3, ppm: 4 })
    expect(KEY_TYPES).toEqual({ standalone: 1, group: 2, ppm: 3 })
    expect(USE_MODES).toEqual({ oneMachine: 1, manyMachines: 2 })
    expect(START_TIME_TYPES).toEqual({ specific: 0, release: 1, unlimited: 2 })
    expect(LICENSE_FORMS).toEqual({ cloud: 1, soft: 2 })
    expect(LAN_BORROW).toEqual({ closed: -1, unlimited: 0 })
    expect(BILLING_MODES).toEqual(['day', 'year', 'oneTime'])
  })

  it('a license mode is 1 to 6, by its family, form and key type', () => {
    const code = (licenseKeyType: number) => licenseModeOf('sn', { licenseForm: null, licenseKeyType })
    const modes = [
      licenseModeOf('account', { licenseForm: LICENSE_FORMS.cloud, licenseKeyType: null }),
      licenseModeOf('account', { licenseForm: LICENSE_FORMS.soft, licenseKeyType: null }),
      code(KEY_TYPES.standalone),
      code(KEY_TYPES.group),
      licenseModeOf('smart', { licenseForm: null, licenseKeyType: null }),
      code(KEY_TYPES.ppm),
    ]
    expect(modes.map((mode) => LICENSE_MODES[mode])).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('operation types and count operations have the numbers of section 4', () => {
    expect(OPERATION_TYPES).toEqual({ add: 0, update: 1, delete: 2 })
    expect(COUNT_OPERATIONS).toEqual({ none: 0, set: 1, append: 2, decrease: 3, unlimited: 4 })
  })

  it('account types have the numbers of section 4', () => {
    expect(ACCOUNT_TYPES).toEqual({ email: 1, phone: 2, shadow: 4 })
  })

  it('states without a number have the names of section 4', () => {
    expect([...TOP_UP_STATES].toSorted()).toEqual(['cancelled', 'failed', 'paid', 'pending', 'processing'])
    expect(topUpMachine.events('cancelled')).toEqual([])
    expect(BILL_STATES).toEqual(['pending', 'success', 'failedOverdue', 'failedInsufficient', 'released'])
    expect(PACKAGE_STATES).toEqual(['available', 'usedUp', 'expired'])
    expect(ORDER_STATES).toEqual(['charged', 'notCharged', 'failed', 'insufficient'])
    expect(APPLICATION_STATES).toEqual(['pending', 'rejected', 'approved'])
    expect(LICENSE_SOURCES).toEqual(['full', 'single', 'batch', 'preIssue', 'campaign', 'openApi'])
  })

  it('the captcha has four types and the result codes 200 and 4001', () => {
    expect(CAPTCHA_TYPES).toEqual(['SLIDER', 'ROTATE', 'CONCAT', 'WORD_IMAGE_CLICK'])
    expect(CAPTCHA_CODES).toMatchObject({ solved: 200, wrong: 4001 })
  })

  it('one call issues 1 to 100 codes', () => {
    const guid = '00000000-0000-4000-8000-000000000001'
    const broken = (schema: z.core.$ZodType, given: object) => {
      const { error } = z.safeDecode(schema, fromWire(schema, given))
      return error ? violationsOf(error, given).map(({ path, rule }) => `${path}: ${rule}`) : []
    }
    for (const issue of [
      (count: number) => broken(licenseCalls.issue.payload, { templateGuid: guid, count }),
      (count: number) => broken(pcLicenseCalls.issue.payload, { kind: 'sn', templateGuids: [guid], count }),
    ]) {
      expect([1, 100].flatMap(issue)).toEqual([])
      expect([0, 101].flatMap(issue)).toEqual(['count: tooSmall', 'count: tooBig'])
    }
  })
})
