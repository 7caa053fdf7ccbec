// The strength of a new password: three bars and a word. The contract measures it.
import { passwordStrength } from '@sealwright/contract'
import type { PasswordStrength } from '@sealwright/contract'
import { usePhrases } from '../words/i18n.tsx'
import './password-strength.css'

const LEVELS: readonly PasswordStrength[] = ['weak', 'medium', 'strong']

export function Strength({ password }: { password: string }) {
  const t = usePhrases()
  const level = password === '' ? undefined : passwordStrength(password)
  const words = {
    weak: t('identity.passwords.weak'),
    medium: t('identity.passwords.medium'),
    strong: t('identity.passwords.strong'),
  }
  const reached = level ? LEVELS.indexOf(level) : -1
  return (
    <div className="strength" data-level={level} role="status" aria-live="polite" hidden={!level}>
      {LEVELS.map((step, index) => (
        <i key={step} data-on={index <= reached || undefined} />
      ))}
      <span aria-hidden>{level && words[level]}</span>
      <span className="sw-visually-hidden">{level && t('identity.passwords.strength', { level: words[level] })}</span>
    </div>
  )
}
