// Why a dongle does not do something. A driver throws a DongleFault with the reason; the SDK makes a refusal in the
// language of the user from it. Types that the server has too mean the same here.
import { LicenseRefusal } from '../refusal.ts'
import type { Language } from '../refusal.ts'

/** The reasons of dongles. Types never change. */
export const DONGLE_REASONS = [
  'DONGLE_MISSING',
  'DONGLE_FOREIGN',
  'DONGLE_FORGED',
  'DONGLE_LOCKED',
  'DONGLE_LOST',
  'DONGLE_NOT_ACTIVATED',
  'DONGLE_ACTIVATION_ENDED',
  'DONGLE_CLOCK',
  'LICENSE_NOT_FOUND',
  'NOT_STARTED',
  'LICENSE_EXPIRED',
  'USES_EXHAUSTED',
  'SEAT_LIMIT',
  'VERSION_TOO_LOW',
  'SESSION_CLOSED',
  'AREA_NOT_FOUND',
  'AREA_TOO_LARGE',
  'STORE_UNWRITABLE',
  'FILE_UNREADABLE',
  'FILE_DAMAGED',
  'FILE_VERSION',
  'FILE_WRONG_KIND',
  'PACKAGE_OTHER_LOCK',
  'PACKAGE_FOREIGN',
  'PACKAGE_FORGED',
  'PACKAGE_KEY_REVOKED',
  'PACKAGE_ENDED',
  'PACKAGE_REPLAYED',
] as const
export type DongleReason = (typeof DONGLE_REASONS)[number]

export const isDongleReason = (text: unknown): text is DongleReason => DONGLE_REASONS.some((one) => one === text)

/** A driver throws it. Nobody reads its words: the SDK makes a `LicenseRefusal` from its reason. */
export class DongleFault extends Error {
  readonly reason: DongleReason

  constructor(reason: DongleReason, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'DongleFault'
    this.reason = reason
  }
}

type Sentence = readonly [message: string, fix: string]

const SENTENCES: Record<Language, Record<DongleReason, Sentence>> = {
  zh: {
    DONGLE_MISSING: ['没有找到硬件锁', '请插好硬件锁后重试。'],
    DONGLE_FOREIGN: ['这把硬件锁不属于本软件的厂商', '请使用本软件厂商提供的硬件锁。'],
    DONGLE_FORGED: ['硬件锁的应答无法验证', '请重新插拔硬件锁；若仍如此，请联系软件厂商。'],
    DONGLE_LOCKED: ['硬件锁已被软件厂商锁定', '请联系软件厂商解锁，然后联网激活一次。'],
    DONGLE_LOST: ['硬件锁已挂失', '请联系软件厂商取消挂失，然后联网激活一次。'],
    DONGLE_NOT_ACTIVATED: ['硬件锁尚未激活', '请联网激活，或用请求文件向软件厂商换取升级包。'],
    DONGLE_ACTIVATION_ENDED: ['硬件锁的激活已到期', '请联网激活，或用请求文件向软件厂商换取升级包。'],
    DONGLE_CLOCK: ['硬件锁的时钟不能调回过去', '请使用更晚的时间，或换一把锁。'],
    LICENSE_NOT_FOUND: ['硬件锁内没有本软件的许可', '请向软件厂商索取升级包，并导入硬件锁。'],
    NOT_STARTED: ['许可尚未生效', '请在许可开始之后再使用。'],
    LICENSE_EXPIRED: ['许可已过期', '请向软件厂商续期。'],
    USES_EXHAUSTED: ['许可的使用次数已用完', '请向软件厂商购买更多次数。'],
    SEAT_LIMIT: ['使用本许可的程序已达上限', '请先关闭另一个程序。'],
    VERSION_TOO_LOW: ['许可不适用于本软件的这个版本', '请向软件厂商升级许可，或使用较低的版本。'],
    SESSION_CLOSED: ['会话已关闭', '请重新打开。'],
    AREA_NOT_FOUND: ['许可没有这个数据区', '请联系软件厂商。'],
    AREA_TOO_LARGE: ['数据区最多 65,535 字节', '请减少要写入的内容。'],
    STORE_UNWRITABLE: ['硬件锁的数据无法写入，因此没有任何改变', '请检查磁盘空间和写入权限后重试。'],
    FILE_UNREADABLE: ['这不是升级包', '请选择软件厂商发来的升级包（D2C）。'],
    FILE_DAMAGED: ['升级包不完整，或有字符出错', '请重新复制完整的文件。'],
    FILE_VERSION: ['升级包的版本比硬件锁新', '请联系软件厂商。'],
    FILE_WRONG_KIND: ['这是请求文件（C2D），需要的是升级包（D2C）', '请先把请求文件交给软件厂商，换取升级包。'],
    PACKAGE_OTHER_LOCK: ['升级包属于另一把硬件锁', '请导入到那把锁，或为这把锁索取升级包。'],
    PACKAGE_FOREIGN: ['升级包不是由这把硬件锁的厂商签发的', '请使用本软件厂商发来的升级包。'],
    PACKAGE_FORGED: ['升级包的内容或签名不正确', '请重新下载升级包；若仍如此，请联系软件厂商。'],
    PACKAGE_KEY_REVOKED: ['签署此升级包的密钥已被厂商停用', '请向软件厂商索取新的升级包。'],
    PACKAGE_ENDED: ['升级包已过导入期限', '请向软件厂商索取新的升级包。'],
    PACKAGE_REPLAYED: ['升级包已经导入过，或已被更新的升级包取代', '若缺少许可，请向软件厂商索取新的升级包。'],
  },
  en: {
    DONGLE_MISSING: ['No dongle was found', 'Plug in the dongle and try again.'],
    DONGLE_FOREIGN: ['This dongle does not belong to the vendor of this program', 'Use a dongle from the vendor.'],
    DONGLE_FORGED: [
      'The answer of the dongle cannot be verified',
      'Unplug the dongle and plug it in again. If that does not help, contact the software vendor.',
    ],
    DONGLE_LOCKED: [
      'The software vendor has locked this dongle',
      'Ask the software vendor to unlock it, then activate it online once.',
    ],
    DONGLE_LOST: [
      'This dongle was reported lost',
      'Ask the software vendor to cancel the report, then activate it online once.',
    ],
    DONGLE_NOT_ACTIVATED: [
      'This dongle is not activated',
      'Activate it online, or exchange a request file for a package of the software vendor.',
    ],
    DONGLE_ACTIVATION_ENDED: [
      'The activation of this dongle has ended',
      'Activate it online, or exchange a request file for a package of the software vendor.',
    ],
    DONGLE_CLOCK: ['The clock of a dongle cannot be set back', 'Use a later time, or another dongle.'],
    LICENSE_NOT_FOUND: [
      'The dongle has no license of this program',
      'Ask the software vendor for a package and import it into the dongle.',
    ],
    NOT_STARTED: ['The license has not started yet', 'Wait until the license starts.'],
    LICENSE_EXPIRED: ['The license has expired', 'Ask the software vendor to extend it.'],
    USES_EXHAUSTED: ['No uses of the license are left', 'Buy more uses from the software vendor.'],
    SEAT_LIMIT: ['As many programs as allowed use this license', 'Close another program first.'],
    VERSION_TOO_LOW: [
      'The license does not cover this version of the program',
      'Ask the software vendor for an update of the license, or use an earlier version.',
    ],
    SESSION_CLOSED: ['The session is closed', 'Open a new session.'],
    AREA_NOT_FOUND: ['The license has no such data area', 'Contact the software vendor.'],
    AREA_TOO_LARGE: ['A data area has at most 65,535 bytes', 'Write less content.'],
    STORE_UNWRITABLE: [
      'The data of the dongle cannot be written, so nothing has changed',
      'Check the free space and the permissions, then try again.',
    ],
    FILE_UNREADABLE: ['This is not a package for a dongle', 'Choose the package (D2C) from the software vendor.'],
    FILE_DAMAGED: ['The package is incomplete, or has a wrong character', 'Copy the whole file again.'],
    FILE_VERSION: ['The package is for a later version of the dongle', 'Contact the software vendor.'],
    FILE_WRONG_KIND: [
      'This is a request file (C2D); a package (D2C) is needed',
      'Give the request file to the software vendor, who returns a package.',
    ],
    PACKAGE_OTHER_LOCK: [
      'The package is for another dongle',
      'Import it there, or ask the software vendor for a package for this dongle.',
    ],
    PACKAGE_FOREIGN: [
      'The package is not from the vendor of this dongle',
      'Use the package from the vendor of this program.',
    ],
    PACKAGE_FORGED: [
      'The content or the signature of the package is invalid',
      'Download the package again. If that does not help, contact the software vendor.',
    ],
    PACKAGE_KEY_REVOKED: [
      'The vendor has retired the key that signed this package',
      'Ask the software vendor for a new package.',
    ],
    PACKAGE_ENDED: ['The package can no longer be imported', 'Ask the software vendor for a new package.'],
    PACKAGE_REPLAYED: [
      'The package was imported before, or a later one was imported first',
      'If a license is missing, ask the software vendor for a new package.',
    ],
  },
}

/** The refusal for a user. */
export function dongleRefusal(reason: DongleReason, language: Language): LicenseRefusal {
  const [message, fix] = SENTENCES[language][reason]
  return new LicenseRefusal({ type: reason, message, fix })
}

/** Runs something with a driver. A fault becomes a refusal in the language of the user. */
export async function inWords<T>(language: Language, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof DongleFault ? dongleRefusal(error.reason, language) : error
  }
}
