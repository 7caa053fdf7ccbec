// The public interface of the SDK: options, answers and events. The implementation is in sealwright.ts.
import type { LeaseClaims } from './lease.ts'
import type { MachineReading } from './machine.ts'
import type { Language, LicenseRefusal, Unreachable } from './refusal.ts'
import type { Session } from './session.ts'

/** The options of a program. */
export interface SealwrightOptions {
  /** The URL of the licensing center, such as `https://license.example.com`. */
  url: string
  /** Your developer id. The console shows it together with the API password and the root key. */
  developerId: number
  /** Sent with every request. It cannot sign leases, and it only allows the calls that your programs make. */
  apiPassword: string
  /** Your root key (Ed25519, base64url). All leases are verified against it, without a network. */
  rootKey: string
  /**
   * The certificate of your exchange key, for files without a network. The console shows it beside the root key. After
   * a first contact with the server, the SDK knows it anyway.
   */
  exchangeKey?: string
  /**
   * The license id of this product. Required for accounts. For license codes, it ensures that the code covers this
   * product.
   */
  licenseId?: number
  /** The file that stores the license. Default: a file in the user's profile, by developer and product. */
  storePath?: string
  /** The version of this program, if licenses are limited to versions. */
  productVersion?: number
  /** The language of messages. Default: the language of the environment. */
  language?: Language
  /** For a proxy or for tests. */
  fetch?: typeof fetch
  /** Milliseconds since 1970. Default: the system clock. */
  clock?: () => number
  /**
   * The identity of the device. By default the SDK reads it. Provide it if your program has better information, for
   * example in a container.
   */
  machine?: MachineReading | (() => MachineReading | Promise<MachineReading>)
  /**
   * Whether the SDK contacts the server on its own: shortly after the start, once a day, and after half of a lease's
   * period. Default: true.
   */
  background?: boolean
  /** Timeout of a request. */
  timeoutMs?: number
}

/** Activates by license code, or for the signed-in account if `code` is absent. */
export interface Activation {
  code?: string
  /** The password of the code, if it has one. */
  password?: string
}

/** Whose license a file asks for: that of a code, of an account, or of the signed-in account if both are absent. */
export interface FileRequest extends Activation {
  account?: string
}

/** A file for a device without a network. Save it under its name, or show its text as a QR code. */
export interface LicenseFile {
  /** It tells the device and the time, and ends in `.c2d`. */
  name: string
  text: string
}

/** Borrows a seat of a group code. */
export interface Borrowing {
  code: string
  /** The password of the code, if it has one. */
  password?: string
  days: number
}

/** Whether the program may run, and what it may do. */
export type LicenseStatus =
  | {
      isLicensed: true
      claims: LeaseClaims
      /** Valid until then without contacting the server. */
      offlineUntil: Date
      /** Whether the last attempt got no signed answer of the server. */
      isOffline: boolean
    }
  | { isLicensed: false; refusal: LicenseRefusal; isOffline: boolean }

export interface SessionOptions extends Activation {
  /** Seconds without a heartbeat after which the seat is released, from 60 to 43200. Default: 600. */
  timeoutSeconds?: number
  /** The user session of the operating system, for licenses that count user sessions. */
  osSession?: string
  /** The process that takes the seat, for licenses that count processes. Default: this process. */
  process?: { name: string; pid: number; startedAt?: number }
}

/** The signed-in user and their licenses. */
export interface SignedIn {
  account: string
  userName: string | null
  /** End of the sign-in. */
  until: Date
  licenses: readonly { licenseId: number; expireTime: Date | null }[]
}

/** The code of a sign-in through the browser. Show it to the user together with the address. */
export interface SignInCode {
  /** The user compares it with the one in the browser, such as `BCDF-GHJK`. */
  userCode: string
  /** The page where the user enters the code. */
  url: string
  /** The same page with the code filled in. Open it in a browser, or show it as a QR code. */
  urlWithCode: string
  expiresAt: Date
}

export interface BrowserLoginOptions {
  /** Called once, before the SDK waits. */
  onCode(code: SignInCode): void
  /** The name of your program. The user sees it before confirming. */
  programName?: string
  /** Stops waiting. The promise then rejects with the reason of the signal. */
  signal?: AbortSignal
}

export type DataArea = 'rom' | 'raw' | 'pub'

/** The content of a data area. */
export interface DataContent {
  content: Uint8Array
  /** Pass it to `write`, so that changes by others are not overwritten. */
  revision: number
}

/** The events of `on`. */
export interface SealwrightEvents {
  /** The terms changed, or the license is valid again. Read `status()`. */
  changed: LicenseStatus
  /** The license must not be used any longer. */
  refused: LicenseRefusal
  /** The server was unreachable, or its answer not signed. The current lease stays valid until it ends. */
  offline: Unreachable
}

/** The license of a program. */
export interface Sealwright {
  /** Binds this device to a license and stores the lease. Throws `LicenseRefusal` or `Unreachable`. */
  activate(by?: string | Activation): Promise<LicenseStatus>
  /**
   * Contacts the server now. Never throws: a signed refusal is part of the status, and without a signed answer the
   * current lease stays valid.
   */
  validate(): Promise<LicenseStatus>
  /** The current status, without a network. */
  status(): LicenseStatus
  /** The license's claims. Throws `LicenseRefusal` if the license is not valid. */
  requireLicense(): LeaseClaims
  modules: {
    /**
     * Whether a module of this product, or of another product of the license, is licensed. False without a valid
     * license.
     */
    has(module: number, licenseId?: number): boolean
    list(licenseId?: number): readonly number[]
  }
  /**
   * Signs in an end user by password, for licenses for accounts. The password is not stored. After `LOGIN_FAILED`,
   * offer
   * `loginWithBrowser` too.
   */
  login(account: string, password: string): Promise<SignedIn>
  /**
   * Signs in an end user through the browser: the user confirms a code there, with captcha and two-step verification.
   * For every account except shadow accounts. Accounts of administrators and accounts with two-step verification can
   * only sign in this way. Refused with `ACCESS_DENIED` or `CODE_EXPIRED`.
   */
  loginWithBrowser(options: BrowserLoginOptions): Promise<SignedIn>
  /** Signs out and releases the seats of the sign-in. */
  logout(): Promise<void>
  /** Takes a seat and keeps it with heartbeats. For cloud accounts and group codes. */
  openSession(options?: SessionOptions): Promise<Session>
  /** Consumes uses of a license that counts them. Retries after network failures without consuming twice. */
  consume(amount?: number, options?: { requestId?: string }): Promise<{ taken: number; usesLeft: number }>
  data: {
    /**
     * Reads a data area. Read-only areas are verified against the signed lease. If areas came by file, they are read
     * without a network: read-only ones always, the read-write one if the server is unreachable.
     */
    read(area: DataArea): Promise<DataContent>
    /**
     * Replaces the content of the read-write area. Refused with `AREA_CHANGED` if it was written after `revision` was
     * read.
     */
    write(content: Uint8Array | string, revision: number): Promise<{ revision: number }>
  }
  /** Unbinds this device from its license and deletes the stored lease. Returns a borrowed seat. */
  deactivate(): Promise<void>
  /**
   * Writes a request file (C2D) that asks to bind this device, without a network. The center exchanges it for a license
   * file (D2C), which `importFile` takes.
   */
  requestFile(by?: string | FileRequest): Promise<LicenseFile>
  /** Writes a request file that asks for a new lease of the license on this device. */
  refreshFile(): Promise<LicenseFile>
  /**
   * Imports the license file (D2C) that answers a request file of this device. The answer to a removal only confirms
   * it.
   */
  importFile(text: string): Promise<LicenseStatus>
  /**
   * Removes the license from this device, then writes a request file that proves it. The device counts as bound until
   * the center gets the file. Returns the same file again until the next license.
   */
  unbindToFile(): Promise<LicenseFile>
  /** Takes the seat of a lending code. It can be used without a network until the loan ends. */
  activateLendingCode(code: string): Promise<LicenseStatus>
  /** Borrows a seat of a group code for some days, if its license allows that. */
  borrow(by: Borrowing): Promise<LicenseStatus>
  /** Returns the borrowed seat before its end. */
  returnSeat(): Promise<void>
  /** Adds a listener and returns a function that removes it. */
  on<Name extends keyof SealwrightEvents>(name: Name, listener: (event: SealwrightEvents[Name]) => void): () => void
  /** Stops background work. Does not close sessions: close them first. */
  close(): void
}
