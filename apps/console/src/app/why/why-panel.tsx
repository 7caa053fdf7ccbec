// The panel "why can't I see this?": the subject first, then row scope, quotas, validity and whom to ask, then every
// privilege with its source. Read-only.
import { accessCalls } from '@sealwright/contract'
import type { AnswerOf, AssignedKind } from '@sealwright/contract'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { Notice, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { SidePanel } from '../../blocks/overlay/side-panel.tsx'
import { AREAS, VERBS, rightOf } from '../../domains/access/rights.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { isOfIntegrator, roleOf, useSession } from '../../lib/session/session.tsx'
import type { WhyAbout } from '../../lib/session/why.ts'
import { useFormat, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import css from './why-panel.module.css'

type Answer = AnswerOf<typeof accessCalls.explain>
type Held = Answer['privileges'][number]

const SCOPE_FIELDS = {
  product: 'access.fields.productScope',
  user: 'access.fields.userScope',
  customer: 'access.fields.customerScope',
  userLock: 'access.fields.userLockScope',
} as const satisfies Record<AssignedKind, string>
const HIDDEN = {
  product: 'shell.why.hidden.product',
  user: 'shell.why.hidden.user',
  customer: 'shell.why.hidden.customer',
  userLock: 'shell.why.hidden.userLock',
} as const satisfies Record<AssignedKind, string>

function Right({ right, isSuper, isNeeded = false }: { right: Held; isSuper: boolean; isNeeded?: boolean }) {
  const t = usePhrases()
  const say = useSentences()
  const session = useSession()
  const sources = () => {
    if (!right.isHeld) return ''
    if (isSuper || isOfIntegrator(session)) return t(roleOf(session))
    return [
      right.roles.length > 0 && t('shell.why.fromRoles', { roles: right.roles.join(t('shell.why.between')) }),
      right.isDirect && t('shell.why.direct'),
    ]
      .filter(Boolean)
      .join(' · ')
  }
  return (
    <li className={css.right}>
      <span className={css.name}>{say(`privileges.${right.name}`)}</span>
      <span className={css.source}>{sources()}</span>
      <StatusTag tone={right.isHeld ? 'ok' : isNeeded ? 'warn' : 'neutral'}>
        {t(right.isHeld ? 'shell.why.held' : 'shell.why.missing')}
      </StatusTag>
    </li>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={css.area}>
        {title}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

/** All privileges by area, filtered by the search and the checkbox. */
function Rights({ answer: { privileges, isSuper }, hasFocus }: { answer: Answer; hasFocus: boolean }) {
  const t = usePhrases()
  const say = useSentences()
  const [needle, setNeedle] = useState('')
  const [isMissingOnly, setMissingOnly] = useState(false)
  const wanted = needle.trim().toLowerCase()
  const areas = AREAS.map((area) => {
    const title = t(`access.areas.${area}`)
    const isFound = ({ name }: Held) => `${title}\n${say(`privileges.${name}`)}`.toLowerCase().includes(wanted)
    const ofArea = VERBS.flatMap((verb) => privileges.filter(({ name }) => name === rightOf(area, verb)))
    return { area, title, rights: ofArea.filter((right) => isFound(right) && !(isMissingOnly && right.isHeld)) }
  }).filter(({ rights }) => rights.length > 0)
  return (
    <>
      <div className={css.tools}>
        <TextInput
          autoFocus={hasFocus}
          aria-label={t('shell.why.search')}
          placeholder={t('shell.why.search')}
          value={needle}
          onText={setNeedle}
        />
        {!isSuper && (
          <Checkbox isChecked={isMissingOnly} onChange={setMissingOnly}>
            {t('shell.why.missingOnly')}
          </Checkbox>
        )}
      </div>
      {areas.length === 0 && (
        <p className={css.none} role="status">
          {t('shell.palette.empty')}
        </p>
      )}
      {areas.map(({ area, title, rights }) => (
        <Group key={area} title={title}>
          {rights.map((right) => (
            <Right key={right.name} right={right} isSuper={isSuper} />
          ))}
        </Group>
      ))}
    </>
  )
}

function Explanation({ answer, about }: { answer: Answer; about: WhyAbout }) {
  const t = usePhrases()
  const format = useFormat()
  const { isSuper, privileges, scopes, quotas, validUntil, askWhom } = answer
  const needed = privileges.filter(({ name }) => about.privileges?.some((one) => one === name))
  const quota = (used: number, limit: number | null) =>
    t('shell.why.used', {
      used: format.number(used),
      limit: limit === null ? t('access.list.unlimited') : format.number(limit),
    })
  return (
    <>
      {about.kind && <Notice tone="warn">{t(HIDDEN[about.kind])}</Notice>}
      {needed.length > 0 && (
        <Group title={t('shell.why.needed')}>
          {needed.map((right) => (
            <Right key={right.name} right={right} isSuper={isSuper} isNeeded />
          ))}
        </Group>
      )}
      <div className={css.sentence}>
        <p>
          {isSuper
            ? t('shell.why.super')
            : t('shell.why.summary', {
                held: privileges.filter(({ isHeld }) => isHeld).length,
                all: privileges.length,
              })}
        </p>
        {!isSuper && askWhom.length > 0 && <p>{t('shell.why.ask', { names: askWhom.join(t('shell.why.between')) })}</p>}
      </div>
      <FactList
        facts={[
          // Without access to the kind, there is no row scope to show.
          ...scopes
            .filter(({ kind }) => privileges.some(({ name, isHeld }) => isHeld && name === `${kind}.view`))
            .map(({ kind, scope, assigned }) => ({
              label: t(SCOPE_FIELDS[kind]),
              value: scope === 'all' ? t('access.scopes.all') : t('shell.why.some', { count: assigned }),
            })),
          { label: t('common.fields.cloudQuota'), value: quota(quotas.cloudUsed, quotas.cloud) },
          { label: t('common.fields.softQuota'), value: quota(quotas.softUsed, quotas.soft) },
          {
            label: t('access.fields.validUntil'),
            value:
              validUntil === null
                ? t('access.list.permanent')
                : t('shell.why.until', { time: format.time(validUntil) }),
          },
        ]}
      />
      <Rights answer={answer} hasFocus={!about.kind && needed.length === 0} />
    </>
  )
}

function WhyPanel({ about }: { about: WhyAbout }) {
  const t = usePhrases()
  // Always requested again, because privileges may have just changed.
  const { data, error, refetch } = useAnswer(accessCalls.explain, {}, { staleMs: 0 })
  const content = () => {
    if (data) return <Explanation answer={data} about={about} />
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton />
  }
  return <SidePanel title={t('shell.why.title')}>{content()}</SidePanel>
}

export function showWhy(about: WhyAbout): Promise<void> {
  return openSidePanel(<WhyPanel about={about} />)
}
