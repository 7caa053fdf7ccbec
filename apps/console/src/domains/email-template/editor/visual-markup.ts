// The markup that the visual editor reads and writes. The rest of what a mail may contain is edited as source.
export const BUTTON_STYLE =
  'display:inline-block;padding:10px 20px;border-radius:6px;background-color:#2d4fd6;color:#ffffff;text-decoration:none'
export const PICTURE_STYLE = 'max-width:100%;height:auto'
export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

const TAG = /<\/?([a-z][a-z0-9]*)((?:\s[^>]*)?)>/gi
const TAGS = ['p', 'h1', 'h2', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'a', 'img', 'br']
const ALIGNED = /^text-align: ?(?:left|center|right);?$/
const STYLES = [BUTTON_STYLE, PICTURE_STYLE]

const styleOf = (attributes: string) => /\bstyle="([^"]*)"/i.exec(attributes)?.[1]

/** Whether the visual editor shows all of it and can write it back. */
export const isVisual = (html: string): boolean =>
  [...html.matchAll(TAG)].every(([, tag = '', attributes = '']) => {
    const style = styleOf(attributes)
    return TAGS.includes(tag.toLowerCase()) && (style === undefined || STYLES.includes(style) || ALIGNED.test(style))
  })
