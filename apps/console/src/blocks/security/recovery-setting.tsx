// How many recovery codes are left, and new ones.
import { LIMITS } from '@sealwright/contract'
import { LifeBuoy } from 'lucide-react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { StatusTag } from '../control/status-tag.tsx'
import { SettingRow } from '../form/settings-page.tsx'
import { confirmAction } from '../overlay/confirm-action.tsx'
import { showRecoveryCodes } from './recovery-codes.tsx'

/** So few recovery codes are a warning. */
const FEW = 3

interface RecoverySettingProps {
  left: number
  /** The name that the file of the codes carries. */
  account: string
  /** Makes new codes; undefined if that was refused. */
  renew: () => Promise<{ recoveryCodes: readonly string[] } | undefined>
}

export function RecoverySetting({ left, account, renew }: RecoverySettingProps) {
  const t = usePhrases()
  const ask = () =>
    confirmAction({
      title: t('ownAccount.secondFactor.renewTitle'),
      consequence: t('ownAccount.secondFactor.renewConsequence'),
      verb: t('ownAccount.secondFactor.renew'),
      isDanger: false,
      run: async () => {
        const answer = await renew()
        // Not awaited, so that the confirmation dialog can close.
        if (answer) void showRecoveryCodes({ codes: answer.recoveryCodes, account })
      },
    })
  return (
    <SettingRow
      mark={<LifeBuoy size={18} aria-hidden />}
      title={
        <>
          {t('ownAccount.secondFactor.recovery')}
          <StatusTag tone={left === 0 ? 'bad' : left <= FEW ? 'warn' : 'neutral'}>
            {t('ownAccount.secondFactor.recoveryLeft', { left, all: LIMITS.secondFactor.recoveryCodes })}
          </StatusTag>
        </>
      }
      note={t('ownAccount.secondFactor.recoverySentence')}
      actions={
        <Button
          aria-label={`${t('ownAccount.secondFactor.renew')} ${t('ownAccount.secondFactor.recovery')}`}
          onPress={() => void ask()}
        >
          {t('ownAccount.secondFactor.renew')}
        </Button>
      }
    />
  )
}
