// Labels and texts for the changes of a license: those of a template, plus the own ends of a code's products.
import type { LicenseAnswer } from '@sealwright/contract'
import { useMemo } from 'react'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { useTemplateWords } from '../../template/terms/index.ts'
import type { TemplateWords } from '../../template/terms/index.ts'

export type LicenseWords = Pick<TemplateWords, 'labelOf' | 'wordsOf'>

/** One `productEnds` entry in a comparison, such as `44: 2026-12-31T15:59:59.000Z`. */
const END = /^(\d+): (.+)$/

/** Without the license, modules and products are shown by id. */
export function useLicenseWords(license?: LicenseAnswer): LicenseWords {
  const t = usePhrases()
  const format = useFormat()
  const { labelOf, wordsOf } = useTemplateWords(license)
  return useMemo(() => {
    const endOf = (text: string) => {
      const [, id, end = ''] = END.exec(text) ?? []
      const products = license ? [license, ...license.otherProducts] : []
      const product = products.find(({ licenseId }) => String(licenseId) === id)
      return t('license.detail.ends.one', { product: product?.productName ?? id ?? '', end: format.time(end) })
    }
    return {
      labelOf: (field) => (field === 'productEnds' ? t('license.fields.productEnds') : labelOf(field)),
      wordsOf: (field, value) =>
        field === 'productEnds' ? value.split(', ').map(endOf).join('\n') : wordsOf(field, value),
    }
  }, [license, t, format, labelOf, wordsOf])
}
