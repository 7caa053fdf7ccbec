// The filters of a figure: the ones whose dimensions it has, with options that the person may see.
import { CARRIERS, LICENSE_SOURCES, LIMITS, dimensionsOf } from '@sealwright/contract'
import type { MeasureName, TemplateFamily } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { useWanted } from '../../blocks/control/wanted.ts'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { useSearchOf } from '../../lib/place/navigate.tsx'
import { useOpens } from '../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { OPTIONS_STALE_MS, isMissing, useOnly, usePick, useProductFilter } from '../license/filters/index.ts'
import { FAMILIES } from '../template/index.ts'
import { LICENSE_LISTS } from './list-links.ts'
import { PATH } from './statistics-view.ts'

const options = { keepPrevious: true, staleMs: OPTIONS_STALE_MS } as const

function useTemplatesOf(family: TemplateFamily, needle: string, isWanted: boolean) {
  const { calls, where, access } = FAMILIES[family]
  const isSeen = hasAccess(useSession(), access.view)
  const found = useAnswer(
    calls.find,
    {
      ...where,
      currentPage: 1,
      pageSize: LIMITS.page.maxSize,
      ...(needle && { templateName: needle.slice(0, LIMITS.template.nameMax) }),
    },
    { ...options, enabled: isSeen && isWanted },
  )
  return { isSeen, data: found.data, isPlaceholderData: found.isPlaceholderData }
}

/** The family of a template in the address is unknown, so each is asked. */
function useTemplateName(family: TemplateFamily, guid: string): string | undefined {
  const { calls, where, access } = FAMILIES[family]
  const isSeen = hasAccess(useSession(), access.view)
  return useAnswer(calls.get, { ...where, guid }, { ...options, enabled: isSeen && guid !== '' }).data?.name
}

function useTemplateFilter(templateGuid: string): Filter | undefined {
  const t = usePhrases()
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const answers = [
    useTemplatesOf('smart', needle, isWanted),
    useTemplatesOf('account', needle, isWanted),
    useTemplatesOf('sn', needle, isWanted),
    useTemplatesOf('dongle', needle, isWanted),
  ].filter(({ isSeen }) => isSeen)
  const data = answers.every((one) => one.data !== undefined)
    ? answers
        .flatMap((one) => one.data?.rows ?? [])
        .map(({ guid, name, productName }) => ({ value: guid, label: name, note: productName }))
    : undefined
  const missing = isMissing(templateGuid, data) ? templateGuid : ''
  const names = [
    useTemplateName('smart', missing),
    useTemplateName('account', missing),
    useTemplateName('sn', missing),
    useTemplateName('dongle', missing),
  ]
  const filter = usePick({
    name: 'templateGuid',
    label: t('statistics.fields.templateGuid'),
    data,
    isPlaceholderData: answers.some(({ isPlaceholderData }) => isPlaceholderData),
    load,
    setNeedle,
    labelOf: useOnly(names.find((name) => name !== undefined)),
  })
  return answers.length > 0 ? filter : undefined
}

export function useFigureFilters(measure: MeasureName): readonly Filter[] {
  const t = usePhrases()
  const opens = useOpens()
  const { licenseId = '', templateGuid = '' } = useSearchOf(PATH)
  const product = useProductFilter(t('statistics.fields.licenseId'), licenseId)
  const template = useTemplateFilter(templateGuid)
  return useMemo((): Filter[] => {
    const by = dimensionsOf(measure)
    return [
      ...(by.includes('product') && product ? [product] : []),
      ...(by.includes('carrier')
        ? [
            {
              kind: 'picks' as const,
              name: 'carrier',
              label: t('statistics.fields.carrier'),
              options: CARRIERS.filter((carrier) => opens(LICENSE_LISTS[carrier])).map((value) => ({
                value,
                label: t(`statistics.carriers.${value}`),
              })),
            },
          ]
        : []),
      ...(by.includes('template') && template ? [template] : []),
      ...(by.includes('channel')
        ? [
            {
              kind: 'choice' as const,
              name: 'channel',
              label: t('statistics.fields.channel'),
              options: LICENSE_SOURCES.map((value) => ({ value, label: t(`license.sources.${value}`) })),
            },
          ]
        : []),
    ]
  }, [measure, t, opens, product, template])
}
