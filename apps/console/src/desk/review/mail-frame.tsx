// The mail of a developer, for an operator to look at. Its HTML is hostile: whoever wrote it wants it approved. The
// server has cleaned it; this does not rely on that. The frame is sandboxed without scripts and without our origin,
// its own policy loads nothing, and nothing in it leads anywhere.
import { useMemo } from 'react'
import css from './review.module.css'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'"
/** Elements that do something, or load something. */
const ACTIVE =
  'script,style,link,meta,base,title,iframe,frame,frameset,object,embed,applet,form,input,button,select,textarea,' +
  'svg,math,template,noscript,audio,video,source,track,picture,portal,dialog,details'
const KEPT = new Set(['style', 'alt', 'width', 'height', 'colspan', 'rowspan', 'dir', 'lang'])

/** The document without anything that acts. A parsed document runs and loads nothing. */
export function stillDocument(html: string): string {
  const { documentElement, body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of documentElement.querySelectorAll(ACTIVE)) element.remove()
  for (const element of [documentElement, ...documentElement.querySelectorAll('*')])
    for (const name of element.getAttributeNames()) if (!KEPT.has(name)) element.removeAttribute(name)
  const language = documentElement.getAttribute('lang') ?? ''
  return (
    `<!doctype html><html lang="${language.replace(/[^\w-]/g, '')}"><head>` +
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta charset="utf-8"></head>` +
    `${body.outerHTML}</html>`
  )
}

export function MailFrame({ html, title }: { html: string; title: string }) {
  const still = useMemo(() => stillDocument(html), [html])
  return <iframe className={css.frame} title={title} sandbox="" referrerPolicy="no-referrer" srcDoc={still} />
}
