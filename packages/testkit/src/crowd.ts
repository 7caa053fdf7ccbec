// Number of concurrent calls in tests about races. It is far above the number of database connections, so that some
// calls race and others wait. `npm run drill -- crowd` uses a thousand.
export const CROWD = Number(process.env['SEALWRIGHT_CROWD'] ?? 120)
