// The single place for the numbers of sections 5 and 9 of the specification. Rules, forms, texts and tests read them
// from here.
import { C2D_BYTES } from './domains/offline/exchange-files.ts'

export const LIMITS = {
  page: {
    tableSizes: [10, 20, 30, 50, 100],
    /** Card page sizes by inner window width. The first row with `below` above the width applies. */
    cardSizes: [
      { below: 1480, sizes: [3, 6, 9] },
      { below: 1680, sizes: [6, 12, 18] },
      { below: Number.POSITIVE_INFINITY, sizes: [8, 16, 24] },
    ],
    cardSizesUnknownWidth: [9, 18, 27],
    campaignSize: 5,
    maxSize: 100,
    lastPage: 1_000_000_000,
    /** Counts are exact up to this number. Larger counts come from counters or are capped. */
    exactCount: 10_000,
    /** The most values of one filter. */
    filterValues: 20,
  },
  console: {
    clickThrottleMs: 500,
    captchaRefreshMs: 1_000,
    captchaTipMs: 1_000,
    sliderTrackPx: 242,
    captchaClicks: 4,
    scriptTimeoutMs: 120_000,
    scrollReleaseMs: 800,
    downloadTimeoutMs: 120_000,
    registerRedirectMs: 3_000,
    narrowPx: 900,
    phonePx: 768,
  },
  account: {
    passwordMin: 6,
    passwordMax: 20,
    accountMax: 254,
    userNameMax: 64,
    promotionCodeMax: 30,
    clickDataMax: 500,
    keywordMax: 200,
  },
  /** Codes and links that are sent to an e-mail address or mobile number. */
  verification: {
    digits: 6,
    minutes: 10,
    wrongTries: 5,
    resendSeconds: 60,
    perHourFromNetwork: 5,
    perHour: 20,
    activationDays: 7,
  },
  /**
   * Limits on guessing passwords and second factors: after `freeFailures` within the window, each failure doubles the
   * wait up to `longestWaitSeconds`.
   */
  guessing: {
    windowMinutes: 15,
    freeFailures: 5,
    firstWaitSeconds: 30,
    longestWaitSeconds: 900,
    perNetworkAnHour: 100,
    perAccountAnHour: 50,
    knownNetworkDays: 30,
  },
  secondFactor: {
    digits: 6,
    stepSeconds: 30,
    recoveryCodes: 10,
    passkeys: 10,
    passkeyNameMax: 40,
    trustDays: 30,
    pendingMinutes: 15,
  },
  device: { nameMax: 40, kept: 50, unseenDays: 365 },
  signIn: { keptDays: 180 },
  binding: { postponeDays: 30 },
  /** `startTime` and `endTime` are the times of day of a bare date that starts or ends something. */
  date: { earliest: '1970-01-01', latest: '2105-12-31', startTime: '00:00:00', endTime: '23:59:59' },
  timeZone: { first: 1, last: 100, missing: 89 },
  port: { min: 1, max: 65_535 },
  developer: {
    nameMax: 50,
    displayNameMax: 20,
    briefMax: 200,
    introductionMax: 2_000,
    websiteMax: 200,
    logoBytes: 65_535,
    contacts: 5,
    contactNameMax: 32,
    contactTitleMax: 32,
    pinMin: 16,
    pinMax: 32,
  },
  logo: { pixels: 2_048 },
  application: { companyMax: 100, statementMax: 600, reasonMax: 200 },
  product: {
    nameMax: 64,
    displayNameMax: 20,
    briefMax: 600,
    licenseIdMax: 4_294_967_295,
    licenseVersionMax: 2_147_483_647,
    modules: 64,
    moduleNameMax: 10,
    areaBytes: 65_535,
    logoBytes: 65_535,
    fileNameMax: 200,
    itemKeyMax: 64,
    itemNameMax: 64,
    itemGroupMax: 64,
    items: 500,
  },
  template: {
    nameMax: 64,
    packageNameMax: 64,
    lanBorrowDays: 180,
    lendingDays: 180,
    versionsPage: 20,
    productOptions: 1_000,
    durationDays: 18_250,
    useCount: 4_294_967_295,
    offlineDaysMin: 1,
    offlineDaysMax: 180,
    concurrent: 65_535,
    simultaneousMachines: 65_535,
    cumulativeMachines: 2_147_483_647,
    machines: 65_535,
    forcedAuthenticationDays: 180,
    exchangeFileDays: 90,
    products: 10,
    groupUsers: 65_535,
  },
  license: {
    codeLength: 16,
    codeGroup: 4,
    batchCodes: 100,
    usersPerAddition: 1_000,
    exchangeFiles: 30,
    exchangeFileBytes: C2D_BYTES,
    /** A text that is too long for a C2D is refused by name up to this length. */
    exchangeTextMax: 16_384,
    exchangeBodyBytes: 640 * 1024,
    /** A D2C can contain data areas. */
    searchedFileBytes: 4 * 1024 * 1024,
    exchangeEndings: ['.c2d', '.d2c', '.txt'],
    fileNameMax: 128,
    /** Days that a C2D is accepted and a D2C can be imported, if the license does not set them. */
    exchangeDays: 30,
    /** A C2D may be this far in the future, because the clock of a device without a network drifts. */
    exchangeAheadMinutes: 60,
    /** The highest count of removals that a device can have. */
    removals: 1_000_000_000,
    exportRecords: 200_000,
    overdueDaysShown: 90,
    remarkMax: 200,
    reasonMax: 200,
    expiringDays: 365,
    templateOptions: 100,
    batchActs: 1_000,
    /** Rows of one task. */
    batchRows: 100_000,
    /** Days that a device may run offline if the license does not set them. */
    leaseDays: 180,
  },
  /** Dongles. A package is not reported if no result came `reportDays` after somebody fetched it. */
  dongle: {
    remarkMax: 200,
    reasonMax: 200,
    /** Locks of one batch, and of one issue that is not a task. */
    batchLocks: 10_000,
    issueAtOnce: 100,
    batchBodyBytes: 1024 * 1024,
    importBytes: 2 * 1024 * 1024,
    importEndings: ['.xlsx', '.csv', '.txt'],
    offlineDays: 30,
    packageDays: 30,
    reportDays: 14,
    endingDays: [7, 15, 30],
    endingDaysMax: 365,
    /** Waiting packages in one answer to a lock, oldest first. Commands come once all of them are handed out. */
    packagesAtOnce: 50,
    /** Contacts in the history of a lock. */
    contactsKeptDays: 180,
  },
  /** Dongles at the platform desk. */
  lockStock: {
    fileBytes: 16 * 1024 * 1024,
    fileEndings: ['.csv', '.xlsx'],
    fileRows: 20_000,
    /** Of a checked file. */
    shownRows: 200,
    /** Locks that move at once. */
    atOnce: 200,
    reasonMax: 200,
  },
  /** Settings of the center. */
  center: {
    nameMax: 40,
    termsMax: 50_000,
    logoBytes: 65_535,
    pathMax: 100,
    captchaUrls: 50,
    noteMax: 100,
    /** Letters and digits of an invitation code. */
    codeLength: 12,
    codeMax: 20,
    openInvitations: 1_000,
    /** Days after its first developer that a center counts as new. */
    newDays: 30,
  },
  /** Lending codes, and the sign-in of those who lend. */
  lending: {
    codeLength: 11,
    personMax: 64,
    noteMax: 200,
    administrators: 10,
    /** Of the link in a mail, and of the sign-in with it. */
    linkHours: 24,
    sessionHours: 12,
    linksPerHour: 5,
    /** Mails of a lending administrator to one address, and of all of a code. */
    mailsPerHour: 10,
    mailsPerHourOfCode: 100,
    returnedDaysShown: 90,
    /** How many rows the page of a lending administrator has. */
    rowsShown: 500,
  },
  /** The public page of a code: how long a visit lasts without typing the code again. */
  codePage: {
    visitMinutes: 30,
    visitMax: 512,
    machinesShown: 50,
    codesPerHour: 30,
  },
  /**
   * Runtime calls. A seat without a heartbeat is released after `seatSeconds`. A process answers from its cache for at
   * most `freshMs` after it last read the changes, which it reads every `tailMs`.
   */
  runtime: {
    seatSeconds: 600,
    seatSecondsMin: 60,
    seatSecondsMax: 43_200,
    tokenDays: 30,
    machineNameMax: 100,
    addresses: 16,
    dataBodyBytes: 128 * 1024,
    callsPerMinute: 1_200,
    callsPerMinuteOfCode: 6_000,
    callsPerMinuteOfDeveloper: 600_000,
    unknownCodesPerHour: 60,
    wrongPasswordsPerHour: 20,
    freshMs: 2_000,
    tailMs: 250,
    seenMs: 30_000,
    logDays: 90,
    endedSeatDays: 30,
    /** Seats of a license that the seat board shows with it. */
    seatsShown: 5,
    releaseReasonMax: 200,
    /**
     * Devices per hour and network that get a log row each when they are refused the same license for the same reason.
     * Further devices share one row.
     */
    refusedMachines: 50,
    /** Log rows that the refusals of one license can make. Further refusals share one row per reason. */
    refusalRowsPerHour: 200,
    refusalRowsPerDay: 1_000,
    /**
     * Part changes of its devices that a license tolerates in 30 and in 365 days. After that, a device with a changed
     * part counts as another device.
     */
    partChangesPerMonth: { initial: 1, max: 100, days: 30 },
    partChangesPerYear: { initial: 2, max: 1_000, days: 365 },
    /** Days that a signing key signs, and days before its end at which the next key takes over. */
    keySignsDays: 90,
    keyOverlapDays: 14,
    keyNoteMax: 200,
  },
  /**
   * Sign-in of programs through the browser: how long a code is valid, how often programs may ask, and how many codes
   * may be open at once, per developer and network and per developer.
   */
  deviceLogin: {
    userCodeLetters: 8,
    minutes: 10,
    intervalSeconds: 5,
    openOfNetwork: 50,
    openOfDeveloper: 10_000,
  },
  trial: { products: 1, users: 100, importRows: 10, licenseDays: 90 },
  tag: { perUser: 5, nameMax: 20, perDeveloper: 1_000 },
  user: { batchMax: 1_000, userNameMax: 64, shadowNameMax: 64, addressMax: 200, descriptionMax: 600 },
  customer: { options: 100, nameMax: 64, contactMax: 32, addressMax: 200, remarkMax: 600 },
  /** User import. `unpackedBytes` limits the size of an uncompressed spreadsheet. */
  userImport: {
    rows: 100_000,
    fileBytes: 24 * 1024 * 1024,
    unpackedBytes: 256 * 1024 * 1024,
    cellMax: 1_000,
    endings: ['.xlsx', '.csv'],
  },
  /** The longest id of a request, and how many actors the filter of the log offers. */
  operationLog: { requestMax: 64, actors: 500 },
  /** `previewRows`: an undo is tried with this many rows before it is confirmed. */
  task: { undoHours: 24, draftHours: 24, keptDays: 180, subjectMax: 254, previewRows: 1_000 },
  access: {
    roleNameMax: 32,
    descriptionMax: 200,
    remarkMax: 200,
    roles: 200,
    administrators: 1_000,
    quotaMax: 2_147_483_647,
    assignAtOnce: 1_000,
  },
  integrator: { perDeveloper: 1_000, members: 100 },
  /**
   * An invitation is open for `days`. Messages a day: `perDay` of one developer, `perAddress` of one developer to one
   * address, `toAddress` of all developers to one address. The last two also apply, counted separately, to messages
   * that tell the owner of an active account that they were added as a user.
   */
  invitation: { days: 7, perDay: 100, perAddress: 5, toAddress: 20 },
  /** `sentMax`: characters of HTML that a call takes. After cleaning, at most `bodyBytes` are stored. */
  emailTemplate: {
    perDeveloper: 200,
    nameMax: 64,
    subjectMax: 200,
    sentMax: 64 * 1024,
    bodyBytes: 64 * 1024,
    textMax: 20_000,
    addressMax: 2_000,
    reasonMax: 200,
  },
  /**
   * `perDay`: how often one person can send feedback in 24 hours. Pictures are deleted `picturesKeptDays` after the
   * answer.
   */
  feedback: {
    textMin: 10,
    textMax: 2_000,
    pictures: 5,
    pictureBytes: 2 * 1024 * 1024,
    picturePixels: 8_192,
    pageMax: 200,
    answerMax: 2_000,
    perDay: 10,
    picturesKeptDays: 180,
  },
  /**
   * `named`: products, templates or requesters that a flow names. A decision on more than `directLicenses` licenses
   * takes effect as a task. `entries`: entries by people in the history of a request, except decisions.
   */
  approval: {
    flows: 50,
    nameMax: 30,
    steps: 5,
    approvers: 20,
    named: 100,
    remindHoursMax: 720,
    countMax: 100_000,
    fenMax: 100_000_000_000,
    daysMax: 36_500,
    expireDays: 30,
    expireDaysMax: 365,
    textMax: 500,
    decidedAtOnce: 100,
    directLicenses: 200,
    entries: 200,
  },
  /**
   * `sources`: values of advertising parameters that a campaign counts separately.
   * `perNetworkADay`: participations of one campaign. A page view counts once a day for each visitor, and
   * `viewsOfNetworkADay` times for each link and network, because visitors choose the name of their browser. Of one
   * entry of the blacklist, `attempts` are kept.
   */
  campaign: {
    perDeveloper: 1_000,
    nameMax: 19,
    introductionMax: 600,
    links: 5,
    linkNameMax: 20,
    placesMax: 10_000_000,
    userScopeMax: 9,
    urlMax: 500,
    tokenMax: 64,
    unsubscribeMax: 500,
    pictureBytes: 512 * 1024,
    picturePixels: 4_096,
    perNetworkADay: 50,
    viewsOfNetworkADay: 500,
    withdrawnAtOnce: 100,
    reportDays: 366,
    reportSources: 20,
    /** Promotion mails of a developer to a user within 24 hours. */
    mailsADay: 3,
    sources: 1_000,
    blacklist: { entries: 10_000, atOnce: 200, reasonMax: 100, fileBytes: 1024 * 1024, attempts: 1_000 },
  },
  /**
   * `open`: the number of unfinished top-ups allowed at once. An unpaid top-up is canceled after `openHours`. Until it
   * is settled, the server queries the provider every `askMinutes`.
   */
  topUp: { multipleYuan: 100, maxYuan: 2_000_000, open: 50, openHours: 24, askMinutes: 5 },
  billing: {
    freeDevices: 5,
    extraDeviceFen: 100,
    reminderDays: [30, 15],
    voucherDays: 90,
    giftDays: 90,
    perDayFen: 10,
    perYearFen: 1_500,
    oneTimeFen: 5_800,
    lowBalanceFen: 10_000_000_000,
    quoteCount: 100_000,
    noteMax: 200,
    serialMax: 40,
    spendingDays: 30,
    spendingMonths: 12,
    /** The highest price and the largest single credit that a platform operator can enter. */
    rateFen: 1_000_000,
    creditFen: 10_000_000_000,
  },
  /**
   * Money at the platform desk: tiers and gift steps of a price list, and the correction above which a second operator
   * confirms. Corrections of one operator for one developer within `splitHours` count together.
   */
  desk: {
    tiers: 50,
    gifts: 20,
    correctionFen: 100_000,
    splitHours: 24,
    statementBytes: 10 * 1024 * 1024,
    statementRows: 100_000,
    statementEndings: ['.csv'],
  },
  /** Limits of the packages that a platform operator offers. */
  package: { atOnce: 100, quantity: 10_000_000, days: 3_650, priceFen: 1_000_000_000 },
  serviceFee: {
    periodMonths: 12,
    periodMonthsMax: 36,
    firstDays: 30,
    firstDaysMax: 365,
    aheadMonths: 36,
    amountFen: 1_000_000_000,
  },
  /** Settings of the platform, for all developers or for one: `initial` applies until a setting exists. */
  platform: {
    giftLicenses: { initial: 100, max: 1_000_000 },
    graceDays: { initial: 15, max: 365 },
    issueMax: { initial: 1_000, max: 1_000 },
    trialLicenses: { initial: 1_000, max: 1_000_000 },
  },
  /** Reminders go out from this hour on, in the developer's time zone. The digest of a week looks back and ahead. */
  reminder: { hour: 9, digestBackDays: 7, digestAheadDays: 30, digestReasons: 5 },
  /** `series`: shown of one split; the others are added up. */
  statistics: { periodsDays: [7, 14, 21, 28], rangeDays: 366, series: 10, keptDays: 1_100 },
  /** `skewSeconds`: how far the clock of a caller may be off, and how long a nonce is remembered. */
  accessKey: {
    perDeveloper: 50,
    nameMax: 40,
    networks: 20,
    skewSeconds: 300,
    nonceMin: 16,
    nonceMax: 64,
    callsPerMinute: 600,
    overlapHours: 24,
    overlapHoursMax: 168,
    countedDays: 30,
    pageSize: 20,
  },
  /** Attempts of a delivery end `retryHours` after its event. `answerMax`: kept characters of an answer. */
  webhook: {
    perDeveloper: 20,
    urlMax: 500,
    descriptionMax: 100,
    timeoutSeconds: 10,
    retryHours: 24,
    /** Pauses after each failed attempt, in seconds. The last one repeats. */
    pauses: [5, 30, 120, 600, 1_800, 3_600, 7_200],
    keptDays: 30,
    answerMax: 2_000,
    testsPerMinute: 10,
    overlapHours: 24,
    overlapHoursMax: 168,
  },
  config: { valueMax: 2_000, networks: 50 },
  superAdministratorChange: { codeMinutes: 60 },
  session: { idleHours: 8, maxDays: 7, confirmMinutes: 5 },
  /** `days`: how long bound devices continue to run. */
  suspension: { reasonMin: 2, reasonMax: 500, days: 15, daysMax: 90 },
  /** Platform operators. A session ends after `idleMinutes` without a call, and after `sessionHours` in any case. */
  operator: {
    max: 100,
    noteMax: 2_000,
    nameMax: 32,
    idleMinutes: 60,
    sessionHours: 12,
    linkHours: 72,
    linkMax: 64,
    codeMax: 16,
    reasonMin: 4,
    reasonMax: 200,
    visitMinutes: 60,
    visitMinutesMin: 5,
    visitMinutesMax: 240,
  },
  /**
   * Days after creation that the outbox keeps a message: `endedDays` if it was sent or failed, `keptDays` if no mail or
   * SMS service is configured to send it.
   */
  mail: { endedDays: 30, keptDays: 90 },
  /**
   * SMTP accounts of developers. A server has `timeoutSeconds` for the whole conversation. While a sender fails, it is
   * tried again every `restSeconds`; in between, the platform sends.
   */
  sender: {
    perDeveloper: 20,
    nameMax: 64,
    hostMax: 253,
    userMax: 254,
    passwordMax: 256,
    timeoutSeconds: 10,
    restSeconds: 60,
    checksPerMinute: 10,
    countedDays: 30,
    saidMax: 300,
  },
  /**
   * Read messages are deleted after `readDays`, all after `keptDays`. Unread ones are counted up to `countedMax`. After
   * `alertsPerDay` risks or full licenses of a developer, one message a day tells each reader of the others.
   */
  message: { readDays: 180, keptDays: 365, countedMax: 100, alertsPerDay: 10 },
  notice: { titleMax: 100, textMax: 4_000, developersMax: 200, bannerMax: 300 },
  http: { bodyBytes: 256 * 1024 },
} as const

/** Section 5: 11 digits, the first one 1. */
export const MOBILE = /^1\d{10}$/

/** Section 5: an optional area code of 3 or 4 digits with a hyphen or space, then 7 to 14 digits. */
export const LANDLINE = /^(?:\d{3,4}[- ])?\d{7,14}$/

/** Section 5: characters that names must not contain. SPECIAL also matches their full-width forms. */
export const SPECIAL_CHARACTERS = '~ ` # $ % ^ & * + = [ ] { } | \\ : ; " \' < > /'
const SPECIAL = /[~`#$%^&*+=[\]{}|\\:;"'<>/～｀＃＄％＾＆＊＋＝［］｛｝｜＼：；＂＇＜＞／￥“”‘’【】《》]/

export function hasSpecialCharacter(text: string): boolean {
  return SPECIAL.test(text)
}

/** The card page sizes for a window width. */
export function cardSizes(innerWidth: number | undefined): readonly number[] {
  if (innerWidth === undefined || !Number.isFinite(innerWidth)) return LIMITS.page.cardSizesUnknownWidth
  return LIMITS.page.cardSizes.find((row) => innerWidth < row.below)?.sizes ?? LIMITS.page.cardSizesUnknownWidth
}
