// Extracts the SDK's public declarations from the compiler's output, for the package and for the reference page. It
// relies on the layout of that output: a statement ends at the first line that is not indented and closes it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
const PACKAGES = join(ROOT, 'packages')
/** The SDK uses types from the contract, which is not shipped. */
const ENTRIES = [
  'sdk/src/index.ts',
  'contract/src/domains/machine-parts.ts',
  'contract/src/domains/dongle/dongle-files.ts',
]

export interface Declaration {
  name: string
  /** The text of its comment: each paragraph and each item of a list on one line. */
  comment: string
  /** As the compiler wrote it, without `export`, `declare` and the comment. */
  text: string
  isExported: boolean
}

/** Runs the repository's TypeScript compiler. */
export const compile = (args: readonly string[]) =>
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args], { encoding: 'utf8' })

function emitted(): { index: string; others: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-declarations-'))
  try {
    const config = join(folder, 'tsconfig.json')
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: PACKAGES,
      outDir: join(folder, 'out'),
      typeRoots: [join(ROOT, 'node_modules/@types')],
    }
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.json'),
        compilerOptions,
        include: [],
        files: ENTRIES.map((file) => join(PACKAGES, file)),
      }),
    )
    compile(['-p', config])
    const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.d.ts'))
      .toSorted()
    const read = (file: string) => readFileSync(join(folder, 'out', file), 'utf8')
    return {
      index: read(join('sdk', 'src', 'index.d.ts')),
      others: files.filter((file) => !file.endsWith('index.d.ts')).map(read),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const STATEMENT =
  /(?:^\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\n)?^(?:export )?(?:declare )?(?<text>(?:interface|type|class|function|const) (?<name>\w+).*(?:;$|(?:\n(?: .*|\}.*\{))*\n\}.*$))/gm
const withoutComments = (text: string) => text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')

/** The text of a comment without its stars. A break inside a paragraph or an item becomes a space. */
export const textOf = (comment: string) =>
  comment
    .replaceAll(/^[ \t]*\*?[ \t]*|[ \t]+$/gm, '')
    .trim()
    .replaceAll(/(?<!\n)\n(?!\n|- )/g, ' ')

/** All exports of the SDK and the types that they use, starting with `createSealwright`. */
export function declarationsOfSdk(): Declaration[] {
  const { index, others } = emitted()
  const known = new Map<string, Omit<Declaration, 'isExported'>>()
  for (const { groups } of others.flatMap((text) => [...text.matchAll(STATEMENT)])) {
    const { name = '', comment = '', text = '' } = groups ?? {}
    if (known.has(name)) throw new Error(`Two files of the SDK declare ${name}, but the package has only one.`)
    known.set(name, {
      name,
      comment: textOf(comment),
      text: text.replaceAll(/^ +/gm, (indent) => indent.slice(indent.length / 2)),
    })
  }
  const exported = [...index.matchAll(/\{([^}]+)\}/g)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  // A type follows the declaration that uses it. Iterating over a Set also visits the names that are added during the
  // iteration.
  const wanted = new Set<string>()
  for (const first of exported)
    for (const name of wanted.add(first))
      for (const [type] of withoutComments(known.get(name)?.text ?? '').matchAll(/\b[A-Z]\w*\b/g))
        if (known.has(type)) wanted.add(type)
  return [...wanted].map((name) => {
    const found = known.get(name)
    if (!found) throw new Error(`The SDK exports ${name}, but no declaration was found.`)
    return { ...found, isExported: exported.includes(name) }
  })
}
