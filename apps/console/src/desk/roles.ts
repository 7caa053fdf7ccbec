// The names of roles, as one phrase.
import type { OperatorRole } from '@sealwright/contract'
import type { Translate } from '../lib/words/i18n.tsx'

export const roleWords = (t: Translate, roles: readonly OperatorRole[]) =>
  roles.map((role) => t(`operator.roles.${role}`)).join(t('blocks.list.comma'))
