// The document of the public page: what link previews and the first paint show, and that nobody can break out of it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activityCalls } from '@sealwright/contract'
import { createTestCenter, createVendor, openCampaign } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const BUILT =
  '<!doctype html><html lang="zh-CN"><head><title>Sealwright</title></head><body><h1></h1><p></p></body></html>'
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let folder: string
let center: TestCenter
let vendor: Vendor
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealwright-page-'))
  await writeFile(join(folder, 'index.html'), 'console')
  await writeFile(join(folder, 'p.html'), 'other page')
  await writeFile(join(folder, 'campaign.html'), BUILT)
  center = await createTestCenter({ consoleDir: folder, config: { publicUrl: 'https://center.example' } })
  vendor = await createVendor(center)
})
afterAll(async () => {
  await center.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (url: string, headers: Record<string, string> = {}) => center.center.app.inject({ url, headers })

describe('the document', () => {
  it('has the title, description and picture of the campaign, in the visitor’s language', async () => {
    const campaign = await openCampaign(center, vendor, {
      name: '春季试用',
      introduction: '第一行\n第二行',
      picture: PICTURE,
    })
    const url = `/p/campaign/${campaign.token}`
    const { body, headers } = await open(url, { 'accept-language': 'en-US' })
    expect(body).toContain('<html lang="en"')
    expect(body).toContain('<title>春季试用 · 测试开发者</title>')
    expect(body).toContain('<meta property="og:title" content="春季试用 · 测试开发者" />')
    expect(body).toContain('<meta name="description" content="第一行 第二行" />')
    expect(body).toContain('<h1>春季试用</h1><p>第一行\n第二行</p>')
    expect(body).toContain(`<meta property="og:url" content="https://center.example${url}" />`)
    expect(body).toContain(`<meta property="og:image" content="https://center.example${url}/picture?v=`)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("script-src 'self'") as string,
    })
    expect((await open(`${url}?lang=zh`, { 'accept-language': 'en' })).body).toContain('<html lang="zh-CN"')
    const { rows } = await center.ground.database.owner.query('select from campaign_view')
    expect(rows).toHaveLength(0)
  })

  it('escapes what people typed', async () => {
    const campaign = await openCampaign(center, vendor, { introduction: `"><script>alert('x')</script>$&$1 & <b>` })
    await center.ground.database.owner.query('update campaign set name = $2 where guid = $1', [
      campaign.guid,
      `</title><img src=x>`,
    ])
    const { body } = await open(`/p/campaign/${campaign.token}`)
    expect(body).not.toContain('<script>')
    expect(body).not.toContain('<img')
    expect(body.match(/<\/title>/g)).toHaveLength(1)
    expect(body).toContain('&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;$&#38;$1 &#38; &#60;b&#62;')
  })

  it('of an unknown link, a draft or a deleted campaign says nothing', async () => {
    const campaign = await openCampaign(center, vendor, { picture: PICTURE })
    const url = `/p/campaign/${campaign.token}`
    await vendor.call(activityCalls.terminate, { guid: campaign.guid })
    await vendor.call(activityCalls.delete, { guid: campaign.guid })
    for (const wrong of [url, '/p/campaign/no-such-link', `/p/campaign/${'x'.repeat(150)}`])
      expect((await open(wrong)).body).toBe(BUILT)
    expect((await open(`${url}/picture`)).statusCode).toBe(404)
  })
})

it('the picture is sent with its own type, and nothing else can be made of it', async () => {
  const campaign = await openCampaign(center, vendor, { picture: PICTURE })
  const { rawPayload, headers, statusCode } = await open(`/p/campaign/${campaign.token}/picture`)
  expect(statusCode).toBe(200)
  expect(rawPayload.toString('base64')).toBe(PICTURE)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=3600',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const plain = await openCampaign(center, vendor)
  expect((await open(`/p/campaign/${plain.token}/picture`)).statusCode).toBe(404)
})
