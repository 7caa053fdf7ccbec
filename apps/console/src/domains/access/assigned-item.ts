// The name of an assignable row in pickers, the same in both lists.
import type { AssignedKind, IntegratorAssigned } from '@sealwright/contract'
import type { PickerItem } from '../../blocks/picker/picker-source.ts'
import type { Translate } from '../../lib/words/i18n.tsx'

/** As the server names assigned rows. The note of a product or template is the license ID of the product. */
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
