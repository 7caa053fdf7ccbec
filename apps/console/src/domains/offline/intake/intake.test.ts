// What can be taken from files, zips, pictures and texts, and what is refused before it costs anything.
import { LIMITS } from '@sealwright/contract'
import { strToU8, zipSync } from 'fflate'
import { encode } from 'uqr'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeIn } from './qr-picture.ts'
import { takeFile, takeFiles, takeText } from './take-files.ts'
import { filesInText } from './text-files.ts'
import { ZIP_BYTES, filesInZip } from './zip-files.ts'

const { exchangeFiles, exchangeFileBytes } = LIMITS.license
const body = 'eyJhbGciOiJFQ0RI'.repeat(85).match(/.{1,76}/g)
const c2d = (mark = 'a') => ['SEALWRIGHT C2D 1', mark, ...(body ?? []), '#0123abcd', ''].join('\n')

const zipOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.c2d`, c2d(`n${n}`)]))

/** Writes another size into the headers of the only file of a zip. */
function declare(zip: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const lied = new Uint8Array(zip)
  const view = new DataView(lied.buffer)
  const central = lied.findIndex((_, at) => at + 4 <= lied.length && view.getUint32(at, true) === 0x02014b50)
  view.setUint32(22, size, true)
  view.setUint32(central + 24, size, true)
  return lied
}

/** As a screenshot shows it: dark modules on white, with a margin. */
function drawn(text: string, scale = 4) {
  const { size, data: modules } = encode(text, { ecc: 'L', border: 4 })
  const width = size * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height: width, data }
}

describe('a text', () => {
  it('of a mail gives the file without the quotes around it', () => {
    const quoted = `您好，\n\n${c2d().replaceAll(/^/gm, '> ')}\n> 谢谢`
    expect(filesInText(quoted)).toEqual([c2d()])
  })

  it('can have several files, each with a name of its own', () => {
    expect(takeText('粘贴的内容', `${c2d('a')}\n${c2d('b')}`)).toEqual([
      { name: '粘贴的内容', text: c2d('a') },
      { name: '2 · 粘贴的内容', text: c2d('b') },
    ])
  })

  it('without a file is kept, so that the center says what is wrong with it', () => {
    expect(takeText('x', 'hello')).toEqual([{ name: 'x', text: 'hello' }])
    expect(takeText('x', ' \n')).toEqual([])
  })
})

describe('a zip', () => {
  it('of thirty files gives all of them; folders and what systems add are left out', () => {
    const files = filesInZip(zipOf({ ...many(30), 'folder/': '', '__MACOSX/._0.c2d': 'x', '.DS_Store': 'x' }))
    expect(files).toHaveLength(30)
    expect(files).toContainEqual({ name: '7.c2d', text: c2d('n7') })
  })

  it('of 31 files, of a file over 4 KB, without files, or damaged is refused', () => {
    expect(filesInZip(zipOf(many(exchangeFiles + 1)))).toBe('zipTooMany')
    expect(filesInZip(zipOf({ 'a.c2d': 'x'.repeat(exchangeFileBytes) }))).toHaveLength(1)
    expect(filesInZip(zipOf({ 'a.c2d': 'x'.repeat(exchangeFileBytes + 1) }))).toBe('zipTooLarge')
    expect(filesInZip(zipOf({ 'folder/': '' }))).toBe('zipEmpty')
    expect(filesInZip(zipOf({ 'a.c2d': c2d() }).subarray(0, 60))).toBe('zipBroken')
  })

  it('that hides a bomb behind a small declared size is stopped at the limit', () => {
    const bomb = zipSync({ 'a.c2d': new Uint8Array(8 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(ZIP_BYTES)
    expect(filesInZip(bomb)).toBe('zipTooLarge')
    expect(filesInZip(declare(bomb, 1_000))).toBe('zipTooLarge')
  })

  it('is known by its content, and not even read if it is large', async () => {
    const zip = zipOf({ 'a.c2d': c2d() })
    expect(await takeFile(new File([zip], 'files.dat'))).toEqual([{ name: 'a.c2d', text: c2d() }])
    const large = new File([zip, new Uint8Array(ZIP_BYTES)], 'large.zip')
    const read = vi.spyOn(large, 'arrayBuffer')
    expect(await takeFile(large)).toEqual([{ name: 'large.zip', fault: 'zipTooLarge' }])
    expect(read).not.toHaveBeenCalled()
  })
})

describe('a picture', () => {
  const decoded = (pixels: { width: number; height: number; data: Uint8ClampedArray }) => {
    vi.stubGlobal('createImageBitmap', async () => ({
      width: pixels.width,
      height: pixels.height,
      close: () => undefined,
    }))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: () => undefined,
      drawImage: () => undefined,
      getImageData: () => pixels,
    } as unknown as CanvasRenderingContext2D) // the used part of it: jsdom has no canvas
  }
  afterEach(() => vi.restoreAllMocks())
  const png = () => new File([new Uint8Array(8)], 'photo.png', { type: 'image/png' })

  it('of a whole request file is read', () => {
    expect(c2d().length).toBeGreaterThan(1_380)
    expect(codeIn(drawn(c2d()))).toBe(c2d())
  })

  it('gives the file of its code, under the name of the picture', async () => {
    decoded(drawn(c2d(), 3))
    expect(await takeFile(png())).toEqual([{ name: 'photo.png', text: c2d() }])
  })

  it('without a code, or that no browser opens, is told as such', async () => {
    decoded({ width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(200) })
    expect(await takeFile(png())).toEqual([{ name: 'photo.png', fault: 'noCode' }])
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not a picture')))
    expect(await takeFile(png())).toEqual([{ name: 'photo.png', fault: 'noPicture' }])
  })
})

it('an empty, binary or large file keeps its name and the reason beside the good ones', async () => {
  const files = [
    new File([], 'empty.c2d'),
    new File([new Uint8Array([1, 0, 2])], 'binary.c2d'),
    new File(['x'.repeat(20_000)], 'large.c2d'),
    new File([c2d()], 'good.c2d'),
  ]
  expect(await takeFiles(files)).toEqual([
    { name: 'empty.c2d', fault: 'empty' },
    { name: 'binary.c2d', fault: 'notText' },
    { name: 'large.c2d', fault: 'tooLarge' },
    { name: 'good.c2d', text: c2d() },
  ])
})
