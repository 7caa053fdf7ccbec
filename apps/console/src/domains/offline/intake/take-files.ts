// Turns what a person drops, chooses or pastes into exchange files: plain files, zips of them, pictures of QR codes.
// What cannot be read keeps its name and the reason, so that it shows in the list instead of being lost.
import { LIMITS } from '@sealwright/contract'
import { loadInTime } from '../../../lib/load-in-time.ts'
import type { PictureFault } from './qr-picture.ts'
import { filesInText } from './text-files.ts'
import type { ZipFault } from './zip-files.ts'

const { exchangeTextMax, fileNameMax } = LIMITS.license
/** A photo of a phone is smaller. */
const PICTURE_BYTES = 32 * 1024 * 1024

export type IntakeFault = ZipFault | PictureFault | 'empty' | 'notText' | 'tooLarge' | 'notLoaded'

export interface TakenFile {
  name: string
  text: string
}

export type Taken = TakenFile | { name: string; fault: IntakeFault }

/** The file dialog offers these. */
export const INTAKE_ENDINGS = [...LIMITS.license.exchangeEndings, '.zip', 'image/*'].join(',')

const isPicture = ({ type }: File) => type.startsWith('image/')

async function isZip(file: File): Promise<boolean> {
  const [p, k, three] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return p === 0x50 && k === 0x4b && (three === 3 || three === 5)
}

/** A name that the server accepts: one line, with its end, which has the extension. */
const plainName = (name: string) =>
  name
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(-fileNameMax)

function named(given: string, text: string, max: number = exchangeTextMax): Taken[] {
  const texts = filesInText(text)
  if (texts.length === 0) return [{ name: given, fault: 'empty' }]
  if (text.includes('\0')) return [{ name: given, fault: 'notText' }]
  return texts.map((one, index) => {
    const name = plainName(index === 0 ? given : `${index + 1} · ${given}`)
    return one.length > max ? { name, fault: 'tooLarge' } : { name, text: one }
  })
}

/** The files in a pasted text. */
export const takeText = (name: string, text: string, max?: number): Taken[] =>
  text.trim() === '' ? [] : named(name, text, max)

/** The list shows that the part is missing. */
const loaded = <Part>(load: () => Promise<Part>) => loadInTime(load).catch(() => undefined)

async function takePicture(file: File): Promise<Taken[]> {
  const { name } = file
  if (file.size > PICTURE_BYTES) return [{ name, fault: 'tooLarge' }]
  const part = await loaded(() => import('./qr-picture.ts'))
  if (!part) return [{ name, fault: 'notLoaded' }]
  const read = await part.textInPicture(file)
  return typeof read === 'string' ? [{ name, fault: read }] : named(name, read.text)
}

async function takeZip(file: File): Promise<Taken[]> {
  const { name } = file
  const part = await loaded(() => import('./zip-files.ts'))
  if (!part) return [{ name, fault: 'notLoaded' }]
  if (file.size > part.ZIP_BYTES) return [{ name, fault: 'zipTooLarge' }]
  const files = part.filesInZip(new Uint8Array(await file.arrayBuffer()))
  return typeof files === 'string' ? [{ name, fault: files }] : files.flatMap((one) => named(one.name, one.text))
}

/** One dropped or chosen file. `max` is the size of a plain file. */
export async function takeFile(file: File, max: number = exchangeTextMax): Promise<Taken[]> {
  const { name } = file
  if (isPicture(file)) return takePicture(file)
  if (await isZip(file)) return takeZip(file)
  if (file.size > max) return [{ name, fault: 'tooLarge' }]
  return named(name, await file.text(), max)
}

/** One after another: pictures take memory. */
export async function takeFiles(files: readonly File[]): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const file of files) taken.push(...(await takeFile(file)))
  return taken
}
