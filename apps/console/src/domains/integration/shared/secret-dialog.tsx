// The dialog that shows a new secret, once. It says so, and closes only by its buttons.
import { Button } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../integration.css'

interface Shown {
  title: string
  /** What the secret is for. */
  sentence: string
  /** Public, and sent with each call. */
  keyId?: string
  secret: string
}

function SecretDialog({ title, sentence, keyId, secret, onClose }: Shown & { onClose: () => void }) {
  const t = usePhrases()
  return (
    <ModalFrame title={title} onClose={onClose}>
      <div className="dialog-form">
        <div className="inline-form-fields">
          <p>{sentence}</p>
          <dl className="integration-secret">
            {keyId !== undefined && (
              <div>
                <dt>{t('integration.secret.keyId')}</dt>
                <dd>
                  <CopyText text={keyId} />
                </dd>
              </div>
            )}
            <div>
              <dt>{t('integration.secret.secret')}</dt>
              <dd>
                <CopyText text={secret} />
              </dd>
            </div>
          </dl>
          <Notice tone="warn">{t('integration.secret.once')}</Notice>
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" />
          <Button kind="primary" onPress={onClose}>
            {t('integration.secret.saved')}
          </Button>
        </div>
      </div>
    </ModalFrame>
  )
}

export function openSecret(shown: Shown): void {
  void showDialog((settle) => <SecretDialog {...shown} onClose={() => settle(true)} />)
}
