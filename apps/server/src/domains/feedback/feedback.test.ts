// Feedback: what is accepted, who reads it, and the operator's answer.
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, ERRORS, LIMITS, feedbackCalls, operationLogCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createTerminal, createTestCenter, refused } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedbackPurgeJob } from './index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())
const { platform } = createTerminal(() => center)

const { pictureBytes, pictures: most, perDay, picturePixels } = LIMITS.feedback

/** The beginning of a PNG with these sides, filled up to a size. */
function png({ width = 10, height = 10, size = 64 } = {}): Buffer {
  const file = Buffer.alloc(size)
  file.write('\u0089PNG\r\n\u001A\n', 'latin1')
  file.write('IHDR', 12, 'latin1')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}
const payload = (given: Partial<PayloadOf<typeof feedbackCalls.create>> = {}) => ({
  kind: 'problem' as const,
  text: '保存模板之后，列表里看不到它。',
  ...given,
})
const withPictures = (...files: Buffer[]) => payload({ pictures: files.map((file) => file.toString('base64')) })
const fieldsOf = async (who: Actor, given: object) => {
  const refusal = await refused(who.call(feedbackCalls.create, { ...payload(), ...given }))
  expect(refusal.code).toBe(ERRORS['platform.badPayload'].code)
  return (refusal.fields ?? []).map(({ path, rule }) => [path, rule])
}

describe('the form', () => {
  it('is stored with its pictures, the page and the version, and only its sender can read it', async () => {
    const who = await center.developer()
    const colleague = await center.administrator(who, [])
    const picture = png({ size: pictureBytes })
    const { guid } = await who.call(feedbackCalls.create, {
      ...withPictures(png(), picture),
      contact: '13800138000',
      page: '/product',
    })
    const { rows, version } = await who.call(feedbackCalls.find, {})
    expect(rows).toMatchObject([
      { guid, kind: 'problem', contact: '13800138000', page: '/product', pictures: 2, answer: null, version },
    ])
    expect(await who.call(feedbackCalls.picture, { guid, position: 2 })).toEqual({
      type: 'image/png',
      base64: picture.toString('base64'),
    })
    expect((await colleague.call(feedbackCalls.find, {})).records).toBe(0)
    for (const [reader, position] of [
      [colleague, 1],
      [who, 3],
    ] as const)
      expect((await refused(reader.call(feedbackCalls.picture, { guid, position }))).code).toBe(
        ERRORS['feedback.notFound'].code,
      )
    expect((await who.call(operationLogCalls.find, { targetKind: 'feedback' })).rows).toMatchObject([
      {
        targetGuid: guid,
        changes: expect.not.arrayContaining([expect.objectContaining({ field: 'text' })]) as unknown,
      },
    ])
  })

  it.each([
    ['a short text', () => ({ text: '太短' }), 'text', 'tooShort'],
    ['a long text', () => ({ text: '长'.repeat(LIMITS.feedback.textMax + 1) }), 'text', 'tooLong'],
    ['an unknown kind', () => ({ kind: 'praise' }), 'kind', 'badFormat'],
    ['a contact that is neither address nor number', () => ({ contact: '微信 abc' }), 'contact', 'contactFormat'],
    ['six pictures', () => withPictures(...Array.from({ length: most + 1 }, () => png())), 'pictures', 'tooMany'],
    [
      'HTML that is called a picture',
      () => withPictures(png(), Buffer.from('<html><script/></html>')),
      'pictures.1',
      'notPicture',
    ],
    ['SVG', () => withPictures(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'pictures.0', 'notPicture'],
    ['a picture of a byte too many', () => withPictures(png({ size: pictureBytes + 1 })), 'pictures.0', 'fileTooLarge'],
    ['a picture that is too wide', () => withPictures(png({ width: picturePixels + 1 })), 'pictures.0', 'logoTooWide'],
    ['a picture that is not base64', () => ({ pictures: ['<img>'] }), 'pictures.0', 'notPicture'],
  ])('refuses %s on its field', async (_, given, field, rule) => {
    expect(await fieldsOf(await center.developer(), given())).toEqual([[field, rule]])
  })

  it(`is accepted ${perDay} times in 24 hours, even at the same time`, async () => {
    const who = await center.developer()
    const outcomes = await Promise.allSettled(
      Array.from({ length: perDay + 3 }, () => who.call(feedbackCalls.create, payload())),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(perDay)
    expect((await refused(who.call(feedbackCalls.create, payload()))).code).toBe(ERRORS['feedback.tooMany'].code)
    await center.daysLater(1, who)
    await who.call(feedbackCalls.create, payload())
    center.clock.advance(-DAY_MS)
  })
})

describe('the platform operator', () => {
  it('lists and reads feedback, saves its pictures, and answers once; the sender gets a message', async () => {
    const who = await center.developer({ name: '云帆软件' })
    const text = '第一行说了什么\n第二行也要看得到'
    const { guid } = await who.call(feedbackCalls.create, { ...withPictures(png()), text })
    expect((await platform('feedback')).output).toContain(guid)
    const shown = await platform('feedback', guid)
    expect(shown.output).toMatch(/云帆软件[^]*│ 第一行[^]*│ 第二行/)
    const folder = await mkdtemp(join(tmpdir(), 'feedback-'))
    try {
      await platform('feedback', guid, '--pictures', folder)
      expect(await readdir(folder)).toEqual([`${guid}-1.png`])
      expect(await readFile(join(folder, `${guid}-1.png`))).toEqual(png())
    } finally {
      await rm(folder, { recursive: true })
    }
    expect((await platform('answer-feedback', guid, '已经修好，', '谢谢')).code).toBe(0)
    expect((await platform('answer-feedback', guid, '再答一次')).code).toBe(1)
    expect((await platform('feedback')).output).not.toContain(guid)
    expect((await platform('feedback', '--all')).output).toContain(guid)
    expect((await who.call(feedbackCalls.find, {})).rows).toMatchObject([{ answer: '已经修好， 谢谢' }])
    const { rows } = await center.ground.database.owner.query(
      'select kind, link, params from message where account_id = $1',
      [who.accountId],
    )
    expect(rows).toMatchObject([
      { kind: 'feedbackAnswered', link: `/feedback#${guid}`, params: { answer: '已经修好， 谢谢' } },
    ])
    expect((await center.message(who.account)).body).toContain(`/feedback#${guid}`)
  })

  it.each([
    ['an unknown id', ['feedback', 'x'], 1],
    ['an answer without a text', ['answer-feedback', '00000000-0000-4000-8000-000000000000'], 2],
    ['an answer to nothing', ['answer-feedback', '00000000-0000-4000-8000-000000000000', '谢谢'], 1],
  ])('%s is a sentence and an exit code', async (_, words, code) => {
    expect((await platform(...words)).code).toBe(code)
  })
})

it('pictures are deleted 180 days after the answer, and the text stays', async () => {
  const who = await center.developer()
  const send = async () => (await who.call(feedbackCalls.create, withPictures(png(), png()))).guid
  const [old, recent, open] = [await send(), await send(), await send()]
  const { ground, clock } = center
  const days = LIMITS.feedback.picturesKeptDays
  for (const [guid, ms] of [
    [old, days * DAY_MS + 1000],
    [recent, days * DAY_MS - 1000],
  ] as const)
    await ground.database.owner.query("update feedback set answer = '已修复', answered_at = $2 where guid = $1", [
      guid,
      new Date(clock.now().getTime() - ms),
    ])
  await ground.database.owner.query(
    "update feedback set created_at = created_at - interval '2 years' where developer_id = $1",
    [who.developerId],
  )
  await feedbackPurgeJob(ground).run({}, { isLast: true })
  const { rows } = await who.call(feedbackCalls.find, {})
  expect(Object.fromEntries(rows.map(({ guid, pictures }) => [guid, pictures]))).toEqual({
    [old]: 0,
    [recent]: 2,
    [open]: 2,
  })
  expect(rows.find(({ guid }) => guid === old)).toMatchObject({ text: payload().text, answer: '已修复' })
})
