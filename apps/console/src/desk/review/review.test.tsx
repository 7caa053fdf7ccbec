// Reviews of e-mail templates: hostile HTML stays still, and decisions are about the text that was read.
import { EMAIL_TEMPLATE_TYPES, REVIEW_STATUSES, emailTemplateDesk } from '@sealwright/contract'
import type { AnswerOf, PayloadOf } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openDeskStage } from '../desk.fixture.tsx'
import { DESK } from '../session.ts'
import { lineChanges } from './line-changes.ts'
import { stillDocument } from './mail-frame.tsx'
import { Screen as Detail } from './review-detail.screen.tsx'
import { Screen as List } from './review-list.screen.tsx'

const TIME = '2026-03-04T05:06:07.000Z'
const GUID = '7d9f8a52-0000-4000-8000-000000000001'
const HOSTILE =
  '<!doctype html><html lang="zh-CN"><head><meta http-equiv="refresh" content="0;url=https://evil.example">' +
  '<base href="https://evil.example"><script>parent.steal()</script></head><body onload="steal()">' +
  '<p style="color: red" onclick="steal()">您好</p><img src="https://evil.example/seen.png" alt="图" onerror="steal()">' +
  '<a href="javascript:steal()">链接</a><form action="https://evil.example"><input name="password"></form>' +
  '<iframe src="https://evil.example"></iframe><svg onload="steal()"><script>steal()</script></svg></body></html>'

const row = {
  guid: GUID,
  developerId: '7',
  developerName: '云帆软件',
  isTrusted: false,
  name: '激活邮件',
  type: EMAIL_TEMPLATE_TYPES.addAccount,
  language: 'zh' as const,
  subject: '欢迎',
  status: REVIEW_STATUSES.reviewing,
  reason: null,
  submitTime: TIME,
}
const textOf = (words: string, html = HOSTILE) => ({
  subject: '欢迎',
  words,
  text: null,
  mail: { subject: '欢迎', html, text: words },
})
const review: AnswerOf<typeof emailTemplateDesk.get> = {
  ...row,
  revision: 3,
  now: textOf('第一行\n新的第二行'),
  before: { ...textOf('第一行\n旧的第二行'), time: TIME },
}
const open = async (given: Parameters<typeof openDeskStage>[2] = [], tab = '') => {
  await openDeskStage(
    { '/platform/reviews': List, '/platform/reviews/view': Detail },
    `/platform/reviews/view?guid=${GUID}${tab}`,
    [
      [emailTemplateDesk.get, () => ({ data: review })],
      [emailTemplateDesk.find, () => ({ data: { rows: [row], records: 1, total: 1 } })],
      ...given,
    ],
  )
  await act(() => DESK.people.load())
}

describe('the mail of a developer', () => {
  it('is shown in a frame without scripts and origin, and with nothing that loads or leads away', async () => {
    await open()
    expect((await screen.findAllByRole('heading')).map(({ tagName }) => tagName)).toEqual(['H1', 'H2', 'H3'])
    const frame = await screen.findByTitle<HTMLIFrameElement>('邮件内容（本次提交）')
    expect(frame.getAttribute('sandbox')).toBe('')
    const shown = frame.getAttribute('srcdoc') ?? ''
    expect(shown).toContain('您好')
    expect(shown).toContain('color: red')
    expect(shown).not.toMatch(/evil|steal|javascript|<script|<iframe|<form|<svg|<base|refresh|onclick|onload/)
    // Its own policy comes before all of it.
    expect(shown.indexOf("default-src 'none'")).toBeLessThan(shown.indexOf('<body'))
  })

  it('cannot break out of its document', () => {
    for (const html of [
      '</body></html><script>steal()</script>',
      "<html lang='\"><script>steal()</script>'><p>a",
      '<noscript><p title="</noscript><img src=x onerror=steal()>">',
      '<table><td><svg><style><img src=x onerror=steal()>',
      '<math><mtext></form><form><mglyph><style></math><img src onerror=steal()>',
    ]) {
      const again = new DOMParser().parseFromString(stillDocument(html), 'text/html')
      expect(again.querySelectorAll('script, form, iframe, svg, math, style, [onerror], [src], [href]')).toHaveLength(0)
    }
  })
})

describe('a review', () => {
  it('shows the lines that changed since the last approval', async () => {
    await open([], '&tab=changes')
    expect((await screen.findByText('新的第二行')).tagName).toBe('INS')
    expect(screen.getByText('旧的第二行').tagName).toBe('DEL')
    expect(lineChanges('a\nb\nc', 'a\nc\nd').map(({ kind }) => kind)).toEqual(['same', 'removed', 'same', 'added'])
  })

  it('approves the revision that was read, after a confirmation that says what happens', async () => {
    const asked: PayloadOf<typeof emailTemplateDesk.approve>[] = []
    await open([
      [
        emailTemplateDesk.approve,
        (payload) => {
          asked.push(payload as PayloadOf<typeof emailTemplateDesk.approve>) // as the call sends it
          return { data: {} }
        },
      ],
    ])
    fireEvent.click(await screen.findByRole('button', { name: '通过' }))
    const dialog = await screen.findByRole('alertdialog', { hidden: true })
    expect(dialog.textContent).toContain('“云帆软件”会收到消息')
    fireEvent.click(within(dialog).getByText('通过'))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({ guid: GUID })
    expect(Number(asked[0]?.revision)).toBe(3)
  })

  it('is not rejected without a reason', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: '驳回' }))
    const dialog = await screen.findByRole('dialog', { hidden: true })
    fireEvent.click(within(dialog).getByText('驳回'))
    await waitFor(() => expect(dialog.querySelector('[aria-invalid=true]')).not.toBeNull())
  })
})
