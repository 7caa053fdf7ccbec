// The forms in which licenses of a product, or of a template, are issued: one tag each, the same wherever they show.
import { licenseFormsOf } from '@sealwright/contract'
import type { LicenseForm } from '@sealwright/contract'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { StatusTag } from '../control/status-tag.tsx'
import type { Tone } from '../control/status-tag.tsx'
import { TagsCell } from './columns.tsx'

const TONES: Record<LicenseForm, Tone> = { cloud: 'brand', soft: 'violet' }

export function LicenseForms({ mask }: { mask: number }) {
  const t = usePhrases()
  return (
    <TagsCell isOneLine>
      {licenseFormsOf(mask).map((form) => (
        <StatusTag key={form} tone={TONES[form]}>
          {t(`product.forms.${form}`)}
        </StatusTag>
      ))}
    </TagsCell>
  )
}
