// The page of one user lock: facts, the present change in words, licenses inside, commands, packages and history. The
// server answers the possible acts, which already reflect privileges and status.
import { LOCK_ACTS, privilege, userLockCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { Pencil, Usb } from 'lucide-react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import { DetailPage } from '../../../blocks/detail/detail-page.tsx'
import type { Fact } from '../../../blocks/detail/fact-list.tsx'
import { Loaded } from '../../../blocks/detail/loaded.tsx'
import { Way } from '../../../blocks/detail/way.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { ScreenLink, changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { LockLicenses, LockUpgrades } from '../../dongle-license/index.ts'
import { ACT_ICONS, askLockAct } from '../acts/act.tsx'
import { LockStatusTag, hasEnded, isPermanent, modeName } from '../list/lock-status.tsx'
import { LockCommands } from './lock-commands.tsx'
import { LockHistory } from './lock-history.tsx'
import { LockNotice } from './lock-notice.tsx'
import '../list/lock.css'
import './lock-detail.css'

const VIEW = '/dongle/user/view'
/** The lock waits for contacts, so its page looks for them. */
const LOOK_MS = 15_000

type LockAnswer = AnswerOf<typeof userLockCalls.get>

const timeOf = (at: string | null) => at && <TimeCell at={at} />

function useFacts(lock: LockAnswer): Fact[] {
  const t = usePhrases()
  const isForever = isPermanent(lock)
  const facts: (Fact | false)[] = [
    {
      label: t('userLock.fields.serialNumber'),
      value: (
        <span className="lock-code">
          <CopyText text={lock.serialNumber} />
        </span>
      ),
    },
    {
      label: t('userLock.fields.activationMode'),
      value: (
        <>
          {t(`userLock.modes.${modeName(lock.activationMode)}`)}
          {isForever && <span className="lock-note">{t('userLock.detail.permanentNote')}</span>}
        </>
      ),
    },
    !isForever && {
      label: t('userLock.fields.offlineDays'),
      value: t('userLock.detail.days', { days: lock.offlineDays }),
    },
    {
      label: t('userLock.fields.lastActivation'),
      value: timeOf(lock.lastActivation) ?? t(isForever ? 'userLock.detail.noNeed' : 'userLock.detail.notActivated'),
    },
    !isForever &&
      lock.activationEnd !== null && {
        label: t('userLock.fields.activationEnd'),
        value: (
          <span className={hasEnded(lock) ? 'lock-over' : undefined}>
            <TimeCell at={lock.activationEnd} />
          </span>
        ),
      },
    { label: t('userLock.fields.seenTime'), value: timeOf(lock.seenTime) ?? t('userLock.detail.neverSeen') },
    {
      label: t('userLock.fields.customer'),
      value: lock.customerGuid !== null && lock.customerName !== null && (
        <Way path="/customer/view" href={pathTo('/customer/view', { guid: lock.customerGuid })}>
          {lock.customerName}
        </Way>
      ),
    },
    {
      label: t('userLock.fields.admins'),
      value: lock.admins.map(({ name }) => name).join(t('userLock.list.joint')),
    },
    lock.integratorGuid !== null &&
      lock.integratorName !== null && {
        label: t('userLock.fields.integrator'),
        value: (
          <Way
            path="/integrator/viewIntegrator"
            href={pathTo('/integrator/viewIntegrator', { guid: lock.integratorGuid })}
          >
            {lock.integratorName}
          </Way>
        ),
      },
    {
      label: t('userLock.detail.packages'),
      value: lock.lastNumber > 0 && t('userLock.detail.packagesOf', { last: lock.lastNumber, taken: lock.takenNumber }),
    },
    { label: t('userLock.fields.firmware'), value: lock.firmware },
    { label: t('userLock.fields.productionTime'), value: <TimeCell at={lock.productionTime} /> },
    { label: t('userLock.fields.registerTime'), value: <TimeCell at={lock.registerTime} /> },
    lock.remark !== null && { label: t('userLock.fields.remark'), value: lock.remark, isWide: true },
  ]
  return facts.flatMap((fact) => (fact ? [{ ...fact, value: fact.value === false ? null : fact.value }] : []))
}

function Actions({ lock }: { lock: LockAnswer }) {
  const t = usePhrases()
  return (
    <>
      {LOCK_ACTS.filter((act) => lock.acts.includes(act)).map((act) => (
        <Button key={act} icon={ACT_ICONS[act]} onPress={() => askLockAct(act, lock)}>
          {t(`userLock.acts.${act}`)}
        </Button>
      ))}
      <Can call={userLockCalls.update}>
        <ScreenLink
          to="/dongle/user/edit"
          search={{ guid: lock.guid, sourcePath: VIEW }}
          className={buttonClass({ kind: 'primary' })}
        >
          <Pencil size={15} aria-hidden />
          {t('userLock.detail.edit')}
        </ScreenLink>
      </Can>
    </>
  )
}

function UserLock({ lock }: { lock: LockAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid } = lock
  const canSeeLicenses = hasAccess(useSession(), privilege('dongleLicense.view'))
  const { tab = canSeeLicenses ? 'licenses' : 'commands' } = useSearchOf(VIEW)
  return (
    <DetailPage
      mark={<IconMark icon={Usb} tint={isPermanent(lock) ? 2 : 0} size={56} />}
      title={lock.shellNumber}
      subtitle={
        <span className="lock-subtitle">
          <LockStatusTag status={lock.status} />
          <span>{t(`userLock.modes.${modeName(lock.activationMode)}`)}</span>
          <span>{t('userLock.detail.summary', { time: format.time(lock.productionTime).split(' ')[0] ?? '' })}</span>
        </span>
      }
      actions={<Actions lock={lock} />}
      notices={<LockNotice lock={lock} />}
      facts={useFacts(lock)}
      openTab={tab}
      onOpenTab={(key) => changeSearch(VIEW, { guid, tab: key })}
      tabs={[
        ...(canSeeLicenses
          ? [
              {
                key: 'licenses',
                title: t('userLock.detail.tabs.licenses'),
                content: <LockLicenses lockGuid={guid} />,
              },
            ]
          : []),
        { key: 'commands', title: t('userLock.detail.tabs.commands'), content: <LockCommands lock={lock} /> },
        ...(canSeeLicenses
          ? [
              {
                key: 'upgrades',
                title: t('userLock.detail.tabs.upgrades'),
                content: <LockUpgrades lockGuid={guid} />,
              },
            ]
          : []),
        { key: 'history', title: t('userLock.detail.tabs.history'), content: <LockHistory guid={guid} /> },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf(VIEW)
  return (
    <Loaded
      call={userLockCalls.get}
      payload={{ guid }}
      pollMs={LOOK_MS}
      back={<BackToList to="/dongle/user" words="userLock.list.back" />}
    >
      {(lock) => <UserLock key={guid} lock={lock} />}
    </Loaded>
  )
}
