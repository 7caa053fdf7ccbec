// The error catalogue: one entry a refusal. A code is `base + n`, grouped as the four known ones are: 0x33000000 for the platform,
// 0x33001000 for the developer center. Texts are phrases under the same names; a number, once given, is never used for another meaning.
const PLATFORM = 0x33000000
const CENTER = 0x33001000

interface ErrorEntry {
  code: number
  /** The HTTP status: 200 for a handler's decision, another for what never reached one. */
  status: number
}

const entry = (base: number, n: number, status = 200): ErrorEntry => ({ code: base + n, status })

export const ERRORS = {
  // What the platform answers before or around any domain.
  'platform.systemError': entry(PLATFORM, 1, 500),
  'platform.invalidUrl': entry(PLATFORM, 2, 404),
  'platform.tooFrequent': entry(PLATFORM, 3, 429),
  'platform.dataTooLarge': entry(PLATFORM, 4, 413),
  'platform.mediaType': entry(PLATFORM, 5, 415),
  'session.expired': entry(PLATFORM, 6),
  'platform.badPayload': entry(PLATFORM, 7),
  'platform.unreadableBody': entry(PLATFORM, 8),
  'platform.duplicateKey': entry(PLATFORM, 9),
  'platform.noPermission': entry(PLATFORM, 10),
  'platform.timeIllegal': entry(PLATFORM, 11),
  'platform.downloadTimedOut': entry(PLATFORM, 12),
  'platform.superOnly': entry(PLATFORM, 13),
  'platform.wrongOrigin': entry(PLATFORM, 14),
  'platform.unavailable': entry(PLATFORM, 15, 503),
  'platform.stale': entry(PLATFORM, 16),
  'idempotency.inProgress': entry(PLATFORM, 20),
  'idempotency.otherPayload': entry(PLATFORM, 21),
  'idempotency.badKey': entry(PLATFORM, 22),
  'captcha.listStale': entry(PLATFORM, 57),

  'identity.loginFailed': entry(CENTER, 1),
  'identity.ordinaryUser': entry(CENTER, 2),
  'identity.notActivated': entry(CENTER, 3),
  'identity.disabled': entry(CENTER, 4),
  'identity.validityOver': entry(CENTER, 5),
  'identity.confirmPassword': entry(CENTER, 6),
  'identity.accountTaken': entry(CENTER, 7),
  'identity.codeWrong': entry(CENTER, 8),
  'identity.codeTooSoon': entry(CENTER, 9),
  'identity.activationCodeWrong': entry(CENTER, 10),
  'identity.linkBroken': entry(CENTER, 11),
  'identity.linkExpired': entry(CENTER, 12),
  'identity.linkInvalid': entry(CENTER, 13),
  'identity.slowedDown': entry(CENTER, 14),
  'developer.becameFormal': entry(CENTER, 15),
  'identity.useKnownDevice': entry(CENTER, 16),
  'identity.passwordWrong': entry(CENTER, 17),
  'identity.samePassword': entry(CENTER, 18),
  'identity.secondFactorWrong': entry(CENTER, 19),
  'identity.totpOn': entry(CENTER, 20),
  'identity.totpNotStarted': entry(CENTER, 21),
  'identity.secondFactorOff': entry(CENTER, 22),
  'identity.passkeyRefused': entry(CENTER, 23),
  'identity.passkeyLimit': entry(CENTER, 24),
  'identity.passkeyNotFound': entry(CENTER, 25),
  'identity.passkeyNeedsDomain': entry(CENTER, 26),
  'identity.addressTaken': entry(CENTER, 27),
  'identity.addressSame': entry(CENTER, 28),
  'identity.sessionNotFound': entry(CENTER, 29),
  'identity.deviceNotFound': entry(CENTER, 30),
  'identity.userNotFound': entry(CENTER, 31),
  'identity.administersAnother': entry(CENTER, 32),
  'identity.alreadySuper': entry(CENTER, 33),
  'identity.notOwed': entry(CENTER, 34),
  'identity.alreadyActivated': entry(CENTER, 35),
  'identity.emailNeeded': entry(CENTER, 36),
  'developer.trialCannotEdit': entry(CENTER, 50),
  'developer.alreadyFormal': entry(CENTER, 51),
  'developer.applicationPending': entry(CENTER, 52),
  'developer.serviceFeeUnpaid': entry(CENTER, 90),

  'access.viewOnly': entry(CENTER, 100),
  'access.adminNotFound': entry(CENTER, 101),
  'access.alreadyAdministrator': entry(CENTER, 102),
  'access.administersAnother': entry(CENTER, 103),
  'access.grantsMore': entry(CENTER, 104),
  'access.hasMore': entry(CENTER, 105),
  'access.ownSelf': entry(CENTER, 106),
  'access.superUntouched': entry(CENTER, 107),
  'access.administratorLimit': entry(CENTER, 108),
  'access.notViewing': entry(CENTER, 109),
  'access.validityPast': entry(CENTER, 110),
  'access.alreadyActive': entry(CENTER, 111),
  'role.notFound': entry(CENTER, 120),
  'role.nameTaken': entry(CENTER, 121),
  'role.inUse': entry(CENTER, 122),
  'role.limit': entry(CENTER, 123),
  'integrator.notFound': entry(CENTER, 130),
  'integrator.nameTaken': entry(CENTER, 131),
  'integrator.limit': entry(CENTER, 132),
  'integrator.memberNotFound': entry(CENTER, 133),
  'integrator.memberLimit': entry(CENTER, 134),
  'integrator.templateNeedsProduct': entry(CENTER, 135),

  'user.notFound': entry(CENTER, 150),
  'user.accountTaken': entry(CENTER, 151),
  'user.accountImmutable': entry(CENTER, 152),
  'user.trialLimit': entry(CENTER, 153),
  'user.notShadow': entry(CENTER, 154),
  'user.alreadyActive': entry(CENTER, 155),
  'user.trialImportLimit': entry(CENTER, 156),
  'user.fileUnreadable': entry(CENTER, 157),
  'user.fileColumns': entry(CENTER, 158),
  'user.fileRows': entry(CENTER, 159),
  'user.fileEmpty': entry(CENTER, 160),
  'user.duplicateInFile': entry(CENTER, 161),
  'user.unknownTag': entry(CENTER, 162),
  'user.changedSince': entry(CENTER, 163),
  'user.fileTooLarge': entry(CENTER, 164),
  'customer.notFound': entry(CENTER, 170),
  'customer.nameTaken': entry(CENTER, 171),
  'customer.unknown': entry(CENTER, 172),
  'tag.notFound': entry(CENTER, 180),
  'tag.nameTaken': entry(CENTER, 181),
  'tag.limit': entry(CENTER, 182),
  'task.notFound': entry(CENTER, 190),
  'task.stateForbids': entry(CENTER, 191),
  'task.undoOver': entry(CENTER, 192),
  'task.notUndoable': entry(CENTER, 193),

  'product.notFound': entry(CENTER, 200),
  'product.licenseIdTaken': entry(CENTER, 201),
  'product.licenseIdReserved': entry(CENTER, 202),
  'product.licenseIdImmutable': entry(CENTER, 203),
  'product.trialLimit': entry(CENTER, 205),
  'product.trialSoftForm': entry(CENTER, 206),
  'product.inUse': entry(CENTER, 207),
  'product.formInUse': entry(CENTER, 208),

  'template.notFound': entry(CENTER, 300),
  'template.versionNotFound': entry(CENTER, 301),
  'template.productImmutable': entry(CENTER, 302),
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof ERRORS

const names = new Map<number, ErrorName>()
for (const [name, { code }] of Object.entries(ERRORS)) names.set(code, name as ErrorName) // entries of ERRORS have its keys

export function errorName(code: number): ErrorName | undefined {
  return names.get(code)
}
