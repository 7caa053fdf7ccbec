// If two pages share a file, the bundler adds a facade for each page: a file of fifty bytes that only re-exports. This
// plugin makes imports of a facade load the real file instead, which saves a request.
import type { Plugin, Rolldown } from 'vite'

const FACADE = /^export\s*\{([^}]*)\}\s*from\s*["`']\.\/([^"`']+)["`'];?\s*$/
const IMPORT = /\bimport\(\s*(["`'])\.\/([^"`']+)\1\s*\)/g

interface Facade {
  file: string
  /** Pairs of the exported name and its name in the real file: `Screen: real.n`. */
  names: readonly (readonly [own: string, real: string])[]
}

export function facadeIn(code: string): Facade | undefined {
  const [, list, file] = FACADE.exec(code.trim()) ?? []
  if (list === undefined || file === undefined) return undefined
  const names = list.split(',').map((one) => {
    const [real = '', own = real] = one.trim().split(/\s+as\s+/)
    return [own, real] as const
  })
  return { file, names }
}

export function withoutFacades(code: string, facades: ReadonlyMap<string, Facade>): string {
  return code.replaceAll(IMPORT, (whole, _quote: string, name: string) => {
    const facade = facades.get(name)
    if (!facade) return whole
    return (
      `import("./${facade.file}").then((real) => ` +
      `({${facade.names.map(([own, real]) => `${own}: real.${real}`).join(', ')}}))`
    )
  })
}

export function noFacades(): Plugin {
  return {
    name: 'sealwright:no-facades',
    apply: 'build',
    // Before Vite records which files each import has to preload.
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler: (_options, bundle) => {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
        const baseName = ({ fileName }: Rolldown.OutputChunk) => fileName.slice(fileName.lastIndexOf('/') + 1)
        const facades = new Map(
          chunks.flatMap((chunk) => {
            const facade = chunk.isDynamicEntry && !chunk.isEntry ? facadeIn(chunk.code) : undefined
            return facade ? [[baseName(chunk), facade] as const] : []
          }),
        )
        for (const chunk of chunks) {
          if (facades.has(baseName(chunk))) delete bundle[chunk.fileName]
          else if (chunk.dynamicImports.length > 0) chunk.code = withoutFacades(chunk.code, facades)
        }
      },
    },
  }
}
