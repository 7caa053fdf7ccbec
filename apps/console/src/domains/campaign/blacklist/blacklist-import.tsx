// Imports blacklist entries from a file. Good rows are added at once; the others are listed with their reasons.
import { LIMITS, blacklistCalls } from '@sealwright/contract'
import type { AnswerOf, PayloadOf, SheetFormat } from '@sealwright/contract'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { FileField } from '../../../blocks/form/file-field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import './blacklist.css'

type Result = AnswerOf<typeof blacklistCalls.importBlacklist>
type Payload = PayloadOf<typeof blacklistCalls.importBlacklist>

const INITIAL: { file: File | null } = { file: null }
const spell = (draft: typeof INITIAL) => ({ ...draft })
const FIELDS = { file: blacklistCalls.importBlacklist.payload.shape.file }
const SHOWN = 50

function ImportForm({ onDone, onClose }: { onDone: (result: Result) => void; onClose: () => void }) {
  const t = usePhrases()
  const format = useFormat()
  const form = useForm({ domain: 'activity', fields: FIELDS, initial: INITIAL, spell })
  const send = useAct(blacklistCalls.importBlacklist, {
    showsRefusal: true,
    onDone: (result) => {
      void queryClient.invalidateQueries()
      onDone(result)
    },
  })
  const save = (as: SheetFormat) =>
    void download({
      path: blacklistCalls.blacklistTemplate.path,
      payload: { format: as },
      fileName: `${t('activity.report.blacklist.templateName')}.${as}`,
    })
  return (
    <FormDialog
      form={form}
      title={t('activity.report.blacklist.importTitle')}
      saveText={t('activity.report.blacklist.importVerb')}
      isSaving={send.isActing}
      refusal={send.refusal}
      // The form checks the file against the same schema.
      onSave={(values) => void send.act(values as Payload)}
      onClose={onClose}
    >
      <p>{t('activity.report.blacklist.importSentence')}</p>
      <div className="blacklist-templates">
        <Button size="small" icon={FileDown} onPress={() => save('xlsx')}>
          {t('activity.report.blacklist.templateXlsx')}
        </Button>
        <Button size="small" icon={FileDown} onPress={() => save('csv')}>
          {t('activity.report.blacklist.templateCsv')}
        </Button>
      </div>
      <FileField
        form={form}
        endings={LIMITS.userImport.endings}
        help={t('activity.report.blacklist.fileHelp', {
          endings: LIMITS.userImport.endings.join(' / '),
          size: format.bytes(LIMITS.campaign.blacklist.fileBytes),
        })}
      />
    </FormDialog>
  )
}

function ImportResult({
  result: { added, known, refused },
  onAgain,
  onClose,
}: {
  result: Result
  onAgain: () => void
  onClose: () => void
}) {
  const t = usePhrases()
  return (
    <ModalFrame title={t('activity.report.blacklist.resultTitle')} onClose={onClose}>
      <div className="blacklist-result">
        <Notice tone={added > 0 ? 'ok' : 'neutral'}>
          {known > 0
            ? t('activity.report.blacklist.addedSome', { added, known })
            : t('activity.report.blacklist.added', { added })}
        </Notice>
        {refused.length > 0 && (
          <>
            <h3>{t('activity.report.blacklist.refused', { count: refused.length })}</h3>
            {/* Focusable, so that the keyboard can scroll it. */}
            <div
              className="blacklist-refused"
              role="region"
              tabIndex={0}
              aria-label={t('activity.report.blacklist.refused', { count: refused.length })}
            >
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('activity.report.blacklist.row')}</th>
                    <th scope="col">{t('activity.fields.value')}</th>
                    <th scope="col">{t('activity.fields.reason')}</th>
                  </tr>
                </thead>
                <tbody>
                  {refused.slice(0, SHOWN).map(({ n, value, reason }) => (
                    <tr key={n}>
                      <td className="sw-tabular">{n}</td>
                      <td>{value}</td>
                      <td>{reason}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {refused.length > SHOWN && (
              <p className="field-note">
                {t('activity.report.blacklist.moreRefused', { count: refused.length - SHOWN })}
              </p>
            )}
          </>
        )}
        <div className="dialog-form-foot">
          <Button onPress={onAgain}>{t('activity.report.blacklist.another')}</Button>
          <Button kind="primary" data-first-focus onPress={onClose}>
            {t('activity.report.blacklist.close')}
          </Button>
        </div>
      </div>
    </ModalFrame>
  )
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [result, setResult] = useState<Result>()
  return result ? (
    <ImportResult result={result} onAgain={() => setResult(undefined)} onClose={onClose} />
  ) : (
    <ImportForm onDone={setResult} onClose={onClose} />
  )
}

export function openImport(): void {
  void showDialog((settle) => <ImportDialog onClose={() => settle(true)} />)
}
