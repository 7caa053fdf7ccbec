import type { Leaves } from '../../phrases.ts'
import type { health as source } from '../../zh-cn/desk/health.ts'

export const health: Leaves<typeof source> = {
  errors: {
    verifying: 'A verification is already running. Its result appears here soon.',
  },
  fields: { what: 'What to verify' },
  titles: { page: 'Health' },
  sentence: 'The checks of this center, updated every {seconds, number} seconds. Problems come first.',
  levels: { green: 'OK', yellow: 'Attention', red: 'Failure', unknown: 'Not known' },
  overall: {
    green: 'Everything is fine',
    yellow: '{count, plural, one {# check needs attention} other {# checks need attention}}',
    red: '{count, plural, one {# failure} other {# failures}}',
    unknown: '{count, plural, one {# check is not known} other {# checks are not known}}',
  },
  updated: 'Updated at {time}',
  stale: 'The page cannot be updated at the moment. This is the state at {time}.',
  toGuide: 'What to do',
  details: 'Details',
  last: { log: 'Last verified', ledger: 'Last verified', backup: 'Last backup', drill: 'Last drill' },
  never: 'Never',
  flags: { yes: 'Yes', no: 'No' },
  verify: 'Verify now',
  verifying: 'Verifying',
  verifyStarted: 'The verification runs in the background',
  needsDatabase: 'PostgreSQL does not answer, so this cannot be checked. Bring PostgreSQL back first.',
  processes: {
    title: 'Processes',
    id: 'Process',
    version: 'Version',
    state: 'State',
    start: 'Started',
    last: 'Last heartbeat',
    this: 'Answers this page',
    states: { running: 'Running', stopped: 'Stopped', gone: 'Ended unexpectedly' },
    none: 'No process has sent a heartbeat yet',
  },
  checks: {
    database: {
      title: 'Database',
      measures:
        'Whether PostgreSQL answers; size, connections, longest transaction, slowest statement, lag of standbys',
    },
    processes: { title: 'Processes and versions', measures: 'The running server processes and their versions' },
    disk: { title: 'Disk space', measures: 'Free space on the disk of the data folder' },
    jobs: { title: 'Background jobs', measures: 'Jobs that wait, have failed or exceed their time limit' },
    log: { title: 'Operation log', measures: 'Whether entries are sealed in time, and the last verification' },
    ledger: { title: 'Ledger', measures: 'The last verification of the ledger' },
    backup: { title: 'Backup', measures: 'Time and size of the last backup' },
    drill: { title: 'Restore drill', measures: 'Time and result of the last restore drill' },
    certificates: { title: 'Certificates', measures: 'Days left of the site and payment certificates' },
    mail: { title: 'Mail and text messages', measures: 'Time in the queue, and failures within 24 hours' },
    webhooks: { title: 'Webhooks', measures: 'Deliveries that are overdue' },
    networks: { title: 'Limited networks', measures: 'Requests refused today because they were too frequent' },
    attacks: { title: 'Attacks on sign-in and captcha', measures: 'Failed sign-ins and captchas of today' },
  },
  values: {
    database: {
      reachable: 'Reachable',
      sizeBytes: 'Size',
      connections: 'Connections',
      connectionsRatio: 'Connections in use',
      longestTransactionSeconds: 'Longest transaction',
      slowestMilliseconds: 'Mean time of the slowest statement',
      standbys: 'Standbys',
      replicationSeconds: 'Lag of standbys',
    },
    processes: { running: 'Running', versions: 'Versions', gone: 'Ended unexpectedly (24 hours)' },
    disk: { freeBytes: 'Free space', freeRatio: 'Free share' },
    jobs: {
      waiting: 'Waiting',
      waitingSeconds: 'Longest wait',
      failed: 'Failed (24 hours)',
      hanging: 'Over their time limit',
    },
    log: { unsealedSeconds: 'Longest unsealed', verifiedSeconds: 'Since the last verification', problems: 'Problems' },
    ledger: { verifiedSeconds: 'Since the last verification', problems: 'Problems' },
    backup: { ageSeconds: 'Since the last backup', fileBytes: 'Size of the backup' },
    drill: { ageSeconds: 'Since the last drill', problems: 'Problems' },
    certificates: {
      siteDays: 'Site certificate, time left',
      siteTrusted: 'Site certificate is trusted',
      paymentDays: 'Payment certificate, time left',
    },
    mail: { queued: 'Queued', queuedSeconds: 'Longest in the queue', failed: 'Failed (24 hours)', kept: 'Kept' },
    webhooks: { waiting: 'Waiting', waitingSeconds: 'Longest overdue' },
    networks: { limited: 'Refused requests', networks: 'Networks' },
    attacks: { signIns: 'Failed sign-ins', slowed: 'Attempts slowed down', captchas: 'Failed captchas' },
  },
  findings: {
    database: {
      unreachable:
        'PostgreSQL does not answer, so nothing but this page works. Start PostgreSQL, or check the network and ' +
        'DATABASE_URL.',
      connectionsFull:
        '{value} of the connections are in use, and new requests are refused. Find the program that holds them, or ' +
        'raise max_connections.',
      connectionsMany:
        '{value} of the connections are in use. Find the program that holds them, or raise max_connections.',
      transactionStuck: 'A transaction has run for {value}. It blocks cleanup and upgrades. Look at it and end it.',
      transactionLong: 'A transaction has run for {value}. Check whether it is stuck.',
      replicaLost:
        'A standby is {value} behind. If the primary breaks now, the data of that time is lost. Check the standby.',
      replicaBehind: 'A standby is {value} behind. Check the network and the load of the standby.',
    },
    processes: {
      gone:
        'Processes that ended without stopping: {value}. Read their last log lines; the system may have run out of ' +
        'memory.',
      versions: '{value} versions run at the same time. Complete the upgrade, so that all processes run the same one.',
    },
    disk: {
      full: 'The disk has only {value} left, and writing is about to fail. Free or add space now.',
      low: 'The disk has only {value} left. Free or add space.',
      nearlyFull: 'The disk has only {value} left, and writing is about to fail. Free or add space now.',
      getsFull: 'The disk has only {value} left. Free or add space.',
    },
    jobs: {
      hanging: 'Jobs that exceed their time limit: {value}. Find their names in the logs, and restart the process.',
      stopped: 'The oldest job has waited for {value}: no jobs run. Check that a process runs, and read the logs.',
      late: 'The oldest job has waited for {value}. Check the load of the processes.',
      failed: 'Jobs that failed after all retries within 24 hours: {value}. Find their names in the logs.',
    },
    log: {
      tampered:
        'The verification found problems: {value}. The operation log was changed, deleted or truncated. Keep ' +
        'everything as it is, do not restart or clean up, and investigate as the guide says.',
      sealerStopped:
        'An entry has been unsealed for {value}: sealing has stopped. Check that a process runs, and read the logs.',
      sealerLate: 'An entry has been unsealed for {value}. Check the load of the database.',
      longUnverified: 'The log has not been verified for {value}. Verify it now, and check the background jobs.',
      unverified: 'The log has not been verified for {value}. Verify it now, and check the background jobs.',
    },
    ledger: {
      wrong:
        'The verification found problems: {value}. Balances and entries disagree. Correct no money for now, and ' +
        'investigate as the guide says.',
      longUnverified: 'The ledger has not been verified for {value}. Verify it now, and check the background jobs.',
      unverified: 'The ledger has not been verified for {value}. Verify it now, and check the background jobs.',
    },
    backup: {
      missing: 'There has been no backup for {value}. Run npm run backup now, and check its schedule.',
      old: 'There has been no backup for {value}. Check its schedule, or run npm run backup.',
    },
    drill: {
      failed:
        'The last restore drill found problems: {value}. This backup cannot be relied on. Make a new backup and ' +
        'repeat the drill now.',
      old: 'No restore has been tried for {value}. Run npm run restore -- --drill to prove that the backups work.',
    },
    certificates: {
      siteUntrusted: 'Browsers of visitors do not trust the site certificate. Check its chain, names and dates.',
      siteEnds: 'The site certificate ends in {value}. Renew it now, and check the automatic renewal.',
      siteEndsSoon: 'The site certificate ends in {value}. Check the automatic renewal.',
      paymentEnds: 'A payment certificate ends in {value}. After that, nobody can pay. Replace it now.',
      paymentEndsSoon: 'A payment certificate ends in {value}. Ask the payment provider for a new one.',
    },
    mail: {
      stopped:
        'The oldest message has been queued for {value}: sending has stopped. Check the mail server, the SMS gateway ' +
        'and the background jobs.',
      late: 'The oldest message has been queued for {value}. Check the mail server and the SMS gateway.',
      manyFailed: 'Messages that failed within 24 hours: {value}. Check the settings of mail server and SMS gateway.',
      someFailed: 'Messages that failed within 24 hours: {value}. The outbox shows the reasons.',
    },
    webhooks: {
      stopped:
        'A delivery is overdue by {value}: no webhooks are delivered. Check that a process runs, and read the logs.',
      late: 'A delivery is overdue by {value}. Check the load of the processes.',
    },
    networks: {
      flood: 'Requests refused today as too frequent: {value}. Block these networks at the firewall or the proxy.',
      many: 'Requests refused today as too frequent: {value}. Find out whether it is an attack or a faulty program.',
    },
    attacks: {
      signInsFlood:
        'Failed sign-ins today: {value}. Somebody may be trying stolen passwords. Make sure that the captcha is on, ' +
        'and block the source at the firewall.',
      signInsMany: 'Failed sign-ins today: {value}. Make sure that the captcha is on, and watch the source.',
      captchasFlood: 'Failed captchas today: {value}. A program may be solving them. Block it at the firewall.',
      captchasMany: 'Failed captchas today: {value}. Watch the source.',
    },
  },
}
