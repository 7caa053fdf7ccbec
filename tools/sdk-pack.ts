// `npm run pack-sdk`: writes the SDK package to .build/sdk, ready for `npm pack`: one bundle for `import`, one for
// `require`, and their declarations. It publishes nothing. The bundles include the code that the SDK uses from the
// contract, so the package depends on nothing but Node.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT, declarationsOfSdk } from './sdk-declarations.ts'

const SOURCE = join(ROOT, 'packages/sdk')
const OLDEST_NODE = '20.11'
const FORMATS = {
  esm: { code: 'index.mjs', types: 'index.d.mts' },
  cjs: { code: 'index.cjs', types: 'index.d.cts' },
} as const
const BANNER = '// Sealwright SDK. Apache-2.0; see LICENSE.'

function declarations(): string {
  const texts = declarationsOfSdk().map(
    ({ comment, text, isExported }) =>
      `${comment && `/** ${comment} */\n`}${isExported ? 'export ' : ''}` +
      `${/^(?:class|function|const) /.test(text) ? 'declare ' : ''}${text}`,
  )
  // Without `export {}`, a declaration file exports everything in it, including internal types.
  return `${BANNER}\n${texts.join('\n\n')}\n\nexport {}\n`
}

async function bundle(folder: string, format: keyof typeof FORMATS) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCE, 'src/index.ts')],
    outfile: join(folder, FORMATS[format].code),
    bundle: true,
    format,
    platform: 'node',
    target: `node${OLDEST_NODE}`,
    charset: 'utf8',
    banner: { js: BANNER },
    metafile: true,
    logLevel: 'error',
  })
  const foreign = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports.map(({ path }) => path))
    .filter((path) => !path.startsWith('node:'))
  if (foreign.length > 0) throw new Error(`The SDK must depend on Node only, but it imports ${foreign.join(', ')}.`)
}

/** Writes the package into a folder; empties the folder first. */
export async function packSdk(folder: string): Promise<void> {
  const { name, version, description, license, sideEffects } = JSON.parse(
    readFileSync(join(SOURCE, 'package.json'), 'utf8'),
  ) as Record<string, unknown> // our own file
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await Promise.all([bundle(folder, 'esm'), bundle(folder, 'cjs')])
  const { esm, cjs } = FORMATS
  const types = declarations()
  for (const file of [esm.types, cjs.types]) writeFileSync(join(folder, file), types)
  const entry = ({ code, types: declared }: typeof esm | typeof cjs) => ({
    types: `./${declared}`,
    default: `./${code}`,
  })
  const packed = {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects,
    engines: { node: `>=${OLDEST_NODE}` },
    main: `./${cjs.code}`,
    module: `./${esm.code}`,
    types: `./${esm.types}`,
    exports: { '.': { import: entry(esm), require: entry(cjs) }, './package.json': './package.json' },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  copyFileSync(join(SOURCE, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

if (process.argv[1] === import.meta.filename) {
  await packSdk(join(ROOT, '.build/sdk'))
  process.stdout.write('The SDK is in .build/sdk. To make an installable archive: npm pack ./.build/sdk\n')
}
