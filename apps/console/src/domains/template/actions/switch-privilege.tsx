// The temporary privileges of a template as switches: whether its terms, modules or data areas can be changed when
// issuing. Without the update privilege, the switches are disabled.
import { MODIFY_PRIVILEGES } from '@sealwright/contract'
import type { ModifyPrivilege, TemplateFamily, TemplateRow } from '@sealwright/contract'
import { Check } from 'lucide-react'
import { useAct } from '../../../lib/call/client.ts'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES } from '../template-family.ts'
import '../template-list.css'

interface PrivilegeSwitchesProps {
  family: TemplateFamily
  template: Pick<TemplateRow, 'guid' | 'name' | ModifyPrivilege>
}

/** An act of its own for each switch: an act drops a second click within 500 ms, which is meant for one button. */
function PrivilegeSwitch({
  family,
  template,
  privilegeName,
}: PrivilegeSwitchesProps & { privilegeName: ModifyPrivilege }) {
  const t = usePhrases()
  const { calls, where, access } = FAMILIES[family]
  const isOperable = hasAccess(useSession(), access.update)
  const { act, isActing } = useAct(calls.switchModifyPrivilege, {
    onDone: (answer) =>
      toast.success(
        t(answer[privilegeName] ? 'template.list.switchedOn' : 'template.list.switchedOff', {
          name: template.name,
          privilege: t(`template.fields.${privilegeName}`),
        }),
      ),
  })
  return (
    <button
      type="button"
      role="switch"
      className="privilege-switch"
      aria-checked={template[privilegeName]}
      aria-label={t('template.list.privilegeOf', {
        privilege: t(`template.fields.${privilegeName}`),
        name: template.name,
      })}
      aria-busy={isActing || undefined}
      data-tip={t(`template.fields.${privilegeName}`)}
      disabled={!isOperable}
      onClick={() => void act({ ...where, templateGuid: template.guid, privilegeName })}
    >
      <Check size={12} strokeWidth={3} aria-hidden />
      {t(`template.list.privileges.${privilegeName}`)}
    </button>
  )
}

export function PrivilegeSwitches(props: PrivilegeSwitchesProps) {
  return (
    <span className="privilege-switches">
      {MODIFY_PRIVILEGES.map((privilegeName) => (
        <PrivilegeSwitch key={privilegeName} {...props} privilegeName={privilegeName} />
      ))}
    </span>
  )
}
