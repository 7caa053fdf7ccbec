// Asks to type the number of licenses before an issue above the limit of the developer's settings. States the cost.
import { useId, useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../../../blocks/form/form.css'

interface Asked {
  count: number
  limit: number
  /** The cost as text, if there is one. */
  amount?: string
}

interface CountDialogProps extends Asked {
  settle: (isSure: boolean) => void
}

function CountDialog({ count, limit, amount, settle }: CountDialogProps) {
  const t = usePhrases()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    if (Number(typed) === count) settle(true)
    else setWrong(true)
  }
  return (
    <ModalFrame title={t('license.issue.sure.title', { count })} onClose={() => settle(false)}>
      <form
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="inline-form-fields">
          {amount !== undefined && <p>{t('license.issue.sure.cost', { amount })}</p>}
          <p>{t('license.issue.sure.sentence', { limit })}</p>
          <div className="field">
            <label className="field-label" htmlFor={id}>
              {t('license.issue.sure.label', { count: String(count) })}
            </label>
            <TextInput
              id={id}
              isNumber
              data-first-focus
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-wrong` : undefined}
              value={typed}
              onText={(text) => {
                setTyped(text)
                setWrong(false)
              }}
            />
            {isWrong && (
              <p id={`${id}-wrong`} className="field-error" role="alert">
                {t('license.issue.sure.wrong')}
              </p>
            )}
          </div>
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" />
          <Button onPress={() => settle(false)}>{t('blocks.form.cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('license.issue.sure.action', { count })}
          </Button>
        </div>
      </form>
    </ModalFrame>
  )
}

export const askCount = (asked: Asked): Promise<boolean> =>
  showDialog((settle) => <CountDialog {...asked} settle={settle} />)
