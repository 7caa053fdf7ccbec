// The picture of the public page, with a preview. A file is checked by its content before it replaces the picture, and
// a file that is too large is not read.
import { LIMITS, PICTURE_TYPES, ongoingCampaignFields, pictureIn } from '@sealwright/contract'
import { ruleSentence, violationSentence } from '@sealwright/phrases'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, buttonClass } from '../../../../blocks/control/button.tsx'
import { fieldViolations } from '../../../../blocks/form/field-rules.ts'
import { Field } from '../../../../blocks/form/field.tsx'
import { useFileDrop } from '../../../../blocks/form/file-drop.ts'
import type { Form } from '../../../../blocks/form/form-state.ts'
import { base64Of } from '../../../../lib/call/file-content.ts'
import { useFormat, usePhrases, useSentences } from '../../../../lib/words/i18n.tsx'
import type { OngoingDraft } from './campaign-draft.ts'
import './campaign-form.css'

const { pictureBytes: MAX_BYTES, picturePixels: MAX_PIXELS } = LIMITS.campaign
const MB = 1024 * 1024

export function PictureField<Values extends OngoingDraft>({ form: given }: { form: Form<Values> }) {
  const t = usePhrases()
  const say = useSentences()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const form = given as unknown as Form<OngoingDraft> // the picture of any such draft
  const [refusal, setRefusal] = useState<{ words: string | undefined; restarts: number }>()
  const { picture } = form.values
  const choose = async (file: File | undefined) => {
    if (!file) return
    const refuse = (words: string | undefined) => setRefusal({ words, restarts: form.restarts })
    if (file.size > MAX_BYTES)
      return refuse(ruleSentence(say, 'fileTooLarge', form.labelOf('picture'), { max: MAX_BYTES / MB }))
    const base64 = await base64Of(file)
    const [violation] = fieldViolations(ongoingCampaignFields.picture, 'picture', base64)
    refuse(violation && violationSentence(say, form.domain, violation))
    if (!violation) form.set('picture', base64)
  }
  const drop = useFileDrop(([file]) => void choose(file))
  return (
    <Field
      form={form}
      name="picture"
      help={t('activity.form.pictureHelp', { max: format.bytes(MAX_BYTES), pixels: MAX_PIXELS })}
      // A restart of the form drops the message of a refused file.
      refused={refusal?.restarts === form.restarts ? refusal.words : undefined}
    >
      {({ onBlur: _onBlur, ...control }) => (
        <div className="campaign-picture" {...drop}>
          {picture && (
            <img
              src={`data:${pictureIn(picture)?.type};base64,${picture}`}
              alt={t('activity.form.pictureAlt')}
              className="campaign-picture-preview"
            />
          )}
          <input
            {...control}
            ref={input}
            className="sw-visually-hidden"
            type="file"
            accept={PICTURE_TYPES.join(',')}
            onChange={(event) => {
              void choose(event.target.files?.[0])
              // Allow the same file to be chosen again.
              event.target.value = ''
            }}
          />
          <div className="campaign-picture-tools">
            {/* A label, not a button: the input itself has the focus and handles the keys. */}
            <label className={buttonClass()} htmlFor={control.id}>
              <ImagePlus size={15} aria-hidden />
              {t(picture ? 'activity.form.pictureReplace' : 'activity.form.pictureChoose')}
            </label>
            {picture && (
              <Button
                kind="quiet"
                onPress={() => {
                  setRefusal(undefined)
                  form.set('picture', '')
                  // This button disappears with the picture.
                  input.current?.focus()
                }}
              >
                {t('activity.form.pictureRemove')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}
