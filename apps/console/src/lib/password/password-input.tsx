// A password input with a button to show it. The value is kept as typed: a password may contain anything, even emoji.
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { usePhrases } from '../words/i18n.tsx'
import css from './password-input.module.css'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'> {
  value: string
  /** The label of the field, for pages with several passwords: the name of the button tells them apart. */
  label?: string
  onText: (text: string) => void
}

export function PasswordInput({ value, label: given, onText, ...rest }: PasswordInputProps) {
  const t = usePhrases()
  const [isShown, setShown] = useState(false)
  const label = given ?? t('identity.fields.password')
  return (
    <span className={css.secret}>
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        className={css.input}
        type={isShown ? 'text' : 'password'}
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
      <button
        type="button"
        className={css.eye}
        aria-label={t(isShown ? 'identity.login.hideSecret' : 'identity.login.showSecret', { label })}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
      </button>
    </span>
  )
}
