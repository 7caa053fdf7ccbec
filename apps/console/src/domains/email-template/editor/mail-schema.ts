// The documents of the visual editor, and their HTML. The HTML is written by hand, in the spelling that the server
// stores: the browser's own would depend on the browser, and the content security policy drops style attributes.
import { DOMParser as DocumentParser, Schema } from 'prosemirror-model'
import type { Attrs, Mark, Node } from 'prosemirror-model'
import { ALIGNMENTS, BUTTON_STYLE, PICTURE_STYLE } from './visual-markup.ts'
import type { Alignment } from './visual-markup.ts'

function alignmentIn(element: HTMLElement): Alignment {
  const written = /text-align: ?(\w+)/.exec(element.getAttribute('style') ?? '')?.[1] ?? element.dataset['align']
  return ALIGNMENTS.find((alignment) => alignment === written) ?? 'left'
}

const alignable = { align: { default: 'left' } }
const alignClass = ({ attrs }: Node) => ({
  class: `editor-align-${attrs['align']}`,
  'data-align': String(attrs['align']),
})

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      attrs: alignable,
      parseDOM: [{ tag: 'p', getAttrs: (element) => ({ align: alignmentIn(element) }) }],
      toDOM: (node) => ['p', alignClass(node), 0],
    },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { ...alignable, level: { default: 1 } },
      parseDOM: [1, 2].map((level) => ({
        tag: `h${level}`,
        getAttrs: (element) => ({ level, align: alignmentIn(element) }),
      })),
      toDOM: (node) => [`h${node.attrs['level']}`, alignClass(node), 0],
    },
    bulletList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    orderedList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
    listItem: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    text: { group: 'inline' },
    lineBreak: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
    image: {
      group: 'inline',
      inline: true,
      draggable: true,
      attrs: { src: {}, alt: { default: '' }, width: { default: null } },
      parseDOM: [
        {
          tag: 'img[src]',
          getAttrs: (element) => ({
            src: element.getAttribute('src'),
            alt: element.getAttribute('alt') ?? '',
            width: element.getAttribute('width'),
          }),
        },
      ],
      // The content security policy lets the console load no pictures of other hosts.
      toDOM: ({ attrs }) => ['span', { class: 'editor-image' }, String(attrs['alt'] || attrs['src'])],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, isButton: { default: false } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => ({
            href: element.getAttribute('href'),
            isButton: element.getAttribute('style') === BUTTON_STYLE || element.classList.contains('editor-button'),
          }),
        },
      ],
      toDOM: ({ attrs }) => [
        'a',
        { href: String(attrs['href']), class: attrs['isButton'] ? 'editor-button' : 'editor-link' },
      ],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong'] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em'] },
  },
})

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
const attribute = (text: unknown) => String(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

const tagged = (tag: string, attributes: string, content: string) => `<${tag}${attributes}>${content}</${tag}>`
const aligned = ({ align }: Attrs) => (align === 'left' ? '' : ` style="text-align:${align}"`)

function markHtml({ type, attrs }: Mark, content: string): string {
  if (type.name !== 'link') return tagged(type.name, '', content)
  return tagged(
    'a',
    ` href="${attribute(attrs['href'])}"${attrs['isButton'] ? ` style="${BUTTON_STYLE}"` : ''}`,
    content,
  )
}

function nodeHtml(node: Node): string {
  const { attrs } = node
  switch (node.type.name) {
    case 'text':
      return escaped(node.text ?? '')
    case 'lineBreak':
      return '<br />'
    case 'image': {
      const width = attrs['width'] ? ` width="${attribute(attrs['width'])}"` : ''
      const [src, alt] = [attribute(attrs['src']), attribute(attrs['alt'])]
      return `<img src="${src}" alt="${alt}"${width} style="${PICTURE_STYLE}" />`
    }
    case 'heading':
      return tagged(`h${attrs['level']}`, aligned(attrs), inside(node))
    case 'paragraph':
      return tagged('p', aligned(attrs), inside(node))
    case 'bulletList':
      return tagged('ul', '', inside(node))
    case 'orderedList':
      return tagged('ol', '', inside(node))
    case 'listItem':
      return tagged('li', '', inside(node))
    default:
      return inside(node)
  }
}

/** The content of a node. Neighbors with the same outer marks share their tags. */
function inside(node: Node): string {
  const within = (nodes: readonly Node[], depth: number): string => {
    let html = ''
    for (let at = 0; at < nodes.length;) {
      const first = nodes[at]
      const mark = first?.marks[depth]
      if (!first) break
      if (!mark) {
        html += nodeHtml(first)
        at++
        continue
      }
      let end = at
      while (end < nodes.length && nodes[end]?.marks[depth]?.eq(mark)) end++
      html += markHtml(mark, within(nodes.slice(at, end), depth + 1))
      at = end
    }
    return html
  }
  return within(node.children, 0)
}

export const htmlOf = (doc: Node): string => nodeHtml(doc)

/** Reads HTML into a document. The markup is read in a document of its own, which runs and loads nothing. */
export function documentOf(html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return DocumentParser.fromSchema(schema).parse(body)
}
