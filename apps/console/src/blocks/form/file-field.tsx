// The file field of a form: a file is chosen or dropped, and its name and size show. The form's schema checks it; this
// field does not read it.
import { FileSpreadsheet, Upload, X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { IconButton, buttonClass } from '../control/button.tsx'
import { Field } from './field.tsx'
import { useFileDrop } from './file-drop.ts'
import './form.css'
import type { Form } from './form-state.ts'

interface FileFieldProps<Values extends { file: File | null }> {
  form: Form<Values>
  /** The allowed file name extensions. */
  endings: readonly string[]
  help?: ReactNode
}

export function FileField<Values extends { file: File | null }>({ form, endings, help }: FileFieldProps<Values>) {
  const t = usePhrases()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const { file } = form.values
  const take = (chosen: File | null | undefined) => {
    if (chosen === undefined) return
    form.set('file', chosen)
    // A chosen file is complete, so show its errors at once.
    if (chosen) form.leave('file')
  }
  const drop = useFileDrop(([first]) => take(first))
  return (
    <Field
      form={{
        ...form,
        errorAt: (path) => (form.errorAt(path) && !file ? t('blocks.file.missing') : form.errorAt(path)),
      }}
      name="file"
    >
      {({ onBlur: _onBlur, ...control }) => (
        <>
          <div className="file-field" {...drop}>
            <input
              {...control}
              aria-describedby={`${control['aria-describedby']} ${helpId}`}
              ref={input}
              className="sw-visually-hidden"
              type="file"
              accept={endings.join(',')}
              onChange={(event) => {
                take(event.target.files?.[0])
                // Allow the same file to be chosen again, after a change on disk.
                event.target.value = ''
              }}
            />
            {file ? <FileSpreadsheet size={22} aria-hidden /> : <Upload size={20} aria-hidden />}
            {file && (
              <span className="file-field-name" role="status">
                {file.name}
                <small>{format.bytes(file.size)}</small>
              </span>
            )}
            {/* A label, not a button: the input itself has the focus and handles the keys. */}
            <label className={buttonClass()} htmlFor={control.id}>
              {file ? t('blocks.file.replace') : t('blocks.file.choose')}
            </label>
            {file ? (
              <IconButton
                icon={X}
                label={t('blocks.file.remove')}
                onPress={() => {
                  take(null)
                  input.current?.focus()
                }}
              />
            ) : (
              <span>{t('blocks.file.drop')}</span>
            )}
          </div>
          {/* The help stays visible beside an error. */}
          <div className="field-foot">
            <p id={helpId} className="field-note">
              {help}
            </p>
          </div>
        </>
      )}
    </Field>
  )
}
