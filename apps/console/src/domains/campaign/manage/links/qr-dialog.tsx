// The QR code of a promotion link: to scan, to download and to print. Only the code and its name are printed.
import type { CampaignLink } from '@sealwright/contract'
import { Download } from 'lucide-react'
import { Button } from '../../../../blocks/control/button.tsx'
import { CopyText } from '../../../../blocks/control/copy-text.tsx'
import { QrCode } from '../../../../blocks/control/qr-code.tsx'
import { ModalFrame, showDialog } from '../../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import { linkAddress } from './link-address.ts'
import { savePng, saveSvg } from './qr-files.ts'
import './links.css'

interface QrDialogProps {
  campaignName: string
  link: Pick<CampaignLink, 'name' | 'url'>
  onClose: () => void
}

function QrDialog({ campaignName, link: { name, url }, onClose }: QrDialogProps) {
  const t = usePhrases()
  const address = linkAddress(url, 'qr')
  const file = `${campaignName} - ${name}`
  return (
    <ModalFrame title={t('activity.qr.title', { name })} onClose={onClose}>
      <div className="link-qr">
        <div className="link-qr-sheet">
          <QrCode text={address} label={t('activity.qr.alt', { name })} />
          <p className="link-qr-name">{campaignName}</p>
        </div>
        <p className="link-qr-address">
          <CopyText text={address} />
        </p>
        <p className="campaign-note">{t('activity.qr.sentence')}</p>
        <div className="link-qr-tools">
          <Button icon={Download} onPress={() => savePng(address, file)} data-first-focus>
            {t('activity.qr.png')}
          </Button>
          <Button icon={Download} onPress={() => saveSvg(address, file)}>
            {t('activity.qr.svg')}
          </Button>
          <Button onPress={() => print()}>{t('activity.qr.print')}</Button>
        </div>
      </div>
    </ModalFrame>
  )
}

export function showQr(campaignName: string, link: QrDialogProps['link']): void {
  void showDialog((settle) => <QrDialog campaignName={campaignName} link={link} onClose={() => settle(true)} />)
}
