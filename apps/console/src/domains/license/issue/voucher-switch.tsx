// The switch to pay with vouchers, shown if vouchers can pay. A switch that is on stays visible even if the terms no
// longer allow vouchers, so that it can be turned off.
import { LIMITS } from '@sealwright/contract'
import { SwitchLine } from '../../../blocks/form/switch-field.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

interface VoucherSwitchProps {
  /** Number of vouchers left. */
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
