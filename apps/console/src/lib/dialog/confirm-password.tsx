// Asks for the password again before a sensitive call. client.ts loads this dialog on demand and repeats the refused
// call. A wrong password is reported below the field, and the dialog stays open until it is right or the person
// cancels.
import { Refusal, Unreachable } from '@sealwright/client'
import { LIMITS } from '@sealwright/contract'
import { ruleSentence } from '@sealwright/phrases'
import { useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { PasswordInput } from '../password/password-input.tsx'
import { usePhrases, useSentences } from '../words/i18n.tsx'
import { ModalFrame, showDialog } from './dialog.tsx'
import css from './confirm-password.module.css'

type Confirm = (password: string) => Promise<unknown>

function ConfirmPassword({ confirm, settle }: { confirm: Confirm; settle: (isConfirmed: boolean) => void }) {
  const t = usePhrases()
  const say = useSentences()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isConfirming) return
    if (password === '') {
      setProblem(ruleSentence(say, 'required', t('identity.fields.password'), {}))
      input.current?.focus()
      return
    }
    setConfirming(true)
    try {
      await confirm(password)
      settle(true)
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Unreachable)) throw error
      setProblem(error instanceof Refusal ? (error.fields[0]?.message ?? error.message) : t('shell.failed.unreachable'))
      setConfirming(false)
      input.current?.select()
    }
  }
  const close = () => {
    if (!isConfirming) settle(false)
  }
  return (
    <ModalFrame title={t('ownAccount.confirm.title')} onClose={close}>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={css.sentence}>{t('ownAccount.confirm.sentence', { minutes: LIMITS.session.confirmMinutes })}</p>
        <label className={css.label} htmlFor={id}>
          {t('identity.fields.password')}
        </label>
        <PasswordInput
          ref={input}
          id={id}
          data-first-focus
          autoComplete="current-password"
          value={password}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-problem`}
          onText={(text) => {
            setPassword(text)
            setProblem(undefined)
          }}
        />
        <p id={`${id}-problem`} className={css.problem} role="alert">
          {problem}
        </p>
        <footer className={css.foot}>
          <button type="button" className="sw-button" onClick={close}>
            {t('shell.cancel')}
          </button>
          <button type="submit" className="sw-button sw-button-primary" aria-busy={isConfirming}>
            {t('ownAccount.confirm.submit')}
          </button>
        </footer>
      </form>
    </ModalFrame>
  )
}

/** Resolves to true once `confirm` accepts a password, to false if the person cancels. */
export function askPassword(confirm: Confirm): Promise<boolean> {
  return showDialog((settle) => <ConfirmPassword confirm={confirm} settle={settle} />)
}
