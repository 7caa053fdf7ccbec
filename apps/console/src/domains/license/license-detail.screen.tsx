// One license: what it is called, its facts and its terms. One screen for the three families.
import type { LicenseAnswer } from '@sealwright/contract'
import { BackToList } from '../../blocks/back-to-list.tsx'
import { TimeCell } from '../../blocks/columns.tsx'
import { DetailError, DetailPage, DetailSkeleton } from '../../blocks/detail-page.tsx'
import { useAnswer } from '../../lib/client.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { useSearchOf } from '../../lib/navigate.tsx'
import { ContentView } from '../template/view/index.ts'
import { screenOfFamily } from './license-family.ts'
import type { Family } from './license-family.ts'
import { LicenseStatusTag } from './license-status.tsx'
import { serialShown } from './license-words.ts'

function License({ family: { family }, license }: { family: Family; license: LicenseAnswer }) {
  const t = usePhrases()
  return (
    <DetailPage
      title={serialShown(family, license.serial)}
      subtitle={<LicenseStatusTag status={license.status} />}
      facts={[
        { label: t('license.fields.productName'), value: license.productName },
        { label: t('license.fields.templateName'), value: license.templateName },
        { label: t('license.fields.issuer'), value: license.issuer },
        { label: t('license.fields.issueTime'), value: <TimeCell at={license.issueTime} /> },
      ]}
    >
      <ContentView family={family} content={license} />
    </DetailPage>
  )
}

function LicenseDetail({ family }: { family: Family }) {
  const { path, calls, where } = family
  const { guid } = useSearchOf(`${path}/view`)
  const answer = useAnswer(calls.get, { ...where, guid })
  if (answer.data) return <License family={family} license={answer.data} />
  if (!answer.error) return <DetailSkeleton />
  return <DetailError error={answer.error} onRetry={() => void answer.refetch()} back={<BackToList to={path} words="license.list.back" />} />
}

export const screenOf = screenOfFamily(LicenseDetail)
