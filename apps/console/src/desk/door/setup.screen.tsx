// The set-up of the second factor, which the desk requires: an authenticator app, then the recovery codes.
import { LIMITS, operatorDesk } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadingOrError } from '../../blocks/control/states.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useRecoveryCodes } from '../../blocks/security/recovery-codes.tsx'
import { TotpField, TotpSetUp } from '../../blocks/security/totp-set-up.tsx'
import { callServer, useAct } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { DESK } from '../session.ts'
import { DoorForm, DoorFrame } from './door-frame.tsx'
import { backToLogin, followStep } from './door-steps.ts'
import css from './door.module.css'

type Enabled = AnswerOf<typeof operatorDesk.enableTotp>

const DIGITS = { code: LIMITS.secondFactor.digits }
const EMPTY = { code: '' }

function SetUp({
  onEnabled,
  ...secret
}: AnswerOf<typeof operatorDesk.startTotp> & { onEnabled: (answer: Enabled) => void }) {
  const t = usePhrases()
  const form = useForm({
    domain: 'operator',
    fields: operatorDesk.enableTotp.payload.shape,
    digits: DIGITS,
    initial: EMPTY,
  })
  const { act, isActing, refusal } = useAct(operatorDesk.enableTotp, { showsRefusal: true, onDone: onEnabled })
  return (
    <div className={css.block}>
      <TotpSetUp {...secret}>
        <DoorForm
          form={form}
          submitText={t('ownAccount.secondFactor.finish')}
          isSaving={isActing}
          refusal={refusal}
          onSave={() => void act(form.values)}
        >
          <TotpField form={form} digits={LIMITS.secondFactor.digits} />
        </DoorForm>
      </TotpSetUp>
    </div>
  )
}

function Codes({ enabled }: { enabled: Enabled }) {
  const t = usePhrases()
  const { content } = useRecoveryCodes({
    codes: enabled.recoveryCodes,
    account: t('desk.name'),
    doneText: t('desk.setup.enter'),
    onDone: () => followStep(enabled),
  })
  return <DoorFrame title={t('ownAccount.secondFactor.codesTitle')}>{content}</DoorFrame>
}

export function Screen() {
  const t = usePhrases()
  const [enabled, setEnabled] = useState<Enabled>()
  const [handle] = useState(() => DESK.handle.get())
  // One secret for the whole step: another one would not fit what the app scanned. The next session owes none.
  const { data, error, refetch } = useQuery({
    queryKey: ['operator.totp', handle],
    queryFn: () => callServer(operatorDesk.startTotp, {}),
    enabled: enabled === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isNotOwed = error !== null && 'error' in error && error.error === 'operator.notOwed'
  useEffect(() => {
    if (isNotOwed) backToLogin()
  }, [isNotOwed])
  if (enabled) return <Codes enabled={enabled} />
  return (
    <DoorFrame isWide title={t('desk.titles.setup')} sentence={t('desk.setup.sentence')}>
      {data ? (
        <SetUp {...data} onEnabled={setEnabled} />
      ) : (
        <LoadingOrError error={error} onRetry={() => void refetch()} />
      )}
      <div className={css.foot}>
        <button type="button" onClick={backToLogin}>
          {t('desk.code.back')}
        </button>
      </div>
    </DoorFrame>
  )
}
