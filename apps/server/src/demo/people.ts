// The people of the demo by name: customers, users, colleagues with their roles, and an integrator.
import {
  PRIVILEGE_SETS,
  accessCalls,
  customerCalls,
  developerCalls,
  integratorCalls,
  roleCalls,
  userCalls,
} from '@sealwright/contract'
import type { Locale, PayloadOf, Privilege } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import { insertAccount, insertMembership } from '../domains/developer/index.ts'
import type { Caller } from '../kernel/scope.ts'
import { STAFF_ACCOUNT } from './accounts.ts'
import { RENDER, STAR } from './catalog.ts'
import type { Catalog } from './catalog.ts'
import type { Past } from './past.ts'
import type { Day, Story } from './story.ts'
import type { Words } from './words/index.ts'

const usersOf = ({ users, customers, tags }: Words): PayloadOf<typeof userCalls.create>[] => [
  { ...users.shen, gender: 1, customerName: customers.yunqi.name, tags: [tags.key, tags.design] },
  { ...users.lu, gender: 2, customerName: customers.yunqi.name, tags: [tags.design] },
  { ...users.zhao, gender: 2, customerName: customers.beichen.name, tags: [tags.key, tags.render] },
  { ...users.lab, customerName: customers.beichen.name, tags: [tags.render] },
  { ...users.han, gender: 2, customerName: customers.qinghe.name, tags: [tags.renewal] },
  { account: 'showroom-01', accountType: 4, password: 'showroom-01', userName: users.showroom, tags: [tags.trial] },
  { ...users.wu, tags: [tags.trial, tags.design] },
]

const rolesOf = ({ roles }: Words): PayloadOf<typeof roleCalls.create>[] => [
  { ...roles.sales, privileges: [...PRIVILEGE_SETS.user, ...PRIVILEGE_SETS.issuing] },
  { ...roles.products, privileges: ['product.create', 'product.update', ...PRIVILEGE_SETS.template] },
]

interface People extends Pick<Story, 'addColleague' | 'integrator' | 'seller'> {
  days: Day[]
}

export function peopleOf(
  { make, words, developerId }: Pick<Story, 'developerId' | 'make' | 'words'>,
  { ground: { database, ids, clock }, center }: Past,
  { passwordHash, language, catalog }: { passwordHash: string; language: Locale; catalog: Catalog },
): People {
  let salesRole = ''
  let integratorGuid = ''
  let seller: Caller | undefined

  async function insertColleague(account: string, userName: string, privileges: readonly Privilege[]): Promise<string> {
    const id = ids.guid()
    await database.asOwner(async (db) => {
      const now = clock.now()
      await insertAccount(db, { id, account, userName, passwordHash, locale: language, now })
      await insertMembership(db, { developerId, accountId: id, isSuper: false, privileges, now })
    })
    return id
  }
  const memberOf = async (id: string) => (await center.findMember(developerId, id, clock.now())) ?? undefined

  async function staff() {
    const [role] = await make(roleCalls.create, rolesOf(words))
    salesRole = role?.guid ?? ''
    const [integrator] = await make(integratorCalls.create, [{ ...words.integrator, cloudQuota: 200, softQuota: 50 }])
    integratorGuid = integrator?.guid ?? ''
    const userId = await insertColleague(STAFF_ACCOUNT, words.staff, [])
    await make(accessCalls.update, [{ userId, roleGuids: [salesRole], cloudQuota: 100, softQuota: 100 }])
    await make(accessCalls.assign, [{ userId, kind: 'product', scope: 'some', add: catalog.productsOf(STAR, RENDER) }])
    seller = await memberOf(userId)
    // Those of its stock of codes, too.
    const assigned = { guid: integratorGuid, kind: 'product' as const, add: catalog.productsOf(STAR, RENDER) }
    await make(integratorCalls.assign, [assigned])
    const templates = [catalog.templateOf('starSingle'), catalog.templateOf('renderCloud')]
    await make(integratorCalls.assign, [{ guid: integratorGuid, kind: 'template', add: templates }])
    const { email, contact } = words.integrator
    const memberId = await insertColleague(email, contact, [])
    await database.asOwner((db) =>
      db.execute(sql`
        update membership set integrator_guid = ${integratorGuid}
        where developer_id = ${developerId} and account_id = ${memberId}`),
    )
  }

  /** What users see of the developer. */
  const introduce = () =>
    make(developerCalls.update, [
      {
        displayName: words.developer,
        website: 'https://starchart.example',
        brief: words.profile.brief,
        introduction: words.profile.introduction,
        contacts: [{ name: words.person, title: words.profile.title, email: 'support@starchart.example' }],
      },
    ])

  return {
    days: [
      { ago: 327, act: introduce },
      { ago: 320, act: () => make(customerCalls.create, Object.values(words.customers)) },
      ...usersOf(words).map((user, index) => ({
        ago: 300 - index * 40,
        act: () => make(userCalls.create, [{ ...user, sendMail: false }]),
      })),
      { ago: 90, act: staff },
      // A colleague who has not answered the invitation yet.
      { ago: 2, act: () => make(accessCalls.create, [{ ...words.invited, roleGuids: [salesRole] }]) },
    ],
    addColleague: async (account, userName, privileges) =>
      memberOf(await insertColleague(account, userName, privileges)),
    integrator: () => integratorGuid,
    seller: () => seller,
  }
}
