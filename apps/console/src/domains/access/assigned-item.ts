// How something that can be assigned is called, the same where it is offered and where it is chosen.
import type { AssignedKind, IntegratorAssigned } from '@sealwright/contract'
import type { PickerItem } from '../../blocks/picker/picker-source.ts'
import type { Translate } from '../../lib/words/i18n.tsx'

/** As the server names what is assigned: a product and a template are noted by the license id of the product. */
interface Assigned {
  guid: string
  name: string
  note: string | null
}

export function assignedItem(
  t: Translate,
  kind: AssignedKind | IntegratorAssigned,
  { guid, name, note }: Assigned,
): PickerItem {
  if (!note) return { guid, name }
  return {
    guid,
    name,
    note: kind === 'product' || kind === 'template' ? t('access.assign.licensed', { licenseId: note }) : note,
  }
}
