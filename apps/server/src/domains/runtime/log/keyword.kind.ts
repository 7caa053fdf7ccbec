// What a keyword of the runtime log or the seat board means.

/** Networks, the license with this code, or a text that names an account or a device. */
export type Meant = { networks: string[] } | { licenseGuid: string } | { text: string; isAccount: boolean }
