// The pictures of a feedback: chosen, dropped or pasted, with previews. A file is checked by its content before it is
// added, and a file that is too large is not read.
import { LIMITS, PICTURE_TYPES, feedbackFields, pictureIn } from '@sealwright/contract'
import { ruleSentence, violationSentence } from '@sealwright/phrases'
import { ImagePlus, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton, buttonClass } from '../../blocks/control/button.tsx'
import { fieldViolations } from '../../blocks/form/field-rules.ts'
import { Field } from '../../blocks/form/field.tsx'
import { useFileDrop } from '../../blocks/form/file-drop.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { base64Of } from '../../lib/call/file-content.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { FeedbackDraft } from './feedback-draft.ts'
import './feedback.css'

const { pictures: most, pictureBytes } = LIMITS.feedback
const MB = 1024 * 1024

export function PicturesField({ form }: { form: Form<FeedbackDraft> }) {
  const t = usePhrases()
  const say = useSentences()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const { pictures } = form.values

  /** The picture in base64, or the sentence that refuses it. */
  const read = async (file: File): Promise<{ base64: string } | { words: string }> => {
    if (file.size > pictureBytes)
      return { words: ruleSentence(say, 'fileTooLarge', file.name, { max: pictureBytes / MB }) }
    const base64 = await base64Of(file)
    const [violation] = fieldViolations(feedbackFields.pictures, 'pictures', [base64])
    return violation ? { words: violationSentence(say, form.domain, violation) } : { base64 }
  }
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    const room = most - pictures.length
    const results = await Promise.all(files.slice(0, room).map(read))
    const added = results.flatMap((result) => ('base64' in result ? [result.base64] : []))
    if (added.length > 0) form.set('pictures', (now) => [...now, ...added].slice(0, most))
    const words = results.find((result) => 'words' in result)?.words
    setRefused(words ?? (files.length > room ? t('feedback.pictures.full', { count: most }) : undefined))
  }
  const remove = (index: number) => {
    form.set('pictures', (now) => now.filter((_, at) => at !== index))
    setRefused(undefined)
    input.current?.focus()
  }

  // A screenshot can be pasted wherever the focus is. A paste of text is left alone.
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    void add(files)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const drop = useFileDrop((files) => void add(files))
  const isFull = pictures.length >= most
  return (
    <Field
      form={form}
      name="pictures"
      help={t('feedback.pictures.help', { count: most, max: pictureBytes / MB })}
      refused={refused}
    >
      {({ onBlur: _onBlur, ...control }) => (
        <div className="feedback-pictures" {...drop}>
          {pictures.map((base64, index) => (
            <span key={`${index}-${base64.length}`} className="feedback-picture">
              <img
                src={`data:${pictureIn(base64)?.type};base64,${base64}`}
                alt={t('feedback.pictures.alt', { n: index + 1 })}
              />
              <IconButton
                icon={X}
                label={t('feedback.pictures.remove', { n: index + 1 })}
                onPress={() => remove(index)}
              />
            </span>
          ))}
          <input
            {...control}
            ref={input}
            className="sw-visually-hidden"
            type="file"
            accept={PICTURE_TYPES.join(',')}
            multiple
            disabled={isFull}
            onChange={(event) => {
              void add([...(event.target.files ?? [])])
              // Allow the same file to be chosen again.
              event.target.value = ''
            }}
          />
          {!isFull && (
            // A label, not a button: the input itself has the focus and handles the keys.
            <label className={buttonClass()} htmlFor={control.id}>
              <ImagePlus size={15} aria-hidden />
              {t('feedback.pictures.add')}
            </label>
          )}
          {pictures.length === 0 && <span className="feedback-drop">{t('feedback.pictures.drop')}</span>}
        </div>
      )}
    </Field>
  )
}
