// Lets vouchers pay, where there are some for what is issued. One that is on stays, whatever the terms are by now: it
// may be what is in the way.
import { LIMITS } from '@sealwright/contract'
import { SwitchLine } from '../../../blocks/form/switch-field.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

interface VoucherSwitchProps {
  /** How many there are. */
  left: number
  isOn: boolean
  error: string | undefined
  onSwitch: (isOn: boolean) => void
}

export function VoucherSwitch({ left, ...line }: VoucherSwitchProps) {
  const t = usePhrases()
  if (left === 0 && !line.isOn) return null
  return (
    <SwitchLine
      label={
        left > 0
          ? t('license.issue.panel.byVoucher', { days: LIMITS.billing.voucherDays, left })
          : t('license.fields.byVoucher')
      }
      {...line}
    />
  )
}
