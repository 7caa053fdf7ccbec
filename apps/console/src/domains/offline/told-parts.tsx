// What files and exchanges have in common on the screens: the license with its link, and a refusal with its remedy.
import type { Refusal } from '@sealwright/client'
import { licensePath, shownSerial } from '@sealwright/contract'
import type { ExchangeKind, ToldFile } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { Link, pathTo } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { Taken } from './intake/take-files.ts'
import './offline.css'

const TONES: Record<ExchangeKind, Tone> = { bind: 'brand', refresh: 'ok', unbind: 'neutral' }

export function KindTag({ kind }: { kind: ExchangeKind }) {
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

/** Whose file it is: its licenses, or what the file names if the person sees none of them. */
export function WhoseFile({ told: { licenses, code, account } }: { told: ToldFile }): ReactNode {
  if (licenses.length === 0) return code ?? account
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
