import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, it } from 'vitest'
import { documentOf, htmlOf } from './mail-schema.ts'
import { noEmoji } from './no-emoji.ts'

it.each([
  ['😀', '您好'],
  ['，👩‍💻周宁👍🏽', '您，周宁好'],
  ['©𠮷1', '您©𠮷1好'],
])('emoji never arrive in the text of a mail: %s', (typed, html) => {
  const start = EditorState.create({ doc: documentOf('<p>您好</p><p>第二段</p>'), plugins: [noEmoji] })
  const caret = start.tr.setSelection(TextSelection.create(start.doc, 2))
  const next = start.apply(caret).applyTransaction(start.apply(caret).tr.insertText(typed)).state
  expect(htmlOf(next.doc)).toBe(`<p>${html}</p><p>第二段</p>`)
  expect(next.selection.from).toBe(2 + html.length - '您好'.length)
})
