// The page of one license, for all three families: name, status, actions, content, devices, running programs and
// history. The server answers the possible actions, which already reflect privileges and status.
import {
  SWITCHING_ACTS,
  auditPath,
  isUnapproved,
  licenseModeName,
  licenseStatusName,
  seatCalls,
  shownSerial,
} from '@sealwright/contract'
import type { LicenseAnswer, LicenseFamily, SwitchingAct } from '@sealwright/contract'
import { Lock, LockOpen, Pencil, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import { DetailPage } from '../../../blocks/detail/detail-page.tsx'
import { Differences } from '../../../blocks/detail/differences.tsx'
import type { Fact } from '../../../blocks/detail/fact-list.tsx'
import { FactList } from '../../../blocks/detail/fact-list.tsx'
import { Loaded } from '../../../blocks/detail/loaded.tsx'
import { Way } from '../../../blocks/detail/way.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { MoneyCell, TimeCell } from '../../../blocks/list/columns.tsx'
import { ScreenLink, changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { useLendingTab } from '../../lending/tab/index.ts'
import { useOfflineTab } from '../../offline/tab/index.ts'
import { LicenseRuntime } from '../../runtime/tab/index.ts'
import { useMailTab } from '../../sender/tab/index.ts'
import { FAMILIES as TEMPLATE_FAMILIES } from '../../template/index.ts'
import { ContentView, ProductName, TemplateNumber, TermGroup } from '../../template/view/index.ts'
import { askAct } from '../acts/act.tsx'
import { askDelivery } from '../acts/deliver.tsx'
import { askRekey, isRekeyable } from '../acts/rekey.tsx'
import './detail.css'
import { screenOfFamily } from '../license-family.ts'
import type { Family } from '../license-family.ts'
import { isCodeFamily, nameOf } from '../license-words.ts'
import { LicenseEnd } from '../list/license-end.tsx'
import { LicenseStatusTag } from '../list/license-status.tsx'
import { useLicenseWords } from './license-differences.ts'
import { LicenseHistory } from './license-history.tsx'
import { LicenseMachines } from './license-machines.tsx'
import { askCodePassword } from './license-password.tsx'

interface Shown {
  family: Family
  license: LicenseAnswer
}

/** The campaign that gave the license, with a link to its participants, or else to its page. */
function CampaignName({ guid, name }: NonNullable<LicenseAnswer['campaign']>) {
  const hasUsers = useCanOpen('/activity/user')
  const path = hasUsers ? '/activity/user' : '/activity/view'
  return (
    <Way path={path} href={pathTo(path, { guid })}>
      {name}
    </Way>
  )
}

type Standing = NonNullable<LicenseAnswer['approval']>

/** A link to the approval request, if the person may open such pages. */
function ToRequest({ family, requestGuid: guid }: { family: LicenseFamily } & Pick<Standing, 'requestGuid'>) {
  const t = usePhrases()
  const view = `${auditPath(family)}/view` as const
  return (
    useCanOpen(view) && (
      <ScreenLink to={view} search={{ guid }} className={buttonClass({ size: 'small' })}>
        {t('license.detail.approval.open')}
      </ScreenLink>
    )
  )
}

/** The step at which a request waits, and for whom. */
function useStandingWords() {
  const t = usePhrases()
  return ({ step, steps, waitsFor }: Standing) =>
    // Nobody can decide while the batch still runs, or if only the requester could.
    waitsFor.length === 0
      ? t('license.detail.approval.stands', { step, steps })
      : t('license.detail.approval.waits', { step, steps, names: waitsFor.join(t('blocks.list.comma')) })
}

/** The update that waits for approval beside the license. */
function WaitingUpdate({ family: { family }, license }: Shown) {
  const t = usePhrases()
  const format = useFormat()
  const words = useLicenseWords(license)
  const standingWords = useStandingWords()
  const { waitingUpdate: update } = license
  if (!update) return null
  return (
    <Notice
      tone="warn"
      title={t('license.detail.approval.updateTitle')}
      action={<ToRequest family={family} requestGuid={update.requestGuid} />}
    >
      <p>
        {t('license.detail.approval.updateSentence', {
          requester: update.requester,
          time: format.time(update.requestTime),
        })}{' '}
        {standingWords(update)}
      </p>
      <Differences changes={update.changes} kind="update" {...words} />
    </Notice>
  )
}

/** Explains what the status means for the users of the license. */
function StatusNotice({ family: { family, path }, license: { status, replacedBy, statusReason, approval } }: Shown) {
  const t = usePhrases()
  const standingWords = useStandingWords()
  const name = licenseStatusName(status)
  if (name === 'unbound' || name === 'bound') return null
  if (name === 'replaced') {
    return (
      <Notice
        action={
          replacedBy && (
            <ScreenLink
              to={`${path}/view`}
              search={{ guid: replacedBy.guid }}
              className={buttonClass({ size: 'small' })}
            >
              {t('license.detail.facts.replacedBy')} {shownSerial(family, replacedBy.serial)}
            </ScreenLink>
          )
        }
      >
        {replacedBy
          ? t('license.detail.notices.replaced', { serial: shownSerial(family, replacedBy.serial) })
          : t('license.detail.notices.replacedUnknown')}
      </Notice>
    )
  }
  const tone =
    name === 'expired' || name === 'rejected'
      ? 'bad'
      : name === 'deleted' || name === 'deleting' || name === 'approving'
        ? 'neutral'
        : 'warn'
  return (
    <Notice tone={tone} action={approval && <ToRequest family={family} requestGuid={approval.requestGuid} />}>
      {t(`license.detail.notices.${name}`)}
      {statusReason !== null && <p>{t('license.detail.history.reason', { reason: statusReason })}</p>}
      {approval && <p>{name === 'approving' ? standingWords(approval) : t('license.detail.approval.resubmit')}</p>}
    </Notice>
  )
}

/** The end of each product of a code. Hidden if no product has its own end. */
function ProductEnds({
  license: { productEnds, expireTime, otherProducts, licenseId, productName },
}: Pick<Shown, 'license'>) {
  const t = usePhrases()
  const { serverTime } = useSession()
  if (productEnds.length === 0) return null
  const facts = [{ licenseId, productName }, ...otherProducts].map((product): Fact => {
    const own = productEnds.find((end) => end.licenseId === product.licenseId)?.endTime
    const end = own ?? expireTime
    return {
      label: product.productName,
      value: (
        <>
          {own ? <TimeCell at={own} /> : t('license.detail.ends.withLicense')}{' '}
          {end !== null && end <= serverTime && <StatusTag tone="bad">{t('license.detail.ends.ended')}</StatusTag>}
        </>
      ),
    }
  })
  return (
    <TermGroup title={t('license.detail.ends.title')}>
      <FactList facts={facts} />
    </TermGroup>
  )
}

/** The cost of the license, with a link to the orders that make it up. */
function Charged({ family: { family }, license: { orders, serial }, fen }: Shown & { fen: number }) {
  const t = usePhrases()
  const canOpen = useCanOpen('/billing/order')
  return (
    <span className="license-changeable">
      <MoneyCell fen={fen} />
      {canOpen && orders !== null && orders > 0 && (
        <ScreenLink to="/billing/order" search={{ keyword: shownSerial(family, serial) }}>
          {t('license.detail.facts.orders', { count: orders })}
        </ScreenLink>
      )}
    </span>
  )
}

function useFacts({ family, license }: Shown): Fact[] {
  const t = usePhrases()
  const format = useFormat()
  const templateView = `${TEMPLATE_FAMILIES[family.family].path}/view` as const
  // Outside the caller's row scope, a template has no name.
  const templateWords =
    license.templateName === ''
      ? t('license.list.templateVersion', { number: license.templateNumber, version: license.templateVersion })
      : t('license.detail.facts.template', { name: license.templateName, version: license.templateVersion })
  const isCode = isCodeFamily(family.family)
  const session = useSession()
  const isThere = license.endedTime === null
  const password = t(license.hasPassword ? 'license.detail.facts.hasPassword' : 'license.detail.facts.noPassword')
  const facts: (Fact | false)[] = [
    {
      label: t(isCode ? 'license.detail.facts.code' : 'license.detail.facts.number'),
      value: (
        <span className="license-changeable">
          <span className="license-serial">
            <CopyText text={shownSerial(family.family, license.serial)} />
          </span>
          {isRekeyable(family.family, license.status) && hasAccess(session, family.access.update) && (
            <Button size="small" onPress={() => askRekey(family.family, license)}>
              {t('runtime.rekey.verb')}
            </Button>
          )}
        </span>
      ),
    },
    {
      label: t('license.fields.productName'),
      value: (
        <span className="license-products">
          {[license, ...license.otherProducts].map((product) => (
            <ProductName key={product.licenseId} {...product} />
          ))}
        </span>
      ),
    },
    {
      label: t('license.fields.templateName'),
      value: license.hasTemplate ? (
        <Way path={templateView} href={pathTo(templateView, { guid: license.templateGuid })}>
          {templateWords}
        </Way>
      ) : (
        templateWords
      ),
    },
    { label: t('license.fields.templateNumber'), value: <TemplateNumber guid={license.templateGuid} /> },
    license.account !== null && {
      label: t('license.fields.account'),
      value:
        license.userGuid === null ? (
          license.account
        ) : (
          <Way path="/user/view" href={pathTo('/user/view', { guid: license.userGuid })}>
            {license.userName
              ? t('license.detail.facts.user', { account: license.account, name: license.userName })
              : license.account}
          </Way>
        ),
    },
    {
      label: t('license.fields.customerName'),
      value:
        license.customerGuid !== null && license.customerName !== null ? (
          <Way path="/customer/view" href={pathTo('/customer/view', { guid: license.customerGuid })}>
            {license.customerName}
          </Way>
        ) : null,
    },
    license.integratorGuid !== null &&
      license.integratorName !== null && {
        label: t('license.fields.integratorName'),
        value: (
          <Way
            path="/integrator/viewIntegrator"
            href={pathTo('/integrator/viewIntegrator', { guid: license.integratorGuid })}
          >
            {license.integratorName}
          </Way>
        ),
      },
    { label: t('license.fields.issuer'), value: license.issuer },
    {
      label: t('license.fields.source'),
      value: (
        <>
          {t(`license.sources.${license.source}`)}
          {license.campaign && (
            <>
              {' · '}
              <CampaignName {...license.campaign} />
            </>
          )}
        </>
      ),
    },
    { label: t('license.fields.issueTime'), value: <TimeCell at={license.issueTime} /> },
    {
      label: t('license.detail.facts.firstUse'),
      value: license.firstUseTime && <TimeCell at={license.firstUseTime} />,
    },
    { label: t('license.fields.expireTime'), value: <LicenseEnd license={license} /> },
    license.endedTime !== null && { label: t('license.fields.endedTime'), value: <TimeCell at={license.endedTime} /> },
    {
      label: t('license.fields.bound'),
      value: t('license.detail.facts.machines', { bound: license.bound, ever: license.everBound }),
    },
    isCode && {
      label: t('license.fields.deliveredTo'),
      value: (
        <span className="license-changeable">
          {license.deliveredTo === null
            ? t('license.detail.facts.notDelivered')
            : license.deliverTime === null
              ? license.deliveredTo
              : t('license.detail.facts.delivered', {
                  recipient: license.deliveredTo,
                  time: format.time(license.deliverTime),
                })}
          {isThere && !isUnapproved(license.status) && hasAccess(session, family.access.deliver) && (
            <Button size="small" onPress={() => askDelivery(family.family, [license])}>
              {t('license.list.deliver.verb')}
            </Button>
          )}
        </span>
      ),
    },
    (license.codePassword === true || license.hasPassword) && {
      label: t('license.fields.password'),
      value:
        isThere && hasAccess(session, family.access.update) ? (
          <span className="license-changeable">
            {password}
            <Button size="small" onPress={() => askCodePassword({ family, license })}>
              {t('license.detail.password.change')}
            </Button>
          </span>
        ) : (
          password
        ),
    },
    // Null for integrators, who may not see prices.
    license.chargedFen !== null && {
      label: t('license.detail.facts.charged'),
      value: <Charged family={family} license={license} fen={license.chargedFen} />,
    },
    license.remark !== null && { label: t('license.fields.remark'), value: license.remark, isWide: true },
  ]
  return facts.filter((fact) => fact !== false)
}

const ICONS = { lock: Lock, unlock: LockOpen, delete: Trash2 } as const satisfies Record<SwitchingAct, LucideIcon>

function Actions({ family: { family, path }, license }: Shown) {
  const t = usePhrases()
  const { guid, acts } = license
  return (
    <>
      {SWITCHING_ACTS.filter((act) => acts.includes(act)).map((act) => (
        <Button key={act} icon={ICONS[act]} onPress={() => askAct(family, act, [license])}>
          {t(`license.acts.${act}`)}
        </Button>
      ))}
      {acts.includes('refresh') && (
        <ScreenLink
          to={`${path}/refresh`}
          search={{ guid, sourcePath: `${path}/view` }}
          className={buttonClass({ kind: 'primary' })}
        >
          <Pencil size={15} aria-hidden />
          {t('license.acts.refresh')}
        </ScreenLink>
      )}
    </>
  )
}

function License({ family, license }: Shown) {
  const t = usePhrases()
  const { path } = family
  const view = `${path}/view` as const
  const { guid, tab = 'summary' } = useSearchOf(view)
  const isCode = isCodeFamily(family.family)
  const canSeeRuntime = useCan(seatCalls.find)
  const mailTab = useMailTab('license', guid)
  const mode = licenseModeName(license.licenseMode)
  const offlineTab = useOfflineTab({
    licenseGuid: guid,
    isCloud: mode === 'cloudAccount',
    canBind: family.family === 'smart' || license.offlineBind === true,
    machinesHref: pathTo(view, { guid, tab: 'machines' }),
  })
  const lendingTab = useLendingTab({
    licenseGuid: guid,
    lending: family.family === 'sn' ? license.lending : null,
    updateHref: license.acts.includes('refresh') ? pathTo(`${path}/refresh`, { guid, sourcePath: view }) : undefined,
  })
  return (
    <DetailPage
      mark={<Monogram name={license.productName} size={56} />}
      title={nameOf(family.family, license)}
      subtitle={
        <span className={isCode ? 'license-subtitle license-subtitle-code' : 'license-subtitle'}>
          <LicenseStatusTag status={license.status} />
          <span>{t(`license.modes.${mode}`)}</span>
          <span>{isCode ? license.productName : license.serial}</span>
        </span>
      }
      actions={<Actions family={family} license={license} />}
      notices={
        <>
          <StatusNotice family={family} license={license} />
          <WaitingUpdate family={family} license={license} />
        </>
      }
      facts={useFacts({ family, license })}
      openTab={tab}
      onOpenTab={(key) => changeSearch(view, { guid, tab: key })}
      tabs={[
        {
          key: 'summary',
          title: t('license.detail.tabs.summary'),
          content: (
            <ContentView family={family.family} content={license}>
              <ProductEnds license={license} />
            </ContentView>
          ),
        },
        {
          key: 'machines',
          title: t('license.detail.tabs.machines'),
          count: String(license.bound),
          content: <LicenseMachines family={family} license={license} />,
        },
        ...offlineTab,
        ...lendingTab,
        ...(canSeeRuntime
          ? [
              {
                key: 'runtime',
                title: t('runtime.ofLicense.tab'),
                content: <LicenseRuntime licenseGuid={license.guid} />,
              },
            ]
          : []),
        // Only codes are delivered by mail.
        ...(isCode ? [mailTab] : []),
        {
          key: 'history',
          title: t('license.detail.tabs.history'),
          content: <LicenseHistory family={family} license={license} />,
        },
      ]}
    />
  )
}

function LicenseDetail({ family }: { family: Family }) {
  const { path, calls, where } = family
  const { guid } = useSearchOf(`${path}/view`)
  return (
    <Loaded call={calls.get} payload={{ ...where, guid }} back={<BackToList to={path} words="license.list.back" />}>
      {(license) => <License key={guid} family={family} license={license} />}
    </Loaded>
  )
}

export const screenOf = screenOfFamily(LicenseDetail)
