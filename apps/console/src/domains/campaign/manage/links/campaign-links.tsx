// The promotion links of a campaign: copy, QR code, page, and what each link brought.
import type { CampaignLink, CampaignRow } from '@sealwright/contract'
import { Copy, ExternalLink, QrCode } from 'lucide-react'
import { IconButton } from '../../../../blocks/control/button.tsx'
import { copyText } from '../../../../blocks/control/copy-text.tsx'
import { Tag } from '../../../../blocks/control/status-tag.tsx'
import { loadPart } from '../../../../lib/on-demand.ts'
import { toast } from '../../../../lib/toast.ts'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import { linkAddress } from './link-address.ts'
import './links.css'

const loadQr = () => import('./qr-dialog.tsx')

interface LinkLineProps {
  campaignName: string
  link: CampaignLink
  /** With the address. Otherwise the name stands alone, as on a card. */
  isFull: boolean
}

function LinkLine({ campaignName, link, isFull }: LinkLineProps) {
  const t = usePhrases()
  const { name, url, isActive, views, participations } = link
  const address = linkAddress(url)
  const copy = async () => {
    if (await copyText(address)) toast.success(t('activity.links.copied', { name }))
  }
  const openQr = async () => (await loadPart(loadQr))?.showQr(campaignName, link)
  return (
    <li className="link-line" data-inactive={!isActive || undefined}>
      <span className="link-words">
        <span className="link-name">
          {name} {!isActive && <Tag>{t('activity.links.inactive')}</Tag>}
        </span>
        {isFull && <span className="link-address">{address}</span>}
        <span className="campaign-note sw-tabular">{t('activity.links.numbers', { views, participations })}</span>
      </span>
      {isActive && (
        <span className="link-tools">
          <IconButton icon={Copy} label={t('activity.links.copy', { name })} onPress={() => void copy()} />
          <IconButton icon={QrCode} label={t('activity.links.qr', { name })} onPress={() => void openQr()} />
          {isFull && (
            <a
              className="sw-icon-button"
              href={address}
              target="_blank"
              rel="noreferrer"
              aria-label={t('activity.links.open', { name })}
            >
              <ExternalLink size={16} aria-hidden />
            </a>
          )}
        </span>
      )}
    </li>
  )
}

/** `isFull`: with addresses and removed links, for the page of a campaign. */
export function CampaignLinks({
  row: { name, links },
  isFull = false,
}: {
  row: Pick<CampaignRow, 'name' | 'links'>
  isFull?: boolean
}) {
  const t = usePhrases()
  const shown = isFull ? links : links.filter(({ isActive }) => isActive)
  if (shown.length === 0) return <p className="campaign-note link-none">{t('activity.links.none')}</p>
  return (
    <ul className="link-lines" aria-label={t('activity.fields.links')}>
      {shown.map((link) => (
        <LinkLine key={link.guid} campaignName={name} link={link} isFull={isFull} />
      ))}
    </ul>
  )
}
