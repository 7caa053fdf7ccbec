// The list of access keys: a tab of the integration page, at an address of its own.
import { ACCESS_KEY_STATES, accessKeyCalls } from '@sealwright/contract'
import type { AccessKeyRow } from '@sealwright/contract'
import { KeyRound, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import { guideHref } from '../../lib/place/guide.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { IntegrationPage } from '../integration/index.ts'
import { useKeyActions } from './access-key-acts.tsx'
import { keyCard, keyColumns } from './access-key.columns.tsx'

const LIST = { list: 'accessKey', call: accessKeyCalls.find }
export const first = firstPage({ ...LIST, isTable: true })

const keyOf = (row: AccessKeyRow) => row.guid
const nameOf = (row: AccessKeyRow) => row.name

export function Screen() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const filters = useMemo(
    (): Filter[] => [
      { kind: 'search', name: 'name', label: t('accessKey.list.search') },
      {
        kind: 'choice',
        name: 'state',
        label: t('accessKey.fields.state'),
        options: ACCESS_KEY_STATES.map((value) => ({ value, label: t(`accessKey.states.${value}`) })),
      },
    ],
    [t],
  )
  const create = (
    <ScreenLink to="/accessKeyManage/new" className={buttonClass({ kind: 'primary' })}>
      <Plus size={15} aria-hidden />
      {t('accessKey.list.create')}
    </ScreenLink>
  )
  return (
    <IntegrationPage tab="accessKey" actions={create}>
      <p className="integration-lead">
        {t('accessKey.list.sentence')}
        <a href={guideHref(locale, 'open-api')} target="_blank" rel="noreferrer">
          {t('accessKey.list.guide')}
        </a>
      </p>
      <ListPage
        isTab
        path="/accessKeyManage"
        {...LIST}
        title={t('accessKey.titles.list')}
        filters={filters}
        columns={useMemo(() => keyColumns(t), [t])}
        card={useCallback((row: AccessKeyRow) => keyCard(t, row), [t])}
        rowKey={keyOf}
        rowName={nameOf}
        actions={useKeyActions()}
        empty={{
          icon: KeyRound,
          title: t('accessKey.list.emptyTitle'),
          sentence: t('accessKey.list.emptySentence'),
        }}
      />
    </IntegrationPage>
  )
}
