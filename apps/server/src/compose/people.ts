import { createAccessKey } from '../domains/access-key/index.ts'
// The domains of the people who sign in and of the customers they serve, and whom a session or a task acts for.
import { createAccess, hasInvitation } from '../domains/access/index.ts'
import { createNewcomers } from '../domains/approval/index.ts'
import { admitDeveloper, readDoor, requireRegistration } from '../domains/center/index.ts'
import { createCustomer } from '../domains/customer/index.ts'
import { createDeveloper } from '../domains/developer/index.ts'
import { createIdentity } from '../domains/identity/index.ts'
import { createIntegrator } from '../domains/integrator/index.ts'
import { issuedBy, trialUse } from '../domains/license/index.ts'
import { findBanner } from '../domains/message/index.ts'
import type { Licensing } from './licensing.ts'
import type { Shared } from './options.ts'

/** Answers of domains that are composed before or after these. */
type Ports = Pick<Licensing, 'billing' | 'product'> & Pick<Parameters<typeof createIdentity>[0], 'endVisit'>

export function composePeople(shared: Shared, { billing, product, endVisit }: Ports) {
  const { config, database, clock, ids, log, box, languages, mailer, notify, baseUrl, isDemo, mailing, queue } = shared
  const identity = createIdentity({
    findBanner,
    database,
    clock,
    ids,
    box,
    mailer,
    languages,
    publicUrl: config.publicUrl,
    keepsMail: config.smtpUrl === undefined,
    keepsSms: config.smsUrl === undefined,
    hasInvitation,
    registering: { readDoor, require: requireRegistration, admit: admitDeveloper },
    endVisit,
    confirmActivation: (of, user) => customer.confirmActivation(of, user),
    baseUrl,
    trialUse: {
      countProducts: product.countAll,
      countUsers: (scope) => customer.countUsers(scope),
      licenses: trialUse,
    },
    money: billing.ofSession,
    isDemo,
    isSandbox: config.sandboxPayments,
  })
  const accessKey = createAccessKey({ database, clock, box, log })
  /** The account that a task runs for: an administrator or an access key. */
  const findMember: typeof identity.findMember = async (developerId, accountId, now) =>
    (await identity.findMember(developerId, accountId, now)) ?? accessKey.findMember(developerId, accountId, now)
  const customer = createCustomer({
    database,
    ids,
    mailer,
    mailing,
    languages,
    baseUrl,
    invite: identity.invite,
    countAdditions: identity.countAdditions,
    openTask: queue.openTask,
  })
  const access = createAccess({
    database,
    mailer,
    notify,
    languages,
    people: identity.invitedPeople,
    quotaUse: issuedBy,
    onJoined: createNewcomers({ ids, languages }),
  })
  const integrator = createIntegrator({ inviting: access.inviting })
  return { access, accessKey, customer, developer: createDeveloper({ box }), findMember, identity, integrator }
}

export type People = ReturnType<typeof composePeople>
