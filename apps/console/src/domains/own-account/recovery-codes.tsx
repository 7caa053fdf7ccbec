// Recovery codes, shown only once. The dialog closes only after the person confirms that the codes are saved.
import { Check, Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { saveAs } from '../../lib/call/download.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './own-account.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  account: string
  /** Gets the focus afterwards, since the element that opened the dialog is gone by then. */
  next: RefObject<HTMLElement | null>
  onDone: () => void
}

function RecoveryCodes({ codes, account, next, onDone }: RecoveryCodesProps) {
  const t = usePhrases()
  useEffect(() => () => next.current?.focus(), [next])
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
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setWasCopied(true)
    } catch {
      toast.warning(t('blocks.copy.failed'))
    }
  }
  const download = () =>
    saveAs(
      new Blob([`${t('ownAccount.secondFactor.fileHead', { account })}\n\n${codes.join('\n')}\n`], {
        type: 'text/plain',
      }),
      t('ownAccount.secondFactor.fileName'),
    )
  return (
    <ModalFrame title={t('ownAccount.secondFactor.codesTitle')} onClose={finish}>
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
          {t('ownAccount.secondFactor.done')}
        </Button>
      </div>
      <p className="recovery-problem" role="alert">
        {wasTried && !isKept && t('ownAccount.secondFactor.keptNeeded')}
      </p>
    </ModalFrame>
  )
}

/** Resolves once the person has confirmed. */
export async function showRecoveryCodes({ codes, account, next }: Omit<RecoveryCodesProps, 'onDone'>): Promise<void> {
  await showDialog((settle) => (
    <RecoveryCodes codes={codes} account={account} next={next} onDone={() => settle(true)} />
  ))
}
