// What the SDK declares to whoever imports it, taken from what the compiler emits: the packed declarations and the
// reference page are both made of it. Surprising: it goes by the layout of the compiler's output, where a statement
// ends at the first line that is not indented and closes it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
const PACKAGES = join(ROOT, 'packages')
/** The SDK shares its words for parts of a machine with the contract, which is not shipped. */
const ENTRIES = ['sdk/src/index.ts', 'contract/src/domains/machine-parts.ts']

export interface Declaration {
  name: string
  /** The words of its comment, without the stars. */
  comment: string
  /** As the compiler wrote it, without `export`, `declare` and its comment. */
  text: string
  isExported: boolean
}

/** Runs the compiler that the repository checks its types with. */
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

/** Everything that the SDK exports, with what that needs, from `createSealwright` on. */
export function declarationsOfSdk(): Declaration[] {
  const { index, others } = emitted()
  const known = new Map<string, Omit<Declaration, 'isExported'>>()
  for (const { groups } of others.flatMap((text) => [...text.matchAll(STATEMENT)])) {
    const { name = '', comment = '', text = '' } = groups ?? {}
    if (known.has(name)) throw new Error(`Two files of the SDK declare ${name}; the packed declarations are one file.`)
    known.set(name, {
      name,
      comment: comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(),
      text: text.replaceAll(/^ +/gm, (indent) => indent.slice(indent.length / 2)),
    })
  }
  const exported = [...index.matchAll(/\{([^}]+)\}/g)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  // What one needs follows it, which is the order to read them in. A set also tells of what is added while it is
  // walked.
  const wanted = new Set<string>()
  for (const first of exported)
    for (const name of wanted.add(first))
      for (const [type] of withoutComments(known.get(name)?.text ?? '').matchAll(/\b[A-Z]\w*\b/g))
        if (known.has(type)) wanted.add(type)
  return [...wanted].map((name) => {
    const found = known.get(name)
    if (!found) throw new Error(`The SDK exports ${name}, and no declaration of it was found.`)
    return { ...found, isExported: exported.includes(name) }
  })
}
