// How many ask for the same thing at once, where a test is about who gets it. Far more than there are connections, so
// that some race and some wait; `npm run drill -- crowd` sends a thousand.
export const CROWD = Number(process.env['SEALWRIGHT_CROWD'] ?? 120)
