// The codes of Node.js and of nodemailer for connections that do not come about.
export const HOST_UNKNOWN: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL', 'ENODATA', 'EDNS']
export const UNREACHED: readonly string[] = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']
