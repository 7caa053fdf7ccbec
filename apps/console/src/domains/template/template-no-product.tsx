// What an empty place says and offers if no product fits a template of the family. For the codes of a trial developer,
// that is also why there are no templates.
import { productCalls } from '@sealwright/contract'
import type { TemplateFamily } from '@sealwright/contract'
import { Package } from 'lucide-react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { Can, useCanOpen } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'

/** Codes need soft licenses, which a trial developer cannot offer. */
export function useTrialCodes(family: TemplateFamily) {
  const t = usePhrases()
  const canApply = useCanOpen(APPLY_PATH)
  const isTrial = useSession().developer.devInfo.status === 'trial'
  if (family !== 'sn' || !isTrial) return undefined
  return {
    icon: Package,
    title: t('template.list.trialCodesTitle'),
    sentence: t('template.list.trialCodesSentence'),
    action: canApply && (
      <ScreenLink to={APPLY_PATH} className={buttonClass({ kind: 'primary' })}>
        {t('developer.titles.apply')}
      </ScreenLink>
    ),
  }
}

export function useNoProduct(family: TemplateFamily) {
  const t = usePhrases()
  const trialCodes = useTrialCodes(family)
  if (trialCodes) return trialCodes
  return {
    icon: Package,
    title: t('template.list.noProductTitle'),
    sentence: t(family === 'sn' ? 'template.list.noSoftProductSentence' : 'template.list.noProductSentence'),
    action: (
      <Can call={productCalls.create}>
        <ScreenLink to="/product/new" className={buttonClass({ kind: 'primary' })}>
          {t('template.list.newProduct')}
        </ScreenLink>
      </Can>
    ),
  }
}
