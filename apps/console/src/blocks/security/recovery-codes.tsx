// Recovery codes, shown only once. The person goes on only after confirming that the codes are saved.
import { Check, Copy, Download } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { saveAs } from '../../lib/call/download.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { Checkbox } from '../control/checkbox.tsx'
import { copyText } from '../control/copy-text.tsx'
import './security.css'

interface CodesProps {
  codes: readonly string[]
  /** Whose codes they are, for the file. */
  account: string
  /** Of the last button. */
  doneText?: string
  onDone: () => void
}

/** The codes with their buttons. `finish` is for other ways out, such as the close button of a dialog. */
export function useRecoveryCodes({ codes, account, doneText, onDone }: CodesProps): {
  content: ReactNode
  finish: () => void
} {
  const t = usePhrases()
  const [wasCopied, setWasCopied] = useState(false)
  const [isKept, setKept] = useState(false)
  const [wasTried, setWasTried] = useState(false)
  const foot = useRef<HTMLDivElement>(null)
  const finish = () => {
    if (isKept) {
      onDone()
      return
    }
    setWasTried(true)
    foot.current?.querySelector('input')?.focus()
  }
  const copy = async () => {
    if (await copyText(codes.join('\n'))) setWasCopied(true)
  }
  const download = () =>
    saveAs(
      new Blob([`${t('ownAccount.secondFactor.fileHead', { account })}\n\n${codes.join('\n')}\n`], {
        type: 'text/plain',
      }),
      t('ownAccount.secondFactor.fileName'),
    )
  const content = (
    <>
      <p className="recovery-sentence">{t('ownAccount.secondFactor.codesSentence')}</p>
      <ul className="recovery-codes" aria-label={t('ownAccount.secondFactor.recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="recovery-actions">
        <Button icon={wasCopied ? Check : Copy} data-first-focus onPress={() => void copy()}>
          {t(wasCopied ? 'ownAccount.secondFactor.copied' : 'ownAccount.secondFactor.copy')}
        </Button>
        <Button icon={Download} onPress={download}>
          {t('ownAccount.secondFactor.download')}
        </Button>
      </div>
      <div ref={foot} className="recovery-foot">
        <Checkbox isChecked={isKept} onChange={setKept} isInvalid={wasTried && !isKept}>
          {t('ownAccount.secondFactor.kept')}
        </Checkbox>
        <Button kind="primary" onPress={finish}>
          {doneText ?? t('ownAccount.secondFactor.done')}
        </Button>
      </div>
      <p className="recovery-problem" role="alert">
        {wasTried && !isKept && t('ownAccount.secondFactor.keptNeeded')}
      </p>
    </>
  )
  return { content, finish }
}

function RecoveryCodes(props: CodesProps) {
  const t = usePhrases()
  const { content, finish } = useRecoveryCodes(props)
  return (
    <ModalFrame title={t('ownAccount.secondFactor.codesTitle')} onClose={finish}>
      {content}
    </ModalFrame>
  )
}

/** Resolves once the person has confirmed. */
export async function showRecoveryCodes(shown: Omit<CodesProps, 'onDone'>): Promise<void> {
  await showDialog((settle) => <RecoveryCodes {...shown} onDone={() => settle(true)} />)
}
