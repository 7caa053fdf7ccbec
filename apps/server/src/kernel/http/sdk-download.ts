// The SDK package as a download, without a session. The console's build packs it, and the name of the file has its
// version; the address stays the same over all versions.
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import { SDK_DOWNLOAD } from '@sealwright/contract'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

const FOLDER = dirname(SDK_DOWNLOAD).slice(1)

/** Needs the files of the console on this surface: `sendFile` adds their headers. */
export function registerSdkDownload(surface: FastifyInstance, consoleDir: string): void {
  surface.route({
    method: ['GET', 'HEAD'],
    url: SDK_DOWNLOAD,
    handler: async (_request, reply) => {
      // Looked up at each request: the files may come from a newer build than the running server.
      const files = await readdir(join(consoleDir, FOLDER)).catch(() => [])
      const file = files.find((name) => /^sealwright-sdk-\d[\w.-]*\.tgz$/.test(name))
      if (!file) throw new Refusal('platform.invalidUrl')
      return reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${file}"`)
        .sendFile(join(FOLDER, file), { contentType: false })
    },
  })
}
