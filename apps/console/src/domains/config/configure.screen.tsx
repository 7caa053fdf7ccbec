// The developer's settings, by section. Whoever may not change them reads them.
import { CONFIG_GROUPS, configCalls, isForSuper } from '@sealwright/contract'
import { ErrorState } from '../../blocks/control/states.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { Notice, SettingList, SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { askAhead, useAnswer } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { ConfigRow } from './setting-row.tsx'

type Group = keyof typeof CONFIG_GROUPS
const GROUPS = Object.keys(CONFIG_GROUPS) as Group[] // its keys

export const first = () => askAhead(configCalls.get, {})

export function Screen() {
  const t = usePhrases()
  const say = useSentences()
  const { data, error, refetch } = useAnswer(configCalls.get, {})
  // While viewing as another administrator, nothing can be changed.
  const { viewAs, isMainAccount } = useSession()
  const canUpdate = useCan(configCalls.update)
  const isReadOnly = !canUpdate || viewAs !== null
  const content = () => {
    if (!data)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={6} />
    return GROUPS.map((group) => (
      <FormSection
        key={group}
        title={t(`config.groups.${group}`)}
        {...(canUpdate &&
          !isMainAccount &&
          CONFIG_GROUPS[group].every(isForSuper) && { sentence: t('config.superOnly') })}
      >
        <SettingList label={t(`config.groups.${group}`)}>
          {CONFIG_GROUPS[group].map((key) => {
            const setting = data.settings.find((one) => one.key === key)
            return (
              setting && (
                <ConfigRow key={key} setting={setting} isReadOnly={isReadOnly || (isForSuper(key) && !isMainAccount)} />
              )
            )
          })}
        </SettingList>
      </FormSection>
    ))
  }
  return (
    <SettingsPage title={t('config.titles.list')} sentence={t('config.sentence')}>
      {!canUpdate && <Notice>{t('config.readOnly', { privilege: say('privileges.config.update') })}</Notice>}
      {content()}
    </SettingsPage>
  )
}
