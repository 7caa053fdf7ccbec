// The editor of one data area at any path of a form: not used, a text, a file or key-value items, with a byte counter.
import { LIMITS, dataAreaBytes } from '@sealwright/contract'
import type { DataAreaName } from '@sealwright/contract'
import { fieldLabel, ruleSentence } from '@sealwright/phrases'
import { FileUp, Paperclip } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { base64Of } from '../../lib/call/file-content.ts'
import '../form/form.css'
import { useFormat, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { TextArea } from '../control/text-input.tsx'
import type { Form } from '../form/form-state.ts'
import { Segmented } from '../form/segmented.tsx'
import { newItem, spellArea } from './area-draft.ts'
import type { AreaDraft, AreaSource, ItemDraft } from './area-draft.ts'
import { AreaItems } from './area-items.tsx'
import './data-area.css'

const SOURCES: readonly AreaSource[] = ['none', 'text', 'file', 'items']
const MAX = LIMITS.product.areaBytes

interface DataAreaFieldProps {
  form: Pick<Form<object>, 'errorAt' | 'leave'>
  /** Where the area is in the form, such as `otherProducts.2.rom`. */
  path: string
  name: DataAreaName
  value: AreaDraft
  onChange: (change: (now: AreaDraft) => AreaDraft) => void
}

export function DataAreaField({ form, path, name, value: area, onChange }: DataAreaFieldProps) {
  const t = usePhrases()
  const say = useSentences()
  const format = useFormat()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState<string>()
  const { leave } = form
  // `onItems` must be stable even if `onChange` is not, so that unchanged rows do not render again.
  const owner = useRef(onChange)
  useEffect(() => {
    owner.current = onChange
  })
  const change = (given: Partial<AreaDraft>) => onChange((now) => ({ ...now, ...given }))
  const onItems = useCallback(
    (items: (now: readonly ItemDraft[]) => readonly ItemDraft[]) =>
      owner.current((now) => ({ ...now, items: items(now.items) })),
    [],
  )
  const used = useMemo(() => {
    const spelled = spellArea(area)
    return spelled === '' ? 0 : dataAreaBytes(spelled)
  }, [area])
  const isOver = used > MAX
  const own = ['', '.source', '.text', '.fileName', '.base64', '.items']
    .map((part) => form.errorAt(path + part))
    .find((message) => message !== undefined)
  // Show that the area is too large while typing, together with the counter.
  const error =
    own ??
    refused ??
    (isOver ? ruleSentence(say, 'dataAreaTooLarge', fieldLabel(say, 'product', name), { max: MAX }) : undefined)

  const choose = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX) {
      setRefused(ruleSentence(say, 'dataAreaTooLarge', fieldLabel(say, 'product', name), { max: MAX }))
      return
    }
    if (file.size === 0) {
      setRefused(ruleSentence(say, 'required', fieldLabel(say, 'product', 'base64'), {}))
      return
    }
    setRefused(undefined)
    change({ fileName: file.name, base64: await base64Of(file) })
  }

  return (
    <fieldset className="area" aria-describedby={area.source === 'none' ? undefined : `${id}-note`}>
      <legend className="sw-visually-hidden">{t(`common.fields.${name}`)}</legend>
      <div className="area-head">
        <div className="area-title">
          <span className="area-name" aria-hidden>
            {t(`common.fields.${name}`)}
          </span>
          <span className="area-help">{t(`product.area.${name}`)}</span>
        </div>
        <Segmented
          label={t('common.fields.source')}
          value={area.source}
          options={SOURCES.map((value) => ({ value, label: t(`product.area.sources.${value}`) }))}
          onSelect={(source) => {
            setRefused(undefined)
            change(source === 'items' && area.items.length === 0 ? { source, items: [newItem()] } : { source })
          }}
        />
      </div>
      {area.source === 'text' && (
        <TextArea
          className="area-text"
          rows={5}
          aria-label={t('common.fields.text')}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          placeholder={t('product.area.textPlaceholder')}
          value={area.text}
          onText={(text) => change({ text })}
          onBlur={() => {
            leave(path)
            leave(`${path}.text`)
          }}
        />
      )}
      {area.source === 'file' && (
        <div className="area-file">
          <Paperclip size={16} aria-hidden />
          <span className="area-file-name">{area.base64 ? area.fileName : t('product.area.noFile', { max: MAX })}</span>
          <input
            ref={input}
            className="sw-visually-hidden"
            type="file"
            tabIndex={-1}
            aria-label={t('product.area.chooseFile')}
            aria-invalid={error ? true : undefined}
            onChange={(event) => {
              void choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button ref={chooser} size="small" icon={FileUp} onPress={() => input.current?.click()}>
            {area.base64 ? t('product.area.replaceFile') : t('product.area.chooseFile')}
          </Button>
          {area.base64 && (
            <Button
              size="small"
              kind="quiet"
              onPress={() => {
                change({ base64: '', fileName: '' })
                // This button disappears with the file.
                chooser.current?.focus()
              }}
            >
              {t('product.area.removeFile')}
            </Button>
          )}
        </div>
      )}
      {area.source === 'items' && (
        <AreaItems path={`${path}.items`} items={area.items} errorAt={form.errorAt} onItems={onItems} onLeave={leave} />
      )}
      {area.source !== 'none' && (
        <div className="field-foot">
          <span id={`${id}-note`} className="field-error" role={error ? 'alert' : undefined}>
            {error}
          </span>
          <span className={isOver ? 'field-counter field-error' : 'field-counter'}>
            {t('product.area.used', { used: format.number(used), max: format.number(MAX) })}
          </span>
        </div>
      )}
    </fieldset>
  )
}
