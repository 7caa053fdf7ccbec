// The SDK package as vendors install it: one bundle for `import`, one for `require`, and their declarations, in one
// archive. The console's build adds it to the files that the center serves; `npm run pack-sdk` writes it to .build/sdk.
// The bundles include the code that the SDK uses from the contract, so the package depends on nothing but Node.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT, declarationsOfSdk } from './sdk-declarations.ts'

const SOURCE = join(ROOT, 'packages/sdk')
const OLDEST_NODE = '20.11'
const FORMATS = {
  esm: { code: 'index.mjs', types: 'index.d.mts' },
  cjs: { code: 'index.cjs', types: 'index.d.cts' },
} as const
const BANNER = '// Sealwright SDK. Apache-2.0; see LICENSE.'
/** The time of every file in an archive that npm writes. With it, the same sources give the same bytes. */
const PACKED_AT = Date.parse('1985-10-26T08:15:00Z') / 1000
const BLOCK_BYTES = 512

export interface SdkArchive {
  /** With the version, as `npm pack` names it. */
  fileName: string
  version: string
  content: Buffer
}

/** Editors show it as Markdown, so lists keep their lines. */
const commentOf = (text: string) =>
  text.includes('\n') ? `/**\n${text.replaceAll(/^/gm, ' * ').replaceAll(/ +$/gm, '')}\n */` : `/** ${text} */`

function declarations(): string {
  const texts = declarationsOfSdk().map(
    ({ comment, text, isExported }) =>
      `${comment && `${commentOf(comment)}\n`}${isExported ? 'export ' : ''}` +
      `${/^(?:class|function|const) /.test(text) ? 'declare ' : ''}${text}`,
  )
  // Without `export {}`, a declaration file exports everything in it, including internal types.
  return `${BANNER}\n${texts.join('\n\n')}\n\nexport {}\n`
}

async function bundle(format: keyof typeof FORMATS): Promise<string> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCE, 'src/index.ts')],
    outfile: FORMATS[format].code,
    write: false,
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
  return outputFiles.map(({ text }) => text).join('')
}

/** A tar file in the format of POSIX 1988. It holds short names only. */
function tar(files: Readonly<Record<string, string>>): Buffer {
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    const header = Buffer.alloc(BLOCK_BYTES)
    header.write(name, 0)
    header.write(octal(0o644, 7), 100)
    header.write(octal(content.length, 11), 124)
    header.write(octal(PACKED_AT, 11), 136)
    // The checksum counts its own field as spaces.
    header.write(' '.repeat(8), 148)
    header.write('0', 156)
    header.write('ustar\u000000', 257)
    header.write(
      `${octal(
        header.reduce((sum, byte) => sum + byte, 0),
        6,
      )} `,
      148,
    )
    return [header, content, Buffer.alloc(-content.length & (BLOCK_BYTES - 1))]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)])
}

export async function packSdk(): Promise<SdkArchive> {
  const { name, version, description, license, sideEffects } = JSON.parse(
    readFileSync(join(SOURCE, 'package.json'), 'utf8'),
  ) as Record<string, string | boolean> // our own file
  const { esm, cjs } = FORMATS
  const entry = ({ code, types }: typeof esm | typeof cjs) => ({ types: `./${types}`, default: `./${code}` })
  const described = {
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
  const [imported, required] = await Promise.all([bundle('esm'), bundle('cjs')])
  const types = declarations()
  const files = {
    'package.json': `${JSON.stringify(described, null, 2)}\n`,
    LICENSE: readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    'README.md': readFileSync(join(SOURCE, 'README.md'), 'utf8'),
    [esm.code]: imported,
    [cjs.code]: required,
    [esm.types]: types,
    [cjs.types]: types,
  }
  // npm expects this folder in every archive.
  const inFolder = Object.fromEntries(Object.entries(files).map(([file, text]) => [`package/${file}`, text]))
  return {
    fileName: `${String(name).replace('@', '').replace('/', '-')}-${String(version)}.tgz`,
    version: String(version),
    content: gzipSync(tar(inFolder), { level: 9 }),
  }
}

if (process.argv[1] === import.meta.filename) {
  const folder = join(ROOT, '.build/sdk')
  const { fileName, content } = await packSdk()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, fileName), content)
  process.stdout.write(`The SDK is in .build/sdk/${fileName}. To install it: npm install FILE\n`)
}
