// The templates for account licenses that a person can choose, searched by the server, and the chosen one in full.
import { LIMITS } from '@sealwright/contract'
import type { TemplateAnswer, TemplateRow } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import type { Option, Options } from '../../../../blocks/control/option-search.ts'
import { useWanted } from '../../../../blocks/control/wanted.ts'
import { useAnswer } from '../../../../lib/call/client.ts'
import { hasAccess, useSession } from '../../../../lib/session/session.tsx'
import { FAMILIES } from '../../../template/index.ts'

const { calls, where, access } = FAMILIES.account

interface TemplateOptions extends Options {
  /** False if the person may not see templates. */
  isOffered: boolean
  /** A template among the options. */
  rowOf: (guid: string) => TemplateRow | undefined
}

/** Whether the person may see templates for account licenses. */
const useSeesTemplates = () => hasAccess(useSession(), access.view)

export function useTemplateOptions(): TemplateOptions {
  const isOffered = useSeesTemplates()
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    calls.find,
    {
      ...where,
      currentPage: 1,
      pageSize: LIMITS.page.maxSize,
      ...(needle && { templateName: needle.slice(0, LIMITS.template.nameMax) }),
    },
    { keepPrevious: true, enabled: isOffered && isWanted },
  )
  const options = useMemo(
    () =>
      (data?.rows ?? []).map(({ guid, name, productName }): Option => ({
        value: guid,
        label: name,
        note: productName,
      })),
    [data],
  )
  return {
    isOffered,
    options,
    isLoading: !data || isPlaceholderData,
    load,
    onNeedle: setNeedle,
    rowOf: (guid) => data?.rows.find((row) => row.guid === guid),
  }
}

/** The chosen template. Undefined while it loads, and for people who may not see it. */
export function useTemplate(guid: string): TemplateAnswer | undefined {
  const isOffered = useSeesTemplates()
  return useAnswer(calls.get, { ...where, guid }, { enabled: isOffered && guid !== '' }).data
}
