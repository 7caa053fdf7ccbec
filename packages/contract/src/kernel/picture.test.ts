import { expect, it } from 'vitest'
import { pictureOf } from './picture.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)))
const png = bytes('\u0089PNG\r\n\u001A\n', [0, 0, 0, 13], 'IHDR', [0, 0, 2, 0, 0, 0, 1, 0, 8, 6, 0, 0, 0])

it.each([
  ['a PNG', png, { type: 'image/png', width: 512, height: 256 }],
  [
    'a JPEG, after its other segments',
    bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 1, 0, 2, 0, 1, 1, 0x11, 0]),
    { type: 'image/jpeg', width: 512, height: 256 },
  ],
  [
    'a lossy WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0, 2, 0, 1]),
    { type: 'image/webp', width: 512, height: 256 },
  ],
  [
    'a lossless WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f, 0xff, 0xc1, 0x3f, 0, 0, 0, 0, 0, 0]),
    { type: 'image/webp', width: 512, height: 256 },
  ],
  [
    'an extended WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0xff, 1, 0, 0xff, 0, 0]),
    { type: 'image/webp', width: 512, height: 256 },
  ],
])('recognizes %s with its size', (_, content, picture) => {
  expect(pictureOf(content)).toEqual(picture)
})

it.each([
  ['nothing', bytes()],
  ['HTML', bytes('<!doctype html><script>alert(1)</script>')],
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a GIF', bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['a PNG that ends early', png.slice(0, 20)],
  ['a PNG without pixels', bytes('\u0089PNG\r\n\u001A\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 0, 0, 0, 0, 0])],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xd9])],
  ['a JPEG whose segment leads outside', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0])],
])('does not recognize %s', (_, content) => {
  expect(pictureOf(content)).toBeUndefined()
})
