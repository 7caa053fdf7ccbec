// `npm run new-domain -- NAME [词]`: writes the files of a new domain with one ordinary entity (list, form, detail,
// rights, history, tests) and inserts its lines into the shared files. NAME is in kebab-case; the second word is the
// Chinese noun. The result compiles and passes every check; TODO marks the decisions of a person.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATES = join(import.meta.dirname, 'new-domain', 'templates')

/** Where each template goes. */
const FILES = {
  'contract.ts.txt': 'packages/contract/src/domains/__file__.ts',
  'migration.sql.txt': 'apps/server/db/migrations/__number_____table__.sql',
  'server-tables.ts.txt': 'apps/server/src/domains/__file__/__file__.tables.ts',
  'server-queries.ts.txt': 'apps/server/src/domains/__file__/__file__.queries.ts',
  'server-service.ts.txt': 'apps/server/src/domains/__file__/__file__.service.ts',
  'server-index.ts.txt': 'apps/server/src/domains/__file__/index.ts',
  'server-test.ts.txt': 'apps/server/src/domains/__file__/__file__.test.ts',
  'console-entity.tsx.txt': 'apps/console/src/domains/__file__/__file__.entity.tsx',
  'console-form.tsx.txt': 'apps/console/src/domains/__file__/__file__-form.tsx',
  'console-new.tsx.txt': 'apps/console/src/domains/__file__/__file__-new.screen.tsx',
  'console-edit.tsx.txt': 'apps/console/src/domains/__file__/__file__-edit.screen.tsx',
  'console-list.tsx.txt': 'apps/console/src/domains/__file__/__file__-list.screen.tsx',
  'console-detail.tsx.txt': 'apps/console/src/domains/__file__/__file__-detail.screen.tsx',
  'console-screens.ts.txt': 'apps/console/src/domains/__file__/screens.ts',
  'console-test.tsx.txt': 'apps/console/src/domains/__file__/__file__.test.tsx',
  'phrases-zh-cn.ts.txt': 'packages/phrases/src/zh-cn/__file__.ts',
  'phrases-en.ts.txt': 'packages/phrases/src/en/__file__.ts',
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)
const plural = (noun) =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`

/** The value of each placeholder. */
export function wordsFor(file, zh, number) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(file)) throw new Error(`"${file}" is no name in kebab-case`)
  const name = file.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const noun = file.replaceAll('-', ' ')
  return {
    __number__: number,
    __file__: file,
    __table__: file.replaceAll('-', '_'),
    __NAME__: file.replaceAll('-', '_').toUpperCase(),
    __name__: name,
    __Name__: capital(name),
    __Names__: capital(plural(name)),
    __noun__: noun,
    __Noun__: capital(noun),
    __nouns__: plural(noun),
    __Nouns__: capital(plural(noun)),
    __词__: zh,
  }
}

const spelled = (text, words) => Object.entries(words).reduce((now, [mark, word]) => now.replaceAll(mark, word), text)

/** Path and text of every new file. */
export const filesFor = (words) =>
  Object.entries(FILES).map(([template, path]) => [
    spelled(path, words),
    spelled(readFileSync(join(TEMPLATES, template), 'utf8'), words),
  ])

/** Inserts a line before the first of its peers that sorts after it, else after the last. */
function inserted(text, line, isPeer) {
  const lines = text.split('\n')
  const peers = lines.flatMap((other, index) => (isPeer(other) ? [index] : []))
  if (peers.length === 0) throw new Error(`there is no place for: ${line}`)
  // Imports are sorted by their path.
  const keyOf = (text) => / from (.+)$/.exec(text)?.[1] ?? text
  const at = peers.find((index) => keyOf(lines[index]) > keyOf(line)) ?? peers.at(-1) + 1
  return [...lines.slice(0, at), line, ...lines.slice(at)].join('\n')
}

function replaced(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`there is no place for: ${replacement}`)
  return text.replace(pattern, replacement)
}

/** The shared files, each with the change that adds an entity to it. */
export function changesFor({ __file__: file, __name__: name, __Name__: Name }) {
  const into = (pattern, replacement) => (text) => replaced(text, pattern, replacement)
  const importing = (line) => (text) => inserted(text, line, (other) => /^import \{.*\/domains\//.test(other))
  const phrases = (text) =>
    into(
      /entityPhrases\(\{\n([\s\S]*?)\}\)/,
      `entityPhrases({\n$1  ${name},\n})`,
    )(
      inserted(text, `import { ${name} } from './${file}.ts'`, (line) =>
        /^import \{ .* \} from '\.\/[\w-]+\.ts'$/.test(line),
      ),
    )
  return {
    'packages/contract/src/domains.ts': (text) =>
      inserted(text, `export * from './domains/${file}.ts'`, (line) => line.startsWith('export *')),
    'packages/contract/src/privileges.ts': (text) =>
      ['create', 'delete', 'update', 'view'].reduce(
        (now, verb) =>
          inserted(
            now,
            `  '${name}.${verb}',`,
            (line) => /^ {2}'\w+\.\w+',$/.test(line) && now.indexOf(line) < now.indexOf('] as const'),
          ),
        text,
      ),
    'packages/contract/src/errors.ts': (text) => {
      const used = [...text.matchAll(/entry\(CENTER, (\d+)/g)].map(([, n]) => Number(n))
      const first = Math.ceil((Math.max(...used) + 1) / 10) * 10
      const lines = ['notFound', 'nameTaken', 'limit'].map(
        (error, n) => `  '${name}.${error}': entry(CENTER, ${first + n}),\n`,
      )
      return replaced(
        text,
        /\n\} as const satisfies Record<string, ErrorEntry>/,
        `\n${lines.join('')}} as const satisfies Record<string, ErrorEntry>`,
      )
    },
    'packages/phrases/src/zh-cn/index.ts': phrases,
    'packages/phrases/src/en/index.ts': phrases,
    'apps/server/src/compose.ts': (text) =>
      into(
        /(\n {4}integrator,\n)/,
        `$1    create${Name}(),\n`,
      )(importing(`import { create${Name} } from './domains/${file}/index.ts'`)(text)),
    'apps/console/src/app/screens.ts': (text) =>
      into(
        /(\n {2}\.\.\.integratorScreens,\n)/,
        `$1  ...${name}Screens,\n`,
      )(importing(`import { ${name}Screens } from '../domains/${file}/screens.ts'`)(text)),
  }
}

/** Writes everything under `root` and answers the paths: new files, then changed ones. */
export function writeDomain(root, file, zh) {
  const last = readdirSync(join(root, 'apps/server/db/migrations')).toSorted().at(-1) ?? ''
  const words = wordsFor(file, zh, String(Number.parseInt(last, 10) + 1).padStart(4, '0'))
  const made = filesFor(words)
  for (const [path] of made) if (existsSync(join(root, path))) throw new Error(`${path} exists already`)
  const changed = Object.entries(changesFor(words)).map(([path, change]) => [
    path,
    change(readFileSync(join(root, path), 'utf8')),
  ])
  for (const [path, text] of [...made, ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { made: made.map(([path]) => path), changed: changed.map(([path]) => path) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, zh] = process.argv.slice(2)
  if (!file) {
    console.error('Give a name in kebab-case, and the Chinese noun: npm run new-domain -- reseller 经销商')
    process.exit(1)
  }
  const root = join(import.meta.dirname, '..')
  const { made, changed } = writeDomain(root, file, zh ?? '待译')
  execFileSync('npm', ['run', '--silent', 'format'], { cwd: root, stdio: 'inherit' })
  console.log(['New files:', ...made, '', 'One to four lines each in:', ...changed].join('\n'))
  console.log(`
Now:
  UPDATE=1 npm run unit -- catalogue initials   writes docs/surface.txt, and the initials of the Chinese title
  npm test -- changed

By hand:
  - Replace every TODO. Name the fields that this entity really has, in the same order: the contract, the migration and
    the table, the table of fields and the form, the phrases.
  - Choose the icon and the group of the menu (screens.ts) and the limit (contract).
  - A list that can grow beyond some thousand rows: a search index and keyset queries, as in product.queries.ts.
  - Add the domain to the list in ARCHITECTURE.md, the noun to docs/guide/glossary.md, a section to the guide (both
    languages), a line to CHANGELOG.md, and rows to the demo if people should see it there.`)
}
