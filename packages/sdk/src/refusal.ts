// Reasons that stop a program: refusals by the server, and reasons that the SDK finds offline. Programs act on `type`,
// which never changes; users read `message`. An unreachable server is not a refusal.

/** The language of messages for the user. */
export type Language = 'zh' | 'en'

/** Reasons that the SDK finds offline. All other types come from the server, such as `LOCKED` or `MACHINE_LIMIT`. */
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
  'CLOCK_AHEAD',
  'SESSION_TIMED_OUT',
  'SESSION_CLOSED',
  'DATA_FORGED',
  'NO_EXCHANGE_KEY',
  'STORE_UNWRITABLE',
  'CODE_MISTYPED',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'FILE_DAMAGED',
  'FILE_VERSION',
  'FILE_WRONG_KIND',
  'FILE_OTHER_MACHINE',
  'FILE_FORGED',
  'FILE_FOREIGN',
  'FILE_NOT_ASKED',
  'FILE_ENDED',
  'SEAT_BORROWED',
  'NOT_BORROWED',
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
    CLOCK_AHEAD: ['本机时间比授权服务器的时间快', '请校准系统时间后重试。'],
    SESSION_TIMED_OUT: ['与授权服务器失去联系过久，席位已归还', '请检查网络后重新打开。'],
    SESSION_CLOSED: ['会话已关闭', '请重新打开会话。'],
    DATA_FORGED: ['授权数据与签名的许可不符', '请重试；若仍如此，请联系软件厂商。'],
    NO_EXCHANGE_KEY: ['本程序还不能生成请求文件', '请联网一次，或联系软件厂商。'],
    STORE_UNWRITABLE: ['许可数据无法写入磁盘，因此没有任何改变', '请检查磁盘空间和写入权限后重试。'],
    CODE_MISTYPED: ['授权码输入有误', '请对照软件厂商给的授权码重新输入，共 16 个字母和数字。'],
    FILE_TOO_LARGE: ['授权码、密码或账号太长，写不进请求文件', '请检查输入的内容。'],
    FILE_UNREADABLE: ['这不是许可文件', '请选择软件厂商发来的许可文件（D2C）。'],
    FILE_DAMAGED: ['许可文件不完整，或有字符出错', '请重新复制完整的文件。'],
    FILE_VERSION: ['许可文件的版本比本程序新', '请更新本程序。'],
    FILE_WRONG_KIND: ['这是请求文件（C2D），需要的是许可文件（D2C）', '请先把请求文件交给软件厂商，换取许可文件。'],
    FILE_OTHER_MACHINE: ['许可文件属于另一台计算机', '请在那台计算机上导入，或在本机重新生成请求文件。'],
    FILE_FORGED: ['许可文件的内容或签名不正确', '请重新下载许可文件；若仍如此，请联系软件厂商。'],
    FILE_FOREIGN: ['许可文件不是由本软件的厂商签发的', '请使用本软件厂商发来的许可文件。'],
    FILE_NOT_ASKED: [
      '许可文件没有对应的待处理请求，可能已经导入过，或许可已被移除',
      '若程序尚未获得授权，请重新生成请求文件。',
    ],
    FILE_ENDED: ['许可文件已过导入期限', '请检查系统时间；若时间正确，请重新生成请求文件。'],
    SEAT_BORROWED: ['本机使用的是借来的席位，不支持此操作', '请联网续用，或先归还席位。'],
    NOT_BORROWED: ['本机没有借用席位', '请先用借阅码激活。'],
  },
  en: {
    NOT_ACTIVATED: ['This program is not activated on this computer', 'Enter a license code, or sign in and activate.'],
    NOT_SIGNED_IN: ['No account is signed in', 'Sign in first.'],
    STORE_UNREADABLE: [
      'The license stored on this computer is damaged or belongs to another computer',
      'Go online and activate again.',
    ],
    LEASE_MALFORMED: ['The license stored on this computer is damaged', 'Go online and activate again.'],
    LEASE_FORGED: [
      'The signature of the license is invalid',
      'Go online and activate again. If that does not help, contact the software vendor.',
    ],
    LEASE_FOREIGN: [
      'This license was not issued by the vendor of this program',
      'Activate with a license code from the vendor of this program.',
    ],
    KEY_NOT_CERTIFIED: [
      'The license is signed with a key that the vendor has not certified',
      'Go online and activate again. If that does not help, contact the software vendor.',
    ],
    KEY_REVOKED: [
      'The vendor has retired the key that signed this license',
      'Go online. The license is then renewed automatically.',
    ],
    OTHER_MACHINE: ['This license belongs to another computer', 'Activate again on this computer.'],
    LEASE_NOT_YET_GOOD: [
      'The license is not valid yet; the clock of this computer may be slow',
      'Correct the clock and try again.',
    ],
    LEASE_EXPIRED: ['The offline period is over', 'Go online. The license is then renewed automatically.'],
    LEASE_SUPERSEDED: ['This license was replaced by a newer one', 'Go online to get the current license.'],
    CLOCK_ROLLED_BACK: ['The clock of this computer was set back', 'Correct the clock, or go online and try again.'],
    CLOCK_AHEAD: [
      'The clock of this computer is ahead of the licensing server',
      'Correct the clock of this computer and try again.',
    ],
    SESSION_TIMED_OUT: [
      'The licensing server was unreachable for too long, and the seat was released',
      'Check the network and try again.',
    ],
    SESSION_CLOSED: ['The session is closed', 'Open a new session.'],
    DATA_FORGED: [
      'The data of the license does not match its signature',
      'Try again. If that does not help, contact the software vendor.',
    ],
    NO_EXCHANGE_KEY: [
      'This program cannot write request files yet',
      'Connect to the network once, or contact the software vendor.',
    ],
    STORE_UNWRITABLE: [
      'The license data cannot be written to the disk, so nothing has changed',
      'Check the free space and the permissions, then try again.',
    ],
    CODE_MISTYPED: [
      'The license code is mistyped',
      'Compare it with the code from the software vendor. It has 16 letters and digits.',
    ],
    FILE_TOO_LARGE: ['The code, password or account is too long for a request file', 'Check what you have entered.'],
    FILE_UNREADABLE: ['This is not a license file', 'Choose the license file (D2C) from the software vendor.'],
    FILE_DAMAGED: ['The license file is incomplete, or has a wrong character', 'Copy the whole file again.'],
    FILE_VERSION: ['The license file is for a later version of this program', 'Update this program.'],
    FILE_WRONG_KIND: [
      'This is a request file (C2D); a license file (D2C) is needed',
      'Give the request file to the software vendor, who returns a license file.',
    ],
    FILE_OTHER_MACHINE: [
      'The license file belongs to another computer',
      'Import it there, or make a new request file on this computer.',
    ],
    FILE_FORGED: [
      'The content or the signature of the license file is invalid',
      'Download the license file again. If that does not help, contact the software vendor.',
    ],
    FILE_FOREIGN: [
      'The license file was not issued by the vendor of this program',
      'Use the license file from the vendor of this program.',
    ],
    FILE_NOT_ASKED: [
      'The license file answers no open request: it was imported before, or the license was removed since',
      'If this program is not licensed, make a new request file.',
    ],
    FILE_ENDED: [
      'The license file can no longer be imported',
      'Check the clock of this computer. If it is right, make a new request file.',
    ],
    SEAT_BORROWED: [
      'This computer uses a borrowed seat, which does not allow this',
      'Go online to renew the seat, or return it first.',
    ],
    NOT_BORROWED: ['This computer has no borrowed seat', 'Activate with a lending code first.'],
  },
}

/** The content of a refusal. It is also stored in this form. */
export interface RefusalDetails {
  type: string
  message: string
  fix?: string | undefined
  reason?: string | undefined
  clientStatus?: number | undefined
  retryAfter?: number | undefined
  /** The server's time in its signed answer, in milliseconds. */
  provenAt?: number | undefined
}

/** The program must not continue. The server decided this, or the SDK did from its stored facts; see `type`. */
export class LicenseRefusal extends Error {
  /**
   * The reason, for programs: one of `OFFLINE_REASONS`, or a type of the server such as `LOCKED`, `MACHINE_LIMIT` or
   * `SEAT_LIMIT`.
   */
  readonly type: string
  /** What the user can do about it, in the selected language. */
  readonly fix: string | undefined
  /**
   * What an administrator wrote when taking the seat back (`SEAT_RELEASED`, `LENDING_REVOKED`), also part of `message`.
   * One line of plain text, at most 200 characters: show it as text, never as markup. Only from signed answers.
   */
  readonly reason: string | undefined
  /** The server's number for the state of the license: 3 deleted, 4 locked, 5 unknown, 6 unbound, 7 withdrawn. */
  readonly clientStatus: number | undefined
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined
  /**
   * When the server signed this refusal. Undefined for refusals that the SDK finds offline, and for answers without a
   * valid signature: those never end a license.
   */
  readonly provenAt: Date | undefined

  constructor({ type, message, fix, reason, clientStatus, retryAfter, provenAt }: RefusalDetails) {
    super(message)
    this.name = 'LicenseRefusal'
    this.type = type
    this.fix = fix
    this.reason = reason
    this.clientStatus = clientStatus
    this.retryAfter = retryAfter
    this.provenAt = provenAt === undefined ? undefined : new Date(provenAt)
  }
}

/**
 * The server could not be reached or did not answer properly. This says nothing about the license: a valid lease stays
 * valid.
 */
export class Unreachable extends Error {
  /**
   * `NO_ANSWER`: no answer, or not one of a licensing server. `ANSWER_UNPROVEN`: the answer is not signed as an answer
   * to this request, for example because it was recorded earlier or changed on its way.
   */
  readonly type: 'NO_ANSWER' | 'ANSWER_UNPROVEN'

  constructor(message: string, { type = 'NO_ANSWER', cause }: { type?: Unreachable['type']; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'Unreachable'
    this.type = type
  }
}

const UNPROVEN: Record<Language, string> = {
  zh: '收到的应答没有授权服务器对本次请求的签名，可能被篡改或重放；请检查网络和代理后重试',
  en:
    'The answer is not signed by the licensing server for this request. It may have been changed or replayed. ' +
    'Check the network and the proxy, then try again',
}
export const unproven = (language: Language) => new Unreachable(UNPROVEN[language], { type: 'ANSWER_UNPROVEN' })

/** A refusal that the SDK finds offline. */
export function offline(type: OfflineReason, language: Language): LicenseRefusal {
  const [message, fix] = SENTENCES[language][type]
  return new LicenseRefusal({ type, message, fix })
}

export const detailsOf = ({
  type,
  message,
  fix,
  reason,
  clientStatus,
  retryAfter,
  provenAt,
}: LicenseRefusal): RefusalDetails => ({
  type,
  message,
  fix,
  reason,
  clientStatus,
  retryAfter,
  provenAt: provenAt?.getTime(),
})
