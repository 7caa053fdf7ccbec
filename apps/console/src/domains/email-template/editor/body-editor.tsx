// The body of a mail: a visual editor, loaded when the form is open, or its source. Until the editor is there, the
// source can be edited. Markup that the visual editor does not know is edited as source only, so that nothing is lost.
import { useEffect, useRef, useState } from 'react'
import { TextArea } from '../../../blocks/control/text-input.tsx'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { loadInTime } from '../../../lib/load-in-time.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { VariableMenu } from '../variable-menu.tsx'
import type { BodyEditorProps } from './visual-editor.tsx'
import { isVisual } from './visual-markup.ts'
import '../email-template.css'

type VisualEditor = (typeof import('./visual-editor.tsx'))['VisualEditor']

function SourceEditor({ control, label, html, onHtml, type }: BodyEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (written: string) => {
    const { selectionStart = html.length, selectionEnd = html.length } = area.current ?? {}
    onHtml(html.slice(0, selectionStart) + written + html.slice(selectionEnd))
    area.current?.focus()
  }
  return (
    <>
      <div className="editor-bar">
        <VariableMenu type={type} onInsert={insert} />
      </div>
      <TextArea
        {...control}
        ref={area}
        aria-label={label}
        className="editor-source"
        rows={12}
        value={html}
        onText={onHtml}
      />
    </>
  )
}

export function BodyEditor(props: BodyEditorProps) {
  const t = usePhrases()
  const [Visual, setVisual] = useState<{ Editor: VisualEditor }>()
  const [hasFailed, setFailed] = useState(false)
  const [view, setView] = useState<'visual' | 'source'>('visual')
  useEffect(() => {
    let isGone = false
    loadInTime(() => import('./visual-editor.tsx')).then(
      ({ VisualEditor }) => isGone || setVisual({ Editor: VisualEditor }),
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [])
  const canShow = isVisual(props.html)
  const note = hasFailed
    ? t('emailTemplate.editor.failed')
    : !canShow
      ? t('emailTemplate.editor.sourceOnly')
      : Visual
        ? undefined
        : t('emailTemplate.editor.loading')
  const isSource = note !== undefined || view === 'source'
  return (
    <div className="editor">
      <div className="editor-head">
        {note === undefined ? (
          <Segmented
            label={t('emailTemplate.editor.view')}
            value={view}
            options={(['visual', 'source'] as const).map((value) => ({
              value,
              label: t(`emailTemplate.editor.views.${value}`),
            }))}
            onSelect={setView}
          />
        ) : (
          <span className="field-note" role="status">
            {note}
          </span>
        )}
      </div>
      {isSource || !Visual ? <SourceEditor {...props} /> : <Visual.Editor {...props} />}
    </div>
  )
}
