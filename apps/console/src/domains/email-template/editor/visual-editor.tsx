// The visual editor, on ProseMirror. Variables stay plain text, such as {account}, and are only drawn as chips: typing,
// pasting and undoing need no special cases. This file and what it imports is loaded when a form opens.
import { variablesOf } from '@sealwright/contract'
import type { EmailTemplateType } from '@sealwright/contract'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Heading1,
  Heading2,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo2,
  Undo2,
  Unlink,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { baseKeymap, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { EditorState } from 'prosemirror-state'
import type { Command } from 'prosemirror-state'
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ControlProps } from '../../../blocks/form/field.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { VariableMenu } from '../variable-menu.tsx'
import { openLinkDialog, openPictureDialog } from './editor-dialogs.tsx'
import type { NewLink, NewPicture } from './editor-dialogs.tsx'
import { documentOf, htmlOf, schema } from './mail-schema.ts'
import { noEmoji } from './no-emoji.ts'
import type { Alignment } from './visual-markup.ts'

export interface BodyEditorProps {
  control: ControlProps
  label: string
  html: string
  onHtml: (html: string) => void
  type: EmailTemplateType
}

const { nodes, marks } = schema
const VARIABLE = /\{([A-Za-z]\w*)\}/g

/** Draws each variable as a chip; an unknown one looks wrong. */
function chipsOf(doc: Node, known: readonly string[]): DecorationSet {
  const chips: Decoration[] = []
  doc.descendants((node, position) => {
    for (const match of node.text?.matchAll(VARIABLE) ?? []) {
      const from = position + match.index
      const isKnown = known.includes(match[1] ?? '')
      chips.push(
        Decoration.inline(from, from + match[0].length, { class: isKnown ? 'editor-variable' : 'editor-unknown' }),
      )
    }
  })
  return DecorationSet.create(doc, chips)
}

function isMarked(
  { selection: { from, $from, to, empty }, storedMarks, doc }: EditorState,
  name: 'strong' | 'em' | 'link',
) {
  const mark = marks[name]
  return empty ? Boolean(mark.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, mark)
}

const blockOf = ({ selection: { $from } }: EditorState) => $from.parent

function isInList({ selection: { $from } }: EditorState, name: 'bulletList' | 'orderedList'): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === nodes[name]) return true
  return false
}

const toggleHeading =
  (level: number): Command =>
  (state, dispatch) => {
    const { type, attrs } = blockOf(state)
    const isOn = type === nodes.heading && attrs['level'] === level
    const align = attrs['align'] as unknown
    return setBlockType(isOn ? nodes.paragraph : nodes.heading, isOn ? { align } : { align, level })(state, dispatch)
  }

const toggleList =
  (name: 'bulletList' | 'orderedList'): Command =>
  (state, dispatch) =>
    isInList(state, name) ? liftListItem(nodes.listItem)(state, dispatch) : wrapInList(nodes[name])(state, dispatch)

const alignTo =
  (align: Alignment): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection
    const { tr } = state
    state.doc.nodesBetween(from, to, (node, position) => {
      if ('align' in node.attrs) tr.setNodeAttribute(position, 'align', align)
    })
    dispatch?.(tr)
    return true
  }

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak.create()).scrollIntoView())
  return true
}

const KEYS = keymap({
  'Mod-b': toggleMark(marks.strong),
  'Mod-i': toggleMark(marks.em),
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Shift-Enter': breakLine,
  Enter: splitListItem(nodes.listItem),
})

interface Tool {
  name:
    | 'bold'
    | 'italic'
    | 'heading1'
    | 'heading2'
    | 'bulletList'
    | 'orderedList'
    | 'alignLeft'
    | 'alignCenter'
    | 'alignRight'
    | 'undo'
    | 'redo'
  icon: LucideIcon
  command: Command
  isOn?: (state: EditorState) => boolean
}

const alignTool = (name: Tool['name'], icon: LucideIcon, align: Alignment): Tool => ({
  name,
  icon,
  command: alignTo(align),
  isOn: (state) => blockOf(state).attrs['align'] === align,
})
const headingTool = (name: Tool['name'], icon: LucideIcon, level: number): Tool => ({
  name,
  icon,
  command: toggleHeading(level),
  isOn: (state) => blockOf(state).type === nodes.heading && blockOf(state).attrs['level'] === level,
})

const TOOLS: readonly Tool[] = [
  { name: 'bold', icon: Bold, command: toggleMark(marks.strong), isOn: (state) => isMarked(state, 'strong') },
  { name: 'italic', icon: Italic, command: toggleMark(marks.em), isOn: (state) => isMarked(state, 'em') },
  headingTool('heading1', Heading1, 1),
  headingTool('heading2', Heading2, 2),
  { name: 'bulletList', icon: List, command: toggleList('bulletList'), isOn: (state) => isInList(state, 'bulletList') },
  {
    name: 'orderedList',
    icon: ListOrdered,
    command: toggleList('orderedList'),
    isOn: (state) => isInList(state, 'orderedList'),
  },
  alignTool('alignLeft', AlignLeft, 'left'),
  alignTool('alignCenter', AlignCenter, 'center'),
  alignTool('alignRight', AlignRight, 'right'),
  { name: 'undo', icon: Undo2, command: undo },
  { name: 'redo', icon: Redo2, command: redo },
]

/** Arrow keys move between the tools, so that the toolbar is one stop of the Tab key. */
function moveInToolbar(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tools = [...event.currentTarget.querySelectorAll('button')]
  const at = tools.findIndex((tool) => tool === document.activeElement)
  tools.at((at + step) % tools.length)?.focus()
  event.preventDefault()
}

/** The view and its state. It starts with the HTML of the first draw and owns the text from then on. */
function useEditor({ html, onHtml, type, label, control }: BodyEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [state, setState] = useState<EditorState>()
  const current = useRef({ html, onHtml, control })
  useLayoutEffect(() => {
    current.current = { html, onHtml, control }
  })
  useLayoutEffect(() => {
    if (!place.current) return undefined
    const start = EditorState.create({
      doc: documentOf(current.current.html),
      plugins: [KEYS, keymap(baseKeymap), history(), noEmoji],
    })
    const made = new EditorView(place.current, {
      state: start,
      dispatchTransaction(transaction) {
        const next = made.state.apply(transaction)
        made.updateState(next)
        setState(next)
        if (transaction.docChanged) current.current.onHtml(htmlOf(next.doc))
      },
      handleDOMEvents: {
        blur: () => {
          current.current.control.onBlur()
          return false
        },
      },
    })
    view.current = made
    setState(start)
    return () => made.destroy()
  }, [])
  const isInvalid = control['aria-invalid']
  const describedBy = control['aria-describedby']
  useEffect(() => {
    view.current?.setProps({
      decorations: ({ doc }) => chipsOf(doc, variablesOf(type)),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': describedBy,
        ...(isInvalid && { 'aria-invalid': 'true' }),
        class: 'editor-content',
      },
    })
  }, [label, isInvalid, describedBy, type])
  const run = (command: Command) => {
    const { current: made } = view
    if (!made) return
    command(made.state, made.dispatch)
    made.focus()
  }
  return { place, state, run }
}

export function VisualEditor(props: BodyEditorProps) {
  const t = usePhrases()
  const { place, state, run } = useEditor(props)
  const insertText = (text: string) =>
    run((now, dispatch) => {
      dispatch?.(now.tr.insertText(text).scrollIntoView())
      return true
    })
  const insertLink = ({ href, label, isButton }: NewLink) =>
    run((now, dispatch) => {
      const { from, to, empty } = now.selection
      const mark = marks.link.create({ href, isButton })
      dispatch?.(
        empty
          ? now.tr.replaceSelectionWith(schema.text(label || href, [mark]), false)
          : now.tr.removeMark(from, to, marks.link).addMark(from, to, mark),
      )
      return true
    })
  const insertPicture = ({ src, alt }: NewPicture) =>
    run((now, dispatch) => {
      dispatch?.(now.tr.replaceSelectionWith(nodes.image.create({ src, alt })))
      return true
    })
  const askLink = () =>
    openLinkDialog({
      known: variablesOf(props.type),
      hasSelection: state?.selection.empty === false,
      onInsert: insertLink,
    })
  const tool = (label: string, icon: LucideIcon, onPress: () => void, isOn?: boolean, isFirst = false) => {
    const Icon = icon
    return (
      <button
        key={label}
        type="button"
        className="sw-icon-button editor-tool"
        aria-label={label}
        aria-pressed={isOn}
        tabIndex={isFirst ? 0 : -1}
        onClick={onPress}
      >
        <Icon size={16} aria-hidden />
      </button>
    )
  }
  return (
    <>
      <div className="editor-bar">
        <div
          role="toolbar"
          aria-label={t('emailTemplate.editor.toolbar')}
          className="editor-tools"
          onKeyDown={moveInToolbar}
        >
          {TOOLS.map(({ name, icon, command, isOn }, index) =>
            tool(
              t(`emailTemplate.editor.tools.${name}`),
              icon,
              () => run(command),
              isOn && state ? isOn(state) : undefined,
              index === 0,
            ),
          )}
          {tool(t('emailTemplate.editor.link'), Link, askLink, state ? isMarked(state, 'link') : false)}
          {tool(t('emailTemplate.editor.unlink'), Unlink, () =>
            run(toggleMark(marks.link, null, { removeWhenPresent: true })),
          )}
          {tool(t('emailTemplate.editor.image'), ImagePlus, () => openPictureDialog(insertPicture))}
        </div>
        <VariableMenu type={props.type} onInsert={insertText} />
      </div>
      <div ref={place} className="editor-place" />
    </>
  )
}
