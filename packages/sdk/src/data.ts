// The data areas of a license: from the server, or from an imported file. A read-only area must match the digest in the
// signed lease, so a matching copy is current and needs no network. The read-write area can change on the server, so
// its copy only serves while the server is unreachable.
import type { Json } from '@sealwright/exchange'
import type { DataArea, DataContent, LicenseStatus } from './face.ts'
import { isSoundArea } from './files.ts'
import type { Memory } from './memory.ts'
import { Unreachable } from './refusal.ts'
import type { OfflineReason } from './refusal.ts'

export interface DataDeps {
  memory: Memory
  askHeld(name: 'readData' | 'writeData', payload: object): Promise<Json>
  status(): LicenseStatus
  validate(): Promise<LicenseStatus>
  refuse(reason: OfflineReason): never
  licenseId: number | undefined
}

export function createData({ memory, askHeld, status, validate, refuse, licenseId }: DataDeps) {
  /** The imported copy, if the license is valid and the copy belongs to it. */
  function copyOf(area: DataArea): DataContent | undefined {
    const now = status()
    const areas = memory.kept.files?.areas
    if (!now.isLicensed || areas?.license !== now.claims.license) return undefined
    const id = licenseId ?? now.claims.licenseId
    const copy = areas.list.find((one) => one.licenseId === id && one.area === area)
    const content = copy && new Uint8Array(Buffer.from(copy.content, 'base64'))
    return content && isSoundArea(now.claims, id, area, content) ? { content, revision: copy.revision } : undefined
  }

  async function ask(area: DataArea): Promise<{ isSound: boolean; found: DataContent }> {
    const { content, revision } = await askHeld('readData', { area, licenseId })
    const now = status()
    const found = {
      content: new Uint8Array(Buffer.from(typeof content === 'string' ? content : '', 'base64')),
      revision: typeof revision === 'number' ? revision : 0,
    }
    const isSound =
      area === 'raw' ||
      !now.isLicensed ||
      isSoundArea(now.claims, licenseId ?? now.claims.licenseId, area, found.content)
    return { isSound, found }
  }

  async function read(area: DataArea): Promise<DataContent> {
    const copy = copyOf(area)
    if (copy && area !== 'raw') return copy
    const first = await ask(area).catch((error: unknown) => {
      if (copy && error instanceof Unreachable) return { isSound: true, found: copy }
      throw error
    })
    if (first.isSound) return first.found
    // The terms may have changed since the lease was issued.
    await validate()
    const again = await ask(area)
    return again.isSound ? again.found : refuse('DATA_FORGED')
  }

  async function write(content: Uint8Array | string, revision: number): Promise<{ revision: number }> {
    const answer = await askHeld('writeData', { content: Buffer.from(content).toString('base64'), revision, licenseId })
    const written = answer['revision']
    return { revision: typeof written === 'number' ? written : revision }
  }

  return { read, write }
}
