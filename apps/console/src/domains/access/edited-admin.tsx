// Loads an administrator to be changed. One whom the caller cannot change is shown with the reason instead.
import { accessCalls, adminName } from '@sealwright/contract'
import { ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { Edited } from '../../blocks/form/edited.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import type { AdminAnswer } from './admin-draft.ts'
import { useWhyUntouchable } from './untouchable.ts'

const BACK = <BackToList to="/access" words="access.list.back" />

interface EditedAdminProps {
  userId: string
  children: (admin: AdminAnswer) => ReactNode
}

export function EditedAdmin({ userId, children }: EditedAdminProps) {
  const whyUntouchable = useWhyUntouchable()
  return (
    <Edited call={accessCalls.get} payload={{ userId }} back={BACK}>
      {(admin) => {
        const whyNot = whyUntouchable(admin)
        return whyNot ? (
          <EmptyState icon={ShieldX} title={adminName(admin)} sentence={whyNot} action={BACK} />
        ) : (
          children(admin)
        )
      }}
    </Edited>
  )
}
