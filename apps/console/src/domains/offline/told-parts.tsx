// What files and exchanges have in common on the screens: the license with its link, and a refusal with its remedy.
import type { Refusal } from '@sealwright/client'
import { licensePath, shownSerial, upgradeStatusName } from '@sealwright/contract'
import type { ToldFile } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { Nothing } from '../../blocks/list/columns.tsx'
import { Link, pathTo } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { Taken } from './intake/take-files.ts'
import './offline.css'

type FileKind = ToldFile['kind']

const TONES: Record<FileKind, Tone> = { bind: 'brand', refresh: 'ok', unbind: 'neutral', dongle: 'violet' }

export function KindTag({ kind }: { kind: FileKind }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[kind]}>{t(`offline.kinds.${kind}`)}</StatusTag>
}

type ToldLicense = ToldFile['licenses'][number]

/** The code or number of a license, as a link if the person may open it. */
export function LicenseLink({ license: { family, guid, serial } }: { license: ToldLicense }) {
  const view = `${licensePath(family)}/view` as const
  const shown = <span className="offline-serial">{shownSerial(family, serial)}</span>
  return useCanOpen(view) ? <Link href={pathTo(view, { guid })}>{shown}</Link> : shown
}

type ToldLock = NonNullable<ToldFile['lock']>

/** The shell number of a dongle, as a link if the person may open it. */
export function LockLink({ lock: { guid, shellNumber, upgrade } }: { lock: ToldLock }) {
  const shown = <span className="offline-serial">{shellNumber}</span>
  const tab = upgrade ? { tab: 'upgrades' } : {}
  return useCanOpen('/dongle/user/view') ? (
    <Link href={pathTo('/dongle/user/view', { guid, ...tab })}>{shown}</Link>
  ) : (
    shown
  )
}

/** What a dongle asks for, or which package it gets. */
export function useLockWords(): (lock: ToldLock) => string {
  const t = usePhrases()
  return ({ request, upgrade }) => {
    if (request) return t(`offline.lock.requests.${request}`)
    return upgrade
      ? t('offline.lock.upgrade', {
          number: upgrade.number,
          status: t(`dongleLicense.upgradeStatuses.${upgradeStatusName(upgrade.status)}`),
        })
      : t('offline.lock.answer')
  }
}

function WhoseLock({ lock }: { lock: ToldLock }) {
  const words = useLockWords()
  return (
    <span className="offline-licenses">
      <span>
        <LockLink lock={lock} />
        <span className="name-cell-below">{words(lock)}</span>
      </span>
    </span>
  )
}

/** Whose file it is: its licenses or dongle, or what the file names if the person sees none of them. */
export function WhoseFile({ told: { licenses, code, account, lock } }: { told: ToldFile }): ReactNode {
  if (lock) return <WhoseLock lock={lock} />
  if (licenses.length === 0) return code ?? account ?? <Nothing />
  return (
    <span className="offline-licenses">
      {licenses.map((license) => (
        <span key={license.guid}>
          <LicenseLink license={license} />
          <span className="name-cell-below">
            {account === null ? license.productName : `${license.productName} · ${account}`}
          </span>
        </span>
      ))}
    </span>
  )
}

interface RefusedFileProps {
  file: Taken
  refusal?: Refusal | undefined
  action?: ReactNode
}

/** A file that could not be read, or that the center refused, with what to do about it. */
export function RefusedFile({ file, refusal, action }: RefusedFileProps) {
  const t = usePhrases()
  const say = useSentences()
  if (!refusal && !('fault' in file)) return null
  const reason = refusal?.error?.startsWith('runtime.') ? refusal.error.slice('runtime.'.length) : undefined
  const fix = `runtime.fixes.${reason}`
  return (
    <div role="alert">
      <Notice tone="bad" title={t('offline.intake.refused', { name: file.name })} action={action}>
        <p>{refusal ? refusal.message : 'fault' in file && t(`offline.intake.faults.${file.fault}`)}</p>
        {reason !== undefined && say.has(fix) && <p>{say(fix)}</p>}
      </Notice>
    </div>
  )
}

/** The name of the answer: that of the request, with the other extension. */
export const answerNameOf = (name: string) => `${name.replace(/\.(?:c2d|d2c|txt|png|jpe?g|webp)$/i, '')}.d2c`
