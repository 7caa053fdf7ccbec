// The template list: one screen for the four families, which differ in their calls and a few columns.
import { accessCalls, adminName } from '@sealwright/contract'
import type { TemplateFamily, TemplateRow } from '@sealwright/contract'
import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { Copy, Eye, FileStack, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { useWanted } from '../../blocks/control/wanted.ts'
import { filterValues } from '../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { answerKey, callServer, useAnswer } from '../../lib/call/client.ts'
import { ScreenLink, pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import type { LoadedScreen } from '../../lib/place/screen.ts'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { useDeleteTemplate, useDeleteTemplates } from './actions/delete.ts'
import { FAMILIES, screenOfFamily } from './template-family.ts'
import { useLicenseWays } from './template-licenses.ts'
import { useNoProduct } from './template-no-product.tsx'
import { useTemplateWords } from './template-words.ts'
import { templateCard, templateColumns } from './template.columns.tsx'

const keyOf = (row: TemplateRow) => row.guid
const nameOf = (row: TemplateRow) => row.name
const OPTIONS_STALE_MS = 60_000

const nameEach = (results: readonly UseQueryResult<{ productName: string }>[]) =>
  results.map(({ data }) => data?.productName)

/** Products are searched on the server: a developer may have thousands. */
function useProductFilter(family: TemplateFamily): { filter: Filter; hasProducts: boolean } {
  const t = usePhrases()
  const { calls, where, path } = FAMILIES[family]
  const [needle, setNeedle] = useState('')
  const { licenseId = '' } = useSearchOf(path)
  const options = useAnswer(
    calls.listProducts,
    { ...where, ...(needle && { productName: needle }) },
    { keepPrevious: true, staleMs: OPTIONS_STALE_MS },
  )
  const { data, isPlaceholderData } = options
  const missing = useMemo(
    () =>
      filterValues(licenseId).filter(
        (id) => data && /^\d+$/.test(id) && !data.some((product) => String(product.licenseId) === id),
      ),
    [licenseId, data],
  )
  const names = useQueries({
    queries: missing.map((id) => {
      const payload = { ...where, licenseId: Number(id) }
      return {
        queryKey: answerKey(calls.getProduct, payload),
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<{ productName: string }> =>
          callServer(calls.getProduct, payload, { signal }),
        staleTime: OPTIONS_STALE_MS,
      }
    }),
    combine: nameEach,
  })
  const filter = useMemo(
    (): Filter => ({
      kind: 'picks',
      name: 'licenseId',
      label: t('template.fields.licenseId'),
      options: (data ?? []).map((product) => ({
        value: String(product.licenseId),
        label: product.productName,
        note: String(product.licenseId),
      })),
      isLoading: !data || isPlaceholderData,
      onNeedle: setNeedle,
      labelOf: (id) => names[missing.indexOf(id)],
    }),
    [t, data, isPlaceholderData, names, missing],
  )
  return { filter, hasProducts: needle !== '' || data?.length !== 0 }
}

/** Offered only if the device type is 0 (specification, section 6). */
function useAdminFilter(): Filter | undefined {
  const t = usePhrases()
  const isOffered = useSession().developer.devType === 0
  const [isWanted, load] = useWanted()
  const { data } = useAnswer(accessCalls.list, {}, { enabled: isOffered && isWanted, staleMs: OPTIONS_STALE_MS })
  return useMemo(
    () =>
      isOffered
        ? {
            kind: 'pick',
            name: 'adminUserId',
            label: t('template.fields.adminUserId'),
            options: (data ?? []).map((admin) => ({ value: admin.userId, label: adminName(admin) })),
            isLoading: !data,
            load,
          }
        : undefined,
    [t, isOffered, data, load],
  )
}

function sourceOf(family: TemplateFamily) {
  const { calls, where } = FAMILIES[family]
  return { list: family === 'smart' ? 'template' : `pcTemplate.${family}`, call: calls.find, where }
}

function TemplateList({ family }: { family: TemplateFamily }) {
  const t = usePhrases()
  const session = useSession()
  const { path, access } = FAMILIES[family]
  const words = useTemplateWords()
  const ways = useLicenseWays(family)
  const none = useNoProduct(family)
  const remove = useDeleteTemplate(family)
  const removeAll = useDeleteTemplates(family)
  const [canCreate, canUpdate, canDelete] = [access.create, access.update, access.delete].map((needed) =>
    hasAccess(session, needed),
  )
  const { filter: product, hasProducts } = useProductFilter(family)
  const admin = useAdminFilter()
  const filters = useMemo(
    (): Filter[] => [
      { kind: 'search', name: 'templateName', label: t('template.list.searchByName') },
      product,
      ...(admin ? [admin] : []),
    ],
    [t, product, admin],
  )
  const locale = useLanguage((language) => language.locale)
  const look = useMemo(() => ({ family, locale, t, words, ways }), [family, locale, t, words, ways])
  const columns = useMemo(() => templateColumns(look), [look])
  const actions = useCallback(
    (row: TemplateRow): RowAction[] => {
      const { guid } = row
      return [
        ...(ways.issue && !row.isExpired
          ? [{ key: 'issue', label: t('template.actions.issue'), icon: KeyRound, href: ways.issue(guid) }]
          : []),
        ...(canUpdate
          ? [{ key: 'edit', label: t('template.actions.edit'), icon: Pencil, href: pathTo(`${path}/edit`, { guid }) }]
          : []),
        { key: 'view', label: t('template.actions.view'), icon: Eye, href: pathTo(`${path}/view`, { guid }) },
        ...(canCreate
          ? [
              {
                key: 'copy',
                label: t('template.actions.copy'),
                icon: Copy,
                href: pathTo(`${path}/new`, { copyOf: guid }),
              },
            ]
          : []),
        ...(canDelete
          ? [
              {
                key: 'delete',
                label: t('template.actions.delete'),
                icon: Trash2,
                isDanger: true,
                onSelect: () => remove(row),
              },
            ]
          : []),
      ]
    },
    [path, ways, canCreate, canUpdate, canDelete, remove, t],
  )
  const batch = useMemo(
    () =>
      canDelete
        ? [{ key: 'delete', label: t('template.actions.delete'), icon: Trash2, isDanger: true, run: removeAll }]
        : undefined,
    [canDelete, removeAll, t],
  )
  const create = canCreate && (
    <ScreenLink to={`${path}/new`} className={buttonClass({ kind: 'primary' })}>
      <Plus size={15} aria-hidden />
      {t('template.list.create')}
    </ScreenLink>
  )
  return (
    <ListPage
      path={path}
      {...sourceOf(family)}
      title={t(`template.families.${family}`)}
      sentence={t(`template.list.sentences.${family}`)}
      primary={create}
      filters={filters}
      columns={columns}
      card={(row) => templateCard(look, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      batch={batch}
      empty={
        hasProducts || !canCreate
          ? {
              icon: FileStack,
              title: t('template.list.emptyTitle'),
              sentence: canCreate ? t('template.list.emptySentence') : undefined,
              action: create,
            }
          : none
      }
      kind="template"
    />
  )
}

export const screenOf = screenOfFamily(({ family: { family } }) => <TemplateList family={family} />)

export const loadedOf = (family: TemplateFamily): LoadedScreen => ({
  Screen: screenOf(family),
  first: firstPage(sourceOf(family)),
})
