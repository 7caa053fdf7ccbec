// How the changes of a license read: as those of a template, with the ends that products of a code have for themselves.
import type { LicenseAnswer } from '@sealwright/contract'
import { useMemo } from 'react'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { useTemplateWords } from '../../template/terms/index.ts'
import type { TemplateWords } from '../../template/terms/index.ts'

export type LicenseWords = Pick<TemplateWords, 'labelOf' | 'wordsOf'>

/** A product's own end, as comparisons join them. */
const END = /^(\d+): (.+)$/

export function useLicenseWords(license: LicenseAnswer): LicenseWords {
  const t = usePhrases()
  const format = useFormat()
  const { labelOf, wordsOf } = useTemplateWords(license)
  return useMemo(() => {
    const endOf = (text: string) => {
      const [, id, end = ''] = END.exec(text) ?? []
      const product = [license, ...license.otherProducts].find(({ licenseId }) => String(licenseId) === id)
      return t('license.detail.ends.one', { product: product?.productName ?? id ?? '', end: format.time(end) })
    }
    return {
      labelOf: (field) => (field === 'productEnds' ? t('license.fields.productEnds') : labelOf(field)),
      wordsOf: (field, value) =>
        field === 'productEnds' ? value.split(', ').map(endOf).join('\n') : wordsOf(field, value),
    }
  }, [license, t, format, labelOf, wordsOf])
}
