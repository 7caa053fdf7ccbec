import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOfText, cleanMail, openMail, pictureHosts, plainText } from './mail-html.rules.ts'

describe('a mail', () => {
  it.each([
    ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['a script in odd case', '<ScRiPt src=//x.example>1</sCrIpT>b', 'b'],
    ['a handler', '<p onclick="x()" onmouseover=x()>a</p>', '<p>a</p>'],
    ['a handler behind a slash', '<img/onerror=alert(1) src=x>', ''],
    ['characters that reorder or hide text', '<p>a&#x202E;b&#8203;c&#27;d</p>', '<p>abcd</p>'],
    ['a style sheet', '<style>body{display:none}</style>a', 'a'],
    [
      'a style that covers the page',
      '<div style="position:fixed;top:0;z-index:9;width:100%">a</div>',
      '<div style="width:100%">a</div>',
    ],
    ['a style with an address', '<p style="background-color:url(https://x.example/t)">a</p>', '<p>a</p>'],
    ['a style with an escaped address', '<p style="background-color:u\\72l(https://x.example)">a</p>', '<p>a</p>'],
    ['a huge size', '<p style="width:1201px;margin:-9px">a</p>', '<p>a</p>'],
    ['a form', '<form action="https://x.example"><input name="p"><button>go</button></form>', 'go'],
    ['a frame', '<iframe src="https://x.example">a</iframe><object data="x">b</object><embed src="x">', ''],
    [
      'a base',
      '<base href="https://x.example/"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">a',
      'a',
    ],
    ['a script link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['a script link in odd case', '<a href=" JaVa&#x09;Script&colon;alert(1)">a</a>', '<a>a</a>'],
    ['a script link with entities', '<a href="&#106;avascript:alert(1)">a</a>', '<a>a</a>'],
    ['a data link', '<a href="data:text/html,<script>1</script>">a</a>', '<a>a</a>'],
    ['a link without a protocol', '<a href="//x.example">a</a><a href="/x">b</a>', '<a>a</a><a>b</a>'],
    ['a link with a password', '<a href="https://bank.example@x.example/">a</a>', '<a>a</a>'],
    ['a link that sends a variable away', '<a href="https://x.example/?{activationLink}">a</a>', '<a>a</a>'],
    ['a link to a variable that is no address', '<a href="{userName}">a</a>', '<a>a</a>'],
    ['a data picture', '<img src="data:image/svg+xml,<svg onload=alert(1)>">', ''],
    ['an insecure picture', '<img src="http://a.example/p.png">', ''],
    ['a drawing', '<svg><script>1</script><a xlink:href="javascript:1">a</a></svg>b', 'b'],
    [
      'a formula that hides a tag',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '',
    ],
    ['a noscript that hides a tag', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ''],
    ['a comment', 'a<!-- <p>b</p> --><![if mso]>c<![endif]>', 'ac'],
    ['an entity that is text', '&lt;script&gt;1&lt;/script&gt;', '&lt;script&gt;1&lt;/script&gt;'],
  ])('does not contain %s', (_what, html, clean) => {
    expect(cleanMail(html)).toBe(clean)
  })

  it('keeps what a mail needs', () => {
    const html =
      '<h1>Hi</h1><p style="text-align:center"><strong>a</strong> <em>b</em><br /></p><ul><li>c</li></ul>' +
      '<p><a href="{activationLink}" style="background-color:#2d4fd6;color:#fff;padding:10px 20px">d</a> ' +
      '<a href="mailto:a@b.example">e</a></p>' +
      '<img src="https://a.example/p.png" alt="f" width="120" style="max-width:100%;height:auto" />'
    expect(cleanMail(html)).toBe(html)
    expect(pictureHosts(html)).toEqual(['a.example'])
  })

  it('stays the same when it is cleaned again, and has no forbidden tag, whatever was sent', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '/',
        '&',
        '=',
        ' ',
        '--',
        '<!--',
        '-->',
        '{account}',
        '{activationLink}',
        ';',
      ),
      fc.constantFrom(
        'script',
        'style',
        'svg',
        'math',
        'a',
        'img',
        'p',
        'table',
        'li',
        'noscript',
        'title',
        'xmp',
        'div',
      ),
      fc.constantFrom(
        'href',
        'src',
        'onerror',
        'style',
        'javascript:',
        'https://a.example/',
        'color:red',
        'data:',
        '&lt;',
        '&#60;',
      ),
      fc.string({ maxLength: 3 }),
    )
    const markup = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(markup, (html) => {
        const clean = cleanMail(html)
        expect(cleanMail(clean)).toBe(clean)
        expect(clean).not.toMatch(/<\/?(?:script|style|svg|math|iframe|form|input|object|embed|link|meta|base|xmp)\b/i)
        expect(clean).not.toMatch(/<[^>]*\son\w+=/i)
      }),
      { numRuns: 500 },
    )
  })

  it('has a bounded depth', () => {
    expect(cleanMail('<div><b>'.repeat(5_000)).length).toBeLessThan(2_000)
  })
})

describe('a mail from a template', () => {
  const template = {
    subject: 'Hi {userName}',
    body: '<p>{userName} {account} <a href="{activationLink}">go</a><script>1</script></p>',
  }
  const values = {
    userName: '<b>\r\nBcc: x@y.example {account}',
    account: 'a@b.example',
    activationLink: 'https://c.example/?a=1&b="2"',
  }

  it('has the values escaped in HTML, in one line in the subject, and as they are in the text', () => {
    const { subject, html, text } = openMail('en', template)(values)
    expect(subject).toBe('Hi <b> Bcc: x@y.example {account}')
    expect(html).toContain('&#60;b&#62;')
    expect(html).toContain('href="https://c.example/?a=1&#38;b=&#34;2&#34;"')
    expect(html).not.toContain('<script>')
    expect(text).toContain('go: https://c.example/?a=1&b="2"')
  })

  it('keeps a value that looks like a variable', () => {
    expect(openMail('en', template)(values).text).toContain('{account} a@b.example')
  })
})

describe('the plain text of a mail', () => {
  it('has its paragraphs, lists, links and pictures', () => {
    const html = cleanMail(
      '<h1>Title</h1><p>One<br>two &amp; three</p><ul><li><p>a</p></li><li>b</li></ul>' +
        '<p><a href="{activationLink}">{activationLink}</a> <a href="https://a.example/">site</a></p>' +
        '<img src="https://a.example/p.png" alt="Logo">',
    )
    expect(plainText(html)).toBe(
      'Title\n\nOne\ntwo & three\n- a\n- b\n\n{activationLink} site: https://a.example/\n\nLogo',
    )
  })

  it('is made in a time that grows with the text, also from many empty tags', () => {
    const started = performance.now()
    expect(plainText('<td></td> '.repeat(6_000))).toBe('')
    expect(performance.now() - started).toBeLessThan(300)
  })

  it('survives the way into HTML and back', () => {
    const text = 'Hello <you> & "them"\n{passwordLink}\n\nBye'
    expect(plainText(bodyOfText(text))).toBe(text)
  })
})
