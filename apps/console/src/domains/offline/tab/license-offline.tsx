// The offline files of one license: hand in a request, get the answer as a download, and see what was exchanged.
import { LIMITS, exchangeCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { DetailSection } from '../../../blocks/detail/detail-page.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { saveAs } from '../../../lib/call/download.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { Link, ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { FileIntake } from '../intake/file-intake.tsx'
import { INTAKE_ENDINGS, takeFiles, takeText } from '../intake/take-files.ts'
import type { Taken } from '../intake/take-files.ts'
import '../offline.css'
import { RefusedFile } from '../told-parts.tsx'
import { useFileCall } from '../use-file-call.ts'
import { ExchangeHistory } from './exchange-history.tsx'

export interface OfflineLicense {
  licenseGuid: string
  /** The license allows new devices to be bound by a file. */
  canBind: boolean
  /** The tab with the devices, where one can be withdrawn. */
  machinesHref: string
}

type Handed = AnswerOf<typeof exchangeCalls.hand>

const save = ({ name, text }: Handed) => saveAs(new Blob([text], { type: 'text/plain' }), name)

function ToWorkbench({ children }: { children: ReactNode }) {
  return (
    useCanOpen('/tool/offline') && (
      <ScreenLink to="/tool/offline" className={buttonClass({ size: 'small' })}>
        {children}
      </ScreenLink>
    )
  )
}

function Answered({ answer }: { answer: Handed }) {
  const t = usePhrases()
  const format = useFormat()
  const { kind, machineName: machine, name, validUntil, isRepeated } = answer
  return (
    <div role="status">
      <Notice
        tone="ok"
        title={t(isRepeated ? 'offline.tab.repeated' : `offline.tab.done.${kind}`, { machine })}
        action={
          <Button size="small" icon={Download} onPress={() => save(answer)}>
            {t('offline.history.download')}
          </Button>
        }
      >
        <p>{t(kind === 'unbind' ? 'offline.tab.savedReceipt' : 'offline.tab.saved', { name })}</p>
        {validUntil !== null && <p>{t('offline.tab.importUntil', { time: format.time(validUntil) })}</p>}
      </Notice>
    </div>
  )
}

function HandIn({ licenseGuid, canBind }: OfflineLicense) {
  const t = usePhrases()
  const { sent, isSending, send } = useFileCall(exchangeCalls.hand, ({ name, text }) => ({ licenseGuid, name, text }))
  const take = async ([first, ...others]: readonly Taken[]) => {
    if (!first) return
    if (others.length > 0) return toast.warning(t('offline.tab.oneOnly'))
    const answer = await send(first)
    if (!answer) return
    save(answer)
    // Devices and history have changed.
    void queryClient.invalidateQueries()
  }
  return (
    <>
      {!canBind && <Notice>{t('offline.tab.noBind')}</Notice>}
      <FileIntake
        label={t('offline.tab.drop')}
        help={t('offline.tab.dropHelp', { bytes: LIMITS.license.exchangeFileBytes / 1024 })}
        accept={INTAKE_ENDINGS}
        isBusy={isSending}
        isCompact
        onFiles={(files) => void takeFiles(files.slice(0, 2)).then(take)}
        onText={(text) => void take(takeText(t('offline.intake.pastedName'), text))}
      />
      {sent && (
        <RefusedFile
          {...sent}
          action={
            sent.refusal?.error === 'runtime.fileOtherLicense' && (
              <ToWorkbench>{t('offline.search.toWorkbench')}</ToWorkbench>
            )
          }
        />
      )}
      {sent?.answer && <Answered answer={sent.answer} />}
    </>
  )
}

export function LicenseOffline(license: OfflineLicense) {
  const t = usePhrases()
  const canHand = useCan(exchangeCalls.hand)
  return (
    <div className="offline-tab">
      {canHand && <HandIn {...license} />}
      <DetailSection title={t('offline.history.title')}>
        <ExchangeHistory licenseGuid={license.licenseGuid} />
      </DetailSection>
      <Notice
        title={t('offline.tab.lost')}
        action={
          <Link href={license.machinesHref} className={buttonClass({ size: 'small' })}>
            {t('offline.tab.toMachines')}
          </Link>
        }
      >
        {t('offline.tab.lostSentence')}
      </Notice>
    </div>
  )
}
