// Users, customers and tags: the public interface.
import { customerCalls, tagCalls, userCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Database } from '../../kernel/db/database.ts'
import { answers, answersAlone, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ConfirmActivation } from '../identity/index.ts'
import type { AnyTaskKind, OpenTask } from '../task/index.ts'
import * as customers from './customer.service.ts'
import * as tags from './tag.service.ts'
import { createUserActivation } from './user-activation.service.ts'
import { createUserAddition } from './user-addition.service.ts'
import type { AdditionDeps } from './user-addition.service.ts'
import { createBatchUpdate, userUpdate } from './user-change.service.ts'
import { exportUsers } from './user-export.service.ts'
import { createUserImport } from './user-import.service.ts'
import { createBatchDelete, remove, userDelete } from './user-removal.service.ts'
import { countAllUsers, countUsers } from './user.queries.ts'
import { createUserService } from './user.service.ts'

export { holdRoom, userOfAccount, wasUserOf } from './campaign-user.service.ts'
export {
  findCustomer,
  findCustomersByName,
  holdCustomers,
  listCustomerNames,
  withSeenCustomer,
} from './customer.queries.ts'
export {
  findSigningIn,
  findUserOfAccount,
  findUsers,
  listAccountLocales,
  listNextUsers,
  listTaggedCustomers,
  lockUsers,
} from './user.queries.ts'
export { listTagNames } from './tag.queries.ts'
export type { KnownUser, SigningInUser } from './user.queries.ts'

interface Deps extends AdditionDeps {
  openTask: OpenTask
  database: Database
  ids: Ids
  languages: Record<Locale, Sentences>
}

interface CustomerDomain {
  bindings: Binding[]
  taskKinds: AnyTaskKind[]
  confirmActivation: ConfirmActivation
  /** The number of all users, regardless of row scope. */
  countUsers(scope: Scope): Promise<number>
  /** Counts only users that the caller sees. */
  countSeenUsers(scope: Scope): Promise<number>
}

export function createCustomer({ openTask, database, ids, languages, ...deps }: Deps): CustomerDomain {
  const addition = createUserAddition(deps)
  const users = createUserService(addition)
  const imports = createUserImport({ addition, languages, openTask, database, ids })
  return {
    taskKinds: [imports.kind, userUpdate, userDelete],
    confirmActivation: createUserActivation(deps),
    countUsers: countAllUsers,
    countSeenUsers: countUsers,
    bindings: [
      answers(userCalls.find, users.find),
      answers(userCalls.count, users.count),
      answers(userCalls.get, users.get),
      answers(userCalls.findByAccounts, users.findByAccounts),
      answers(userCalls.create, users.create),
      answers(userCalls.update, users.update),
      answers(userCalls.setPassword, users.setPassword),
      answers(userCalls.resendActivation, users.resendActivation),
      answers(userCalls.delete, remove),
      answers(userCalls.batchUpdate, createBatchUpdate(openTask)),
      answers(userCalls.batchDelete, createBatchDelete(openTask)),
      answersFile(userCalls.export, exportUsers),
      answersFile(userCalls.importTemplate, imports.template),
      answersAlone(userCalls.import, imports.importFile),
      answers(customerCalls.find, customers.find),
      answers(customerCalls.get, customers.get),
      answers(customerCalls.list, customers.list),
      answers(customerCalls.create, customers.create),
      answers(customerCalls.update, customers.update),
      answers(customerCalls.delete, customers.remove),
      answers(tagCalls.find, tags.find),
      answers(tagCalls.list, tags.list),
      answers(tagCalls.get, tags.get),
      answers(tagCalls.create, tags.create),
      answers(tagCalls.update, tags.update),
      answers(tagCalls.delete, tags.remove),
    ],
  }
}
