// Why a program may not go on: what the server said, or what the SDK found by itself without it. A program goes by
// `type`, which never changes; whoever sits before it reads `message`. That the server was not reached is no refusal,
// and never one of these.

/** The language of what the user of the program reads. */
export type Language = 'zh' | 'en'

/** What the SDK finds by itself. Every other type is the server's, such as `LOCKED` or `MACHINE_LIMIT`. */
export const OFFLINE_REASONS = [
  'NOT_ACTIVATED',
  'NOT_SIGNED_IN',
  'STORE_UNREADABLE',
  'LEASE_MALFORMED',
  'LEASE_FORGED',
  'LEASE_FOREIGN',
  'KEY_NOT_CERTIFIED',
  'KEY_REVOKED',
  'OTHER_MACHINE',
  'LEASE_NOT_YET_GOOD',
  'LEASE_EXPIRED',
  'LEASE_SUPERSEDED',
  'CLOCK_ROLLED_BACK',
  'SESSION_TIMED_OUT',
  'SESSION_CLOSED',
  'DATA_FORGED',
] as const
export type OfflineReason = (typeof OFFLINE_REASONS)[number]

type Sentence = readonly [message: string, fix: string]

const SENTENCES: Record<Language, Record<OfflineReason, Sentence>> = {
  zh: {
    NOT_ACTIVATED: ['本程序尚未在此计算机上激活', '请输入授权码，或登录账号后激活。'],
    NOT_SIGNED_IN: ['尚未登录账号', '请先登录。'],
    STORE_UNREADABLE: ['本机保存的许可已损坏，或来自另一台计算机', '请联网重新激活。'],
    LEASE_MALFORMED: ['本机保存的许可已损坏', '请联网重新激活。'],
    LEASE_FORGED: ['许可的签名不正确', '请联网重新激活；若仍如此，请联系软件厂商。'],
    LEASE_FOREIGN: ['这个许可不是由本软件的厂商签发的', '请使用软件厂商提供的授权码激活。'],
    KEY_NOT_CERTIFIED: ['许可由厂商未认可的密钥签名', '请联网重新激活；若仍如此，请联系软件厂商。'],
    KEY_REVOKED: ['签署此许可的密钥已被厂商停用', '请联网，许可会自动更新。'],
    OTHER_MACHINE: ['此许可属于另一台计算机', '请在本机重新激活。'],
    LEASE_NOT_YET_GOOD: ['许可尚未生效，本机时间可能偏早', '请校准系统时间后重试。'],
    LEASE_EXPIRED: ['离线使用的期限已过', '请联网，许可会自动更新。'],
    LEASE_SUPERSEDED: ['这是一个已被更新替换的旧许可', '请联网取得当前的许可。'],
    CLOCK_ROLLED_BACK: ['系统时间被调回了过去', '请校准系统时间，或联网后重试。'],
    SESSION_TIMED_OUT: ['与授权服务器失去联系过久，席位已归还', '请检查网络后重新打开。'],
    SESSION_CLOSED: ['会话已关闭', '请重新打开会话。'],
    DATA_FORGED: ['授权数据与签名的许可不符', '请重试；若仍如此，请联系软件厂商。'],
  },
  en: {
    NOT_ACTIVATED: ['This program is not activated on this computer', 'Enter a license code, or sign in and activate.'],
    NOT_SIGNED_IN: ['Nobody is signed in', 'Sign in first.'],
    STORE_UNREADABLE: [
      'The license kept on this computer is damaged, or is from another computer',
      'Activate again while online.',
    ],
    LEASE_MALFORMED: ['The license kept on this computer is damaged', 'Activate again while online.'],
    LEASE_FORGED: [
      'The signature of the license is wrong',
      'Activate again while online; if that does not help, contact the software vendor.',
    ],
    LEASE_FOREIGN: [
      'This license was not issued by the vendor of this program',
      'Activate with a code from the vendor of this program.',
    ],
    KEY_NOT_CERTIFIED: [
      'The license is signed with a key that the vendor has not certified',
      'Activate again while online; if that does not help, contact the software vendor.',
    ],
    KEY_REVOKED: ['The vendor has retired the key that signed this license', 'Go online; the license renews itself.'],
    OTHER_MACHINE: ['This license belongs to another computer', 'Activate on this one.'],
    LEASE_NOT_YET_GOOD: [
      'The license is not good yet; the clock of this computer may be slow',
      'Set the clock and try again.',
    ],
    LEASE_EXPIRED: ['The time for use without a network is over', 'Go online; the license renews itself.'],
    LEASE_SUPERSEDED: ['This is an old license that was replaced since', 'Go online to get the present one.'],
    CLOCK_ROLLED_BACK: ['The clock of this computer was set back', 'Set the clock, or go online and try again.'],
    SESSION_TIMED_OUT: [
      'The licensing server was out of reach for too long, and the seat was given back',
      'Check the network and open a session again.',
    ],
    SESSION_CLOSED: ['The session is closed', 'Open a session again.'],
    DATA_FORGED: [
      'The data of the license is not what the signed lease says',
      'Try again; if that does not help, contact the software vendor.',
    ],
  },
}

/** What a refusal says; it is kept in this form as well. */
export interface RefusalDetails {
  type: string
  message: string
  fix?: string | undefined
  clientStatus?: number | undefined
  retryAfter?: number | undefined
}

/** The program may not go on, and why. Decided by the server, or by the SDK from what it knows; see `type`. */
export class LicenseRefusal extends Error {
  /**
   * What a program goes by: one of `OFFLINE_REASONS`, or the server's, such as `LOCKED`, `MACHINE_LIMIT`, `SEAT_LIMIT`.
   */
  readonly type: string
  /** What the user can do about it, in the chosen language. */
  readonly fix: string | undefined
  /**
   * The number that the server gives to a state of a license: 3 deleted, 4 locked, 5 unknown, 6 unbound, 7 recycled.
   */
  readonly clientStatus: number | undefined
  /** After so many seconds it may be tried again. */
  readonly retryAfter: number | undefined

  constructor({ type, message, fix, clientStatus, retryAfter }: RefusalDetails) {
    super(message)
    this.name = 'LicenseRefusal'
    this.type = type
    this.fix = fix
    this.clientStatus = clientStatus
    this.retryAfter = retryAfter
  }
}

/**
 * The server was not reached, or did not answer as it should. Says nothing about the license: a lease that is good
 * stays so.
 */
export class Unreachable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Unreachable'
  }
}

/** A refusal that the SDK finds by itself. */
export function offline(type: OfflineReason, language: Language): LicenseRefusal {
  const [message, fix] = SENTENCES[language][type]
  return new LicenseRefusal({ type, message, fix })
}

export const detailsOf = ({ type, message, fix, clientStatus, retryAfter }: LicenseRefusal): RefusalDetails => ({
  type,
  message,
  fix,
  clientStatus,
  retryAfter,
})
