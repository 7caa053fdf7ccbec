// A menu that inserts a variable of a type of mail.
import { EMAIL_VARIABLES, variablesOf } from '@sealwright/contract'
import type { EmailTemplateType } from '@sealwright/contract'
import { Braces } from 'lucide-react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { Menu } from '../../blocks/overlay/menu.tsx'
import type { MenuItem } from '../../blocks/overlay/menu.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'

export function VariableMenu({ type, onInsert }: { type: EmailTemplateType; onInsert: (written: string) => void }) {
  const t = usePhrases()
  const required: Readonly<Record<string, boolean>> = EMAIL_VARIABLES[type]
  const items = (): MenuItem[] =>
    variablesOf(type).map((name) => {
      const variable = t(`emailTemplate.variables.${name}`)
      return {
        key: name,
        label: required[name] ? t('emailTemplate.form.required', { variable }) : variable,
        onSelect: () => onInsert(`{${name}}`),
      }
    })
  return (
    <Menu className={buttonClass({ size: 'small' })} items={items}>
      <Braces size={14} aria-hidden />
      {t('emailTemplate.form.variables')}
    </Menu>
  )
}
