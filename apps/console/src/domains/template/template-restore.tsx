// Restores an earlier version after a dialog that shows the changes. If today's rules refuse the version, the dialog
// lists the reasons, with a link to edit from that version.
import { Refusal } from '@sealwright/client'
import type { TemplateAnswer, TemplateFamily } from '@sealwright/contract'
import { TriangleAlert } from 'lucide-react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { LoadingOrError } from '../../blocks/control/states.tsx'
import { Differences } from '../../blocks/detail/differences.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { FAMILIES } from './template-family.ts'
import { useTemplateWords } from './template-words.ts'
import './template-detail.css'

interface Restoring {
  family: TemplateFamily
  template: TemplateAnswer
  version: number
}

function Refused({
  refusal,
  family,
  template: { guid },
  version,
  onLeave,
}: Restoring & { refusal: Refusal; onLeave: () => void }) {
  const t = usePhrases()
  const { path } = FAMILIES[family]
  const { fields, message: sentence } = refusal
  return (
    <div className="restore-refusal" role="alert">
      <p>
        <TriangleAlert size={16} aria-hidden />
        {fields.length > 0 ? t('template.versions.refused', { version }) : sentence}
      </p>
      {fields.length > 0 && (
        <>
          <ul>
            {fields.map(({ path: field, message }) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
          <ScreenLink
            to={`${path}/edit`}
            search={{ guid, version: String(version), sourcePath: `${path}/view` }}
            onClick={onLeave}
          >
            {t('template.versions.editFromHere')}
          </ScreenLink>
        </>
      )}
    </div>
  )
}

function Restore({ settle, ...restoring }: Restoring & { settle: (isDone: boolean) => void }) {
  const t = usePhrases()
  const { family, template, version } = restoring
  const { labelOf, wordsOf } = useTemplateWords(template)
  const { calls, where } = FAMILIES[family]
  const asked = { ...where, guid: template.guid, version }
  const { data, error, refetch } = useAnswer(calls.previewRestore, asked, { staleMs: 0 })
  const impact = error ? undefined : data
  const { act, isActing, refusal } = useAct(calls.restore, {
    showsRefusal: true,
    onDone: ({ version: now }) => {
      if (now === template.version) toast.info(t('template.versions.unchanged'))
      else toast.success(t('template.versions.restored', { version, now }))
      settle(true)
    },
  })
  const close = () => {
    if (!isActing) settle(false)
  }
  const refused = refusal ?? (error instanceof Refusal && error.fields.length > 0 ? error : undefined)
  return (
    <ModalFrame title={t('template.versions.restoreTitle', { version })} onClose={close} role="alertdialog" isWide>
      <div className="restore-body">
        {impact ? (
          impact.hasNewVersion ? (
            <>
              <p>
                {t('template.versions.restoreSentence', {
                  count: impact.licenseCount,
                  effective: impact.effectiveLicenseCount,
                })}
              </p>
              <Differences changes={impact.changes} kind="update" labelOf={labelOf} wordsOf={wordsOf} />
            </>
          ) : (
            <p>{t('template.versions.unchanged')}</p>
          )
        ) : (
          !refused && <LoadingOrError error={error} onRetry={() => void refetch()} />
        )}
        {refused && <Refused {...restoring} refusal={refused} onLeave={() => settle(false)} />}
      </div>
      <footer className="restore-foot">
        <button type="button" className={buttonClass()} onClick={close} data-first-focus>
          {t('shell.cancel')}
        </button>
        {impact?.hasNewVersion && (
          <Button kind="primary" isBusy={isActing} onPress={() => void act(asked)}>
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
