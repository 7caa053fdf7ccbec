// Whether a program has contacted the center yet, and its latest contact. It looks again every few seconds.
import { runtimeLogCalls, shownSerial } from '@sealwright/contract'
import type { RuntimeLogRow } from '@sealwright/contract'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { DetailSection } from '../../blocks/detail/detail-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './integration.css'

const LOOK_MS = 3_000
const LATEST = { currentPage: 1, pageSize: 1 }

function Latest({ row: { act, at, reason, family, serial, account, machineName } }: { row: RuntimeLogRow }) {
  const t = usePhrases()
  const code = family === null || serial === null ? serial : shownSerial(family, serial)
  return (
    <span className="contact-facts">
      <span>
        {t('integration.contact.latest')} <TimeCell at={at} />
      </span>
      <span>{t(`runtime.acts.${act}`)}</span>
      <StatusTag tone={reason === null ? 'ok' : 'bad'}>
        {t(reason === null ? 'integration.contact.done' : 'integration.contact.refused')}
      </StatusTag>
      {machineName !== null && <span>{machineName}</span>}
      {(code ?? account) !== null && <span>{code ?? account}</span>}
    </span>
  )
}

export function FirstContact() {
  const t = usePhrases()
  const { data } = useAnswer(runtimeLogCalls.find, LATEST, { pollMs: LOOK_MS, staleMs: 0 })
  if (!data) return null
  const [latest] = data.rows
  return (
    <DetailSection title={t('integration.contact.title')}>
      <div className="program-contact" role="status">
        <span className="contact-dot" data-waits={latest ? undefined : true} aria-hidden />
        <div className="contact-words">
          <strong>{t(latest ? 'integration.contact.seen' : 'integration.contact.waiting')}</strong>
          {latest ? <Latest row={latest} /> : <p>{t('integration.contact.waitingSentence')}</p>}
        </div>
        {latest && <ScreenLink to="/runtime/log">{t('integration.contact.open')}</ScreenLink>}
      </div>
    </DetailSection>
  )
}
