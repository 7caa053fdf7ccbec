// Restoring an earlier version: what would change and what stays is shown before it is done. A version that is not allowed any more is told
// sentence by sentence, with the way to edit from there.
import { TriangleAlert } from 'lucide-react'
import type { TemplateFamily, TemplateRow } from '@sealwright/contract'
import { Button, buttonClass } from '../../blocks/button.tsx'
import { Differences } from '../../blocks/differences.tsx'
import { ErrorState } from '../../blocks/states.tsx'
import { useAct, useAnswer } from '../../lib/client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { FAMILIES } from './template-family.ts'
import { useTemplateWords } from './template-words.ts'
import './template-detail.css'

interface Restoring {
  family: TemplateFamily
  template: Pick<TemplateRow, 'guid' | 'version' | 'licenseCount' | 'effectiveLicenseCount'>
  version: number
}

function Restore({ family, template, version, settle }: Restoring & { settle: (isDone: boolean) => void }) {
  const t = usePhrases()
  const words = useTemplateWords()
  const { calls, where, path } = FAMILIES[family]
  const { guid } = template
  const compared = useAnswer(calls.compareVersions, { ...where, guid, from: template.version, to: version })
  const { act, isActing, refusal } = useAct(calls.restore, {
    showsRefusal: true,
    onDone: (done) => {
      toast.success(t('template.versions.restored', { version, now: done.version }))
      settle(true)
    },
  })
  const close = () => {
    if (!isActing) settle(false)
  }
  const changes = compared.data?.changes
  return (
    <ModalFrame title={t('template.versions.restoreTitle', { version })} onClose={close} role="alertdialog" isWide>
      <div className="restore-body">
        <p>{t('template.versions.restoreSentence', { count: template.licenseCount, effective: template.effectiveLicenseCount })}</p>
        {changes ? (
          changes.length === 0 ? <p className="nothing">{t('template.versions.same')}</p> : <Differences changes={changes} kind="update" labelOf={words.labelOf} wordsOf={words.wordsOf} />
        ) : compared.error ? (
          <ErrorState error={compared.error} onRetry={() => void compared.refetch()} />
        ) : (
          <span className="skeleton skeleton-name" role="status" aria-label={t('blocks.states.loading')} />
        )}
        {refusal && (
          <div className="restore-refusal" role="alert">
            <p>
              <TriangleAlert size={16} aria-hidden />
              {refusal.fields.length > 0 ? t('template.versions.refused', { version }) : refusal.message}
            </p>
            {refusal.fields.length > 0 && (
              <>
                <ul>
                  {refusal.fields.map(({ path: field, message }) => (
                    <li key={field}>{message}</li>
                  ))}
                </ul>
                <ScreenLink to={`${path}/edit`} search={{ guid, version: String(version), sourcePath: `${path}/view` }} onClick={() => settle(false)}>
                  {t('template.versions.editFromHere')}
                </ScreenLink>
              </>
            )}
          </div>
        )}
      </div>
      <footer className="restore-foot">
        <button type="button" className={buttonClass()} onClick={close} data-first-focus>
          {t('shell.cancel')}
        </button>
        {changes && changes.length > 0 && (
          <Button kind="primary" isBusy={isActing} onPress={() => void act({ ...where, guid, version })}>
            {t('template.versions.restore')}
          </Button>
        )}
      </footer>
    </ModalFrame>
  )
}

export function askRestore(restoring: Restoring): void {
  void showDialog((settle) => <Restore {...restoring} settle={settle} />)
}
