// Section 5: text inputs strip emoji. Of a text, only what differs is replaced, so the caret stays.
import { stripEmoji } from '@sealwright/contract'
import { Plugin } from 'prosemirror-state'

export const noEmoji = new Plugin({
  appendTransaction(_transactions, _before, { doc, tr }) {
    doc.descendants((node, position) => {
      const text = node.text ?? ''
      const clean = stripEmoji(text)
      if (clean === text) return
      let start = 0
      while (start < clean.length && clean[start] === text[start]) start += 1
      let end = 0
      while (end < clean.length - start && clean.at(-1 - end) === text.at(-1 - end)) end += 1
      const at = tr.mapping.map(position)
      tr.insertText(clean.slice(start, clean.length - end), at + start, at + text.length - end)
    })
    return tr.docChanged ? tr : null
  },
})
