// Adds the SDK package to the build, for the server to send (kernel/http/sdk-download.ts), and tells the console its
// version and size. The development server has no package, so the console shows no link there.
import { dirname } from 'node:path/posix'
import type { Plugin } from 'vite'
import { SDK_DOWNLOAD } from '../../../packages/contract/src/index.ts'
import { packSdk } from '../../../tools/sdk-pack.ts'

export async function sdkPackage(): Promise<Plugin> {
  const { fileName, version, content } = await packSdk()
  return {
    name: 'sealwright:sdk-package',
    apply: 'build',
    config: () => ({
      define: {
        'import.meta.env.SDK_FILE': JSON.stringify(fileName),
        'import.meta.env.SDK_VERSION': JSON.stringify(version),
        'import.meta.env.SDK_BYTES': JSON.stringify(String(content.length)),
      },
    }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `${dirname(SDK_DOWNLOAD).slice(1)}/${fileName}`, source: content })
    },
  }
}
