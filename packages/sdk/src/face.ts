// What a vendor's program sees of the SDK: what it is made with, what it answers, and what it tells of. sealwright.ts
// keeps these promises.
import type { LeaseClaims } from './lease.ts'
import type { MachineReading } from './machine.ts'
import type { Language, LicenseRefusal, Unreachable } from './refusal.ts'
import type { Session } from './session.ts'

/** What a program is built with. */
export interface SealwrightOptions {
  /** Where the licensing center is, such as `https://license.example.com`. */
  url: string
  /** Of the vendor; the console shows it, with the API password and the root key. */
  developerId: number
  /**
   * Shown with every request. It keeps strangers out; it does not sign anything, and whoever has it can do no more than
   * a program can.
   */
  apiPassword: string
  /** The vendor's root key (Ed25519, base64url): what every lease is verified against, without a network. */
  rootKey: string
  /**
   * The license id of the product that this program is. Needed for accounts; for codes it makes sure that the code
   * covers this product.
   */
  licenseId?: number
  /** Where the license is kept between two runs; by default a file of this user, by developer and product. */
  storePath?: string
  /** The version of this program, where licenses are for versions. */
  productVersion?: number
  /** The language of messages; by default that of the user's environment. */
  language?: Language
  /** For a proxy, or a test. */
  fetch?: typeof fetch
  /** Milliseconds since 1970; by default this machine's clock. */
  clock?: () => number
  /** What the machine is; by default it is read. Give it where your program knows better, such as in a container. */
  machine?: MachineReading | (() => MachineReading | Promise<MachineReading>)
  /**
   * Whether the SDK asks by itself: soon after the start, once a day, and past half of a lease's life. True unless said
   * otherwise.
   */
  background?: boolean
  /** How long one request may take. */
  timeoutMs?: number
}

/** How to activate: by a license code, or as the account that is signed in. */
export interface Activation {
  code?: string
  /** The code's own password, where it has one. */
  password?: string
}

/** Whether the program may run, and what it may do. */
export type LicenseStatus =
  | {
      isLicensed: true
      claims: LeaseClaims
      /** Until when this is so without asking again. */
      offlineUntil: Date
      /** Whether the server was out of reach when it was asked last. */
      isOffline: boolean
    }
  | { isLicensed: false; refusal: LicenseRefusal; isOffline: boolean }

export interface SessionOptions extends Activation {
  /** After so many seconds without a heartbeat the seat returns: 60 to 43200, 600 unless said otherwise. */
  timeoutSeconds?: number
  /** The user session of the operating system, where each is a seat. */
  osSession?: string
  /** The process that takes the seat, where each is one; by default this one. */
  process?: { name: string; pid: number; startedAt?: number }
}

/** Who signed in, and what they may use. */
export interface SignedIn {
  account: string
  userName: string | null
  /** Until when the sign-in is good. */
  until: Date
  licenses: readonly { licenseId: number; expireTime: Date | null }[]
}

export type DataArea = 'rom' | 'raw' | 'pub'

/** What a data area holds. */
export interface DataContent {
  content: Uint8Array
  /** To be given to `write`, so that nobody else's writing is lost. */
  revision: number
}

/** What `on` tells of. */
export interface SealwrightEvents {
  /** The terms were changed, or the license is good again: read `status()` anew. */
  changed: LicenseStatus
  /** The license may not be used from now on. */
  refused: LicenseRefusal
  /** The server was out of reach; what is held stays good until its end. */
  offline: Unreachable
}

/** A vendor's program, as it sees its license. */
export interface Sealwright {
  /** Binds this machine to a license and keeps the lease. Throws `LicenseRefusal` with the reason, or `Unreachable`. */
  activate(by?: string | Activation): Promise<LicenseStatus>
  /** Asks the server now. Never throws: a refusal is the answer, and a server out of reach leaves what is held. */
  validate(): Promise<LicenseStatus>
  /** What is held, judged now, without a network. */
  status(): LicenseStatus
  /** What the license allows; throws `LicenseRefusal` where it is not good. */
  requireLicense(): LeaseClaims
  modules: {
    /**
     * Whether a module is licensed, of this product or of another one that the license covers. False where nothing is.
     */
    has(module: number, licenseId?: number): boolean
    list(licenseId?: number): readonly number[]
  }
  /** Signs an end user in, for account licenses. The password is not kept. */
  login(account: string, password: string): Promise<SignedIn>
  /** Ends the sign-in, with the seats it holds. */
  logout(): Promise<void>
  /** Takes a seat and keeps it by heartbeats: cloud accounts and group codes. */
  openSession(options?: SessionOptions): Promise<Session>
  /**
   * Takes uses of a license that counts them. Repeated by itself where the network fails, and taken once nevertheless.
   */
  consume(amount?: number, options?: { requestId?: string }): Promise<{ taken: number; usesLeft: number }>
  data: {
    /** What an area of the license holds; read-only ones are checked against the signed lease. */
    read(area: DataArea): Promise<DataContent>
    /**
     * Writes the read-write area as a whole; refused (`AREA_CHANGED`) where it was written since `revision` was read.
     */
    write(content: Uint8Array | string, revision: number): Promise<{ revision: number }>
  }
  /** Takes this machine off its license and forgets it. */
  deactivate(): Promise<void>
  /** Listens; answers how to stop that. */
  on<Name extends keyof SealwrightEvents>(name: Name, listener: (event: SealwrightEvents[Name]) => void): () => void
  /** Stops what goes on by itself. Sessions are not given back by it: close them. */
  close(): void
}
