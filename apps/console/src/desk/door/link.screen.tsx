// The page of a link: an invitation, the first operator of a center, or a new password. The link is in the fragment,
// which no server sees.
import { LIMITS, operatorDesk } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useState } from 'react'
import { LoadingOrError } from '../../blocks/control/states.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { PasswordField } from '../../blocks/form/password-field.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { roleWords } from '../roles.ts'
import { DoorForm, DoorFrame } from './door-frame.tsx'
import { followStep } from './door-steps.ts'
import css from './door.module.css'

const { shape } = operatorDesk.accept.payload
/** Optional in the call, because most links have one. */
const REQUIRED_EMAIL = operatorDesk.invite.payload.shape.email
const { linkHours } = LIMITS.operator
const { passwordMin: min, passwordMax: max } = LIMITS.account

/** `#link=...`, or the bare link. */
function linkIn(hash: string): string {
  const text = hash.slice(1)
  return new URLSearchParams(text).get('link') ?? (text.includes('=') ? '' : text)
}

type Whom = AnswerOf<typeof operatorDesk.link>

function Accept({ link, whom }: { link: string; whom: Whom }) {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const [initial] = useState({ email: whom.email ?? '', name: whom.name ?? '', password: '' })
  const isFirst = whom.email === null
  const form = useForm({
    domain: 'operator',
    fields: { ...(isFirst && { email: REQUIRED_EMAIL }), name: shape.name, password: shape.password },
    initial,
  })
  const { act, isActing, refusal } = useAct(operatorDesk.accept, { showsRefusal: true, onDone: followStep })
  const { email, name, password } = form.values
  return (
    <DoorFrame
      title={t('desk.titles.link')}
      sentence={
        whom.name !== null && whom.email !== null
          ? t('desk.link.newPassword', { email: whom.email })
          : t('desk.link.sentence', { roles: roleWords(t, whom.roles) })
      }
    >
      <DoorForm
        form={form}
        submitText={t('desk.link.submit')}
        isSaving={isActing}
        refusal={refusal}
        onSave={() => void act({ link, name, password, locale, ...(isFirst && { email }) })}
      >
        <TextField form={form} name="email" isReadOnly={!isFirst} hasFocus={isFirst} autoComplete="username" />
        <TextField form={form} name="name" hasFocus={!isFirst} autoComplete="name" />
        <PasswordField form={form} name="password" hasStrength help={t('desk.link.passwordHelp', { min, max })} />
      </DoorForm>
    </DoorFrame>
  )
}

export function Screen() {
  const t = usePhrases()
  const [link] = useState(() => linkIn(location.hash))
  const { data, error, refetch } = useAnswer(operatorDesk.link, { link }, { enabled: link !== '' })
  if (data) return <Accept link={link} whom={data} />
  const isOver = error !== null && 'error' in error && error.error === 'operator.linkOver'
  if (link !== '' && !isOver)
    return (
      <DoorFrame title={t('desk.titles.link')}>
        <LoadingOrError error={error} onRetry={() => void refetch()} />
      </DoorFrame>
    )
  return (
    <DoorFrame
      title={t(isOver ? 'desk.link.overTitle' : 'desk.link.emptyTitle')}
      sentence={isOver ? t('desk.link.overSentence', { hours: linkHours }) : t('desk.link.emptySentence')}
    >
      <div className={css.foot}>
        {isOver && <p>{t('desk.link.overFirst')}</p>}
        <ScreenLink to="/platform/login">{t('desk.titles.login')}</ScreenLink>
      </div>
    </DoorFrame>
  )
}
