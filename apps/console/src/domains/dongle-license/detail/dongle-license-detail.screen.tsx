// The page of one license in a dongle: what is inside the lock, what it will be, and the packages.
import { UPGRADE_STATUSES, dongleLicenseCalls, upgradeCalls } from '@sealwright/contract'
import type { AnswerOf, DongleInside } from '@sealwright/contract'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { DetailPage, DetailSection } from '../../../blocks/detail/detail-page.tsx'
import { Differences } from '../../../blocks/detail/differences.tsx'
import type { Fact } from '../../../blocks/detail/fact-list.tsx'
import { FactList } from '../../../blocks/detail/fact-list.tsx'
import { Loaded } from '../../../blocks/detail/loaded.tsx'
import { Way } from '../../../blocks/detail/way.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import { ScreenLink, changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useInsideWords } from '../inside-words.ts'
import { askDelete } from '../update/delete.tsx'
import { downloadPackages } from '../upgrade/upgrade-acts.tsx'
import { UpgradeRecords } from '../upgrade/upgrade-records.tsx'
import { DongleLicenseStatusTag, UpgradeStatusTag } from '../upgrade/upgrade-status.tsx'

type License = AnswerOf<typeof dongleLicenseCalls.get>
const VIEW = '/pc/license/dongle/view'
const { waiting, downloaded, notReported, failed, upgraded } = UPGRADE_STATUSES

function useFacts(license: License): Fact[] {
  const t = usePhrases()
  const { customerGuid, customerName, templateGuid, templateName, hasTemplate } = license
  return [
    {
      label: t('dongleLicense.fields.shellNumber'),
      value: (
        <Way path="/dongle/user/view" href={pathTo('/dongle/user/view', { guid: license.lockGuid })}>
          {license.shellNumber}
        </Way>
      ),
    },
    {
      label: t('dongleLicense.fields.customerName'),
      value:
        customerName === null ? (
          <Nothing />
        ) : (
          <Way path="/customer/view" href={pathTo('/customer/view', { guid: customerGuid ?? '' })}>
            {customerName}
          </Way>
        ),
    },
    {
      label: t('dongleLicense.fields.templateName'),
      value:
        templateName === null || templateGuid === null || !hasTemplate ? (
          (templateName ?? <Nothing />)
        ) : (
          <Way path="/pc/template/dongle/view" href={pathTo('/pc/template/dongle/view', { guid: templateGuid })}>
            {templateName}
          </Way>
        ),
    },
    {
      label: t('dongleLicense.fields.expireTime'),
      value: license.expireTime === null ? <Nothing /> : <TimeCell at={license.expireTime} />,
    },
    { label: t('dongleLicense.fields.issuer'), value: license.issuer },
    { label: t('dongleLicense.fields.issueTime'), value: <TimeCell at={license.issueTime} /> },
    ...(license.integratorName === null
      ? []
      : [{ label: t('dongleLicense.fields.integratorName'), value: license.integratorName }]),
    ...(license.remark === null
      ? []
      : [{ label: t('dongleLicense.fields.remark'), value: license.remark, isWide: true }]),
  ]
}

const isSame = (one: DongleInside | null, other: DongleInside | null) => JSON.stringify(one) === JSON.stringify(other)

function Content({ license: { inside, planned, moduleNames } }: { license: License }) {
  const t = usePhrases()
  const words = useInsideWords()
  const after = () => {
    if (planned === null) return <Notice tone="warn">{t('dongleLicense.detail.deletes')}</Notice>
    if (isSame(inside, planned)) return <p className="cell-quiet">{t('dongleLicense.detail.samePlanned')}</p>
    return inside === null ? (
      <FactList facts={words.facts(planned, moduleNames)} />
    ) : (
      <Differences changes={words.differences(inside, planned, moduleNames)} kind="update" labelOf={words.labelOf} />
    )
  }
  return (
    <>
      <DetailSection title={t('dongleLicense.detail.insideTitle')}>
        {inside === null ? (
          <Notice title={t('dongleLicense.detail.notInside')}>{t('dongleLicense.detail.notInsideSentence')}</Notice>
        ) : (
          <FactList facts={words.facts(inside, moduleNames)} />
        )}
      </DetailSection>
      <DetailSection title={t('dongleLicense.detail.plannedTitle')}>{after()}</DetailSection>
    </>
  )
}

function Actions({ license }: { license: License }) {
  const t = usePhrases()
  const { guid, acts, upgradeGuid, upgradeStatus, shellNumber } = license
  const canRefresh = useCanOpen('/pc/license/dongle/refresh') && acts.includes('refresh')
  const canDownload = useCan(upgradeCalls.download)
  const isOpen = [waiting, downloaded, notReported].some((status) => status === upgradeStatus)
  return (
    <>
      {canDownload && isOpen && (
        <Button
          icon={Download}
          onPress={() => void downloadPackages([{ guid: upgradeGuid, name: `${shellNumber}.d2c` }])}
        >
          {t('dongleLicense.list.download')}
        </Button>
      )}
      {acts.includes('delete') && (
        <Can call={dongleLicenseCalls.delete}>
          <Button icon={Trash2} onPress={() => askDelete([license])}>
            {t('dongleLicense.list.delete')}
          </Button>
        </Can>
      )}
      {canRefresh && (
        <ScreenLink
          to="/pc/license/dongle/refresh"
          search={{ guid, sourcePath: VIEW }}
          className={buttonClass({ kind: 'primary' })}
        >
          <Pencil size={15} aria-hidden />
          {t('dongleLicense.list.refresh')}
        </ScreenLink>
      )}
    </>
  )
}

function Detail({ license }: { license: License }) {
  const t = usePhrases()
  const { guid, tab = 'summary' } = useSearchOf(VIEW)
  const { upgradeStatus, reason } = license
  return (
    <DetailPage
      mark={<Monogram name={license.productName} size={56} />}
      title={license.productName}
      subtitle={
        <span className="dongle-subtitle">
          <DongleLicenseStatusTag status={license.status} />
          {/* Once written, it says nothing that the status does not. */}
          {upgradeStatus !== upgraded && <UpgradeStatusTag status={upgradeStatus} />}
          <span>{t('product.list.licenseIdShort', { licenseId: String(license.licenseId) })}</span>
        </span>
      }
      actions={<Actions license={license} />}
      notices={
        upgradeStatus === failed &&
        reason !== null && (
          <Notice tone="bad">{t('dongleLicense.detail.failed', { reason: t(`userLock.results.${reason}`) })}</Notice>
        )
      }
      facts={useFacts(license)}
      openTab={tab}
      onOpenTab={(key) => changeSearch(VIEW, { guid, tab: key })}
      tabs={[
        { key: 'summary', title: t('dongleLicense.detail.tabs.summary'), content: <Content license={license} /> },
        {
          key: 'upgrades',
          title: t('dongleLicense.detail.tabs.upgrades'),
          content: <UpgradeRecords licenseGuid={guid} />,
        },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf(VIEW)
  return (
    <Loaded
      call={dongleLicenseCalls.get}
      payload={{ guid }}
      back={<BackToList to="/pc/license/dongle" words="dongleLicense.list.back" />}
    >
      {(license) => <Detail key={guid} license={license} />}
    </Loaded>
  )
}
