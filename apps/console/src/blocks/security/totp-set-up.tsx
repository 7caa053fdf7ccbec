// The set-up of an authenticator app: the QR code, the secret for typing by hand, and the form for a first code.
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { CopyText } from '../control/copy-text.tsx'
import { QrCode } from '../control/qr-code.tsx'
import { TextInput } from '../control/text-input.tsx'
import { codeDigitsOf } from '../control/typed-text.ts'
import { Field } from '../form/field.tsx'
import type { Form } from '../form/form-state.ts'
import './security.css'

/** In groups of four, for typing by hand. */
const inFours = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, '$& ')

export function TotpSetUp({ secret, uri, children }: { secret: string; uri: string; children: ReactNode }) {
  const t = usePhrases()
  return (
    <div className="totp-set-up">
      <QrCode text={uri} label={t('ownAccount.secondFactor.qrLabel')} />
      <div>
        <h2>{t('ownAccount.secondFactor.scan')}</h2>
        <p className="totp-secret">
          {t('ownAccount.secondFactor.scanSentence')}
          <br />
          <CopyText text={secret} shown={inFours(secret)} />
        </p>
        {children}
      </div>
    </div>
  )
}

/** The field of a one-time password. */
export function TotpField({ form, digits }: { form: Form<{ code: string }>; digits: number }) {
  const t = usePhrases()
  return (
    <Field form={form} name="code" label={t('ownAccount.secondFactor.enter', { digits })}>
      {(control) => (
        <TextInput
          {...control}
          className="totp-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={form.values.code}
          onText={(text, isComposing) => form.set('code', isComposing ? text : codeDigitsOf(text))}
        />
      )}
    </Field>
  )
}
