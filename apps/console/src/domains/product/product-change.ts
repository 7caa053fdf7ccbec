// Texts for product values in the operation log: the log stores names of forms and sources, and the console shows their
// labels.
import { LICENSE_FORMS } from '@sealwright/contract'
import { useCallback } from 'react'
import { useSentences } from '../../lib/words/i18n.tsx'

const FORM_NAMES = Object.keys(LICENSE_FORMS)

export function useProductChange(): (field: string, value: string) => string {
  const say = useSentences()
  return useCallback(
    (field, value) => {
      if (field === 'licenseForm')
        return value
          .split(' + ')
          .map((form) => (FORM_NAMES.includes(form) ? say(`product.forms.${form}`) : form))
          .join(' + ')
      if (field === 'rom' || field === 'raw' || field === 'pub')
        return value.replace(/^(text|file|items)(?= · )/, (source) => say(`product.area.sources.${source}`))
      return value
    },
    [say],
  )
}
