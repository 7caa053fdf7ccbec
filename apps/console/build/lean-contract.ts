// Reduces the contract to the parts that the console needs. The console does not validate answers; it uses a schema
// only where a form or a filter checks input. So answers have no schema here, and a payload schema is built on first
// use: building every schema at load took a sixth of the scripting time of a list. Declarations are marked as free of
// side effects, so the bundler leaves out the schemas that a page does not use. Errors that the console never names are
// left out too.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import type { Plugin } from 'vite'
import * as contract from '../../../packages/contract/src/index.ts'
import type { Call } from '../../../packages/contract/src/index.ts'

const ROOT = join(import.meta.dirname, '../../..')
const EXPORTED = new Map<string, unknown>(Object.entries(contract))

/** The calls that the contract exports under this name; empty if there are none. */
export function callsNamed(noun: string): Readonly<Record<string, Partial<Call>>> {
  return /(?:Calls|Desk)$/.test(noun) ? ((EXPORTED.get(noun) ?? {}) as Record<string, Call>) : {} // a naming rule
}

interface Node {
  type: string
  start: number
  end: number
}

interface Edit {
  start: number
  end: number
  text: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function* below(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node) as unknown[]) {
    // a node's fields are nodes, lists of them, or plain values
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) yield* below(child)
  }
}

type Property = Node & { key: { name?: string }; value: Node; shorthand: boolean }

function editsOfCall(code: string, properties: readonly Node[]): Edit[] {
  return properties.flatMap((node) => {
    if (node.type !== 'Property') return []
    const { key, value, start, end, shorthand } = node as Property // its type says so
    const name = key.name ?? ''
    // Only the API documentation needs the summary and the errors of a call. The server encoded the answer with its
    // schema; the console does not check it again.
    if (['summary', 'errors', 'answer'].includes(name))
      return [{ start, end: code[end] === ',' ? end + 1 : end, text: '' }]
    if (name !== 'payload' || shorthand) return []
    const schema = code.slice(value.start, value.end)
    return [
      {
        start,
        end,
        text:
          `get payload() { const value = ${schema}; ` +
          `Object.defineProperty(this, 'payload', { value }); return value }`,
      },
    ]
  })
}

/**
 * The source of a contract module with schemas that are built on first use and declarations that the bundler can leave
 * out.
 */
export function leanSource(fileName: string, code: string): string {
  const { program } = parseSync(fileName, code)
  const edits: Edit[] = []
  for (const node of below(program)) {
    const { callee, arguments: [declared] = [] } = node as Node & {
      callee?: { name?: string }
      arguments?: readonly Node[]
    } // a call has both
    if (callee?.name === 'defineCall' && declared?.type === 'ObjectExpression')
      edits.push(...editsOfCall(code, (declared as Node & { properties: Node[] }).properties)) // its type says so
  }
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of declaration.declarations) {
      // A call, or a list or a table that calls make.
      if (!init || !['CallExpression', 'ObjectExpression', 'ArrayExpression'].includes(init.type)) continue
      if (![...below(init)].some(({ type }) => type === 'CallExpression')) continue
      edits.push(
        { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
        { start: init.end, end: init.end, text: '))()' },
      )
    }
  }
  let lean = code
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    lean = lean.slice(0, start) + text + lean.slice(end)
  return lean
}

const ENTRY = /^ {2}'([\w.]+)': entry\([^)]*\),\n/gm

/**
 * The table of errors without those that nobody names: the server sends the sentence of a refusal, so the console needs
 * only the names that it compares. The reasons of the runtime are derived from the table.
 */
export function withNamedErrors(code: string, sources: string): string {
  const isNamed = (name: string) => sources.includes(`'${name}'`) || code.split(`'${name}'`).length > 2
  return code.replaceAll(ENTRY, (entry, name: string) => (name.startsWith('runtime.') || isNamed(name) ? entry : ''))
}

/** The limits of a group that the sources name; undefined if they use the group as a whole. */
function limitsNamed(group: string, sources: string): Set<string> | undefined {
  const uses = [...sources.matchAll(new RegExp(String.raw`\bLIMITS\.${group}\b(?:\.(\w+))?`, 'g'))]
  const names = uses.flatMap(([, name]) => name ?? [])
  return names.length < uses.length ? undefined : new Set(names)
}

/** A table of the contract without what no source names: errors, and limits with their groups. */
export function withOnlyNamed(fileName: string, code: string, sources: string): string {
  if (fileName.endsWith('/errors.ts'))
    return code.replaceAll(ENTRY, (entry, name: string) => (sources.includes(`'${name}'`) ? entry : ''))
  const { program } = parseSync(fileName, code)
  const propertiesOf = (node: Node | undefined) => (node as { properties?: Property[] } | undefined)?.properties ?? []
  // The outermost object is the table.
  const groups = propertiesOf([...below(program)].find(({ type }) => type === 'ObjectExpression'))
  const unnamed = groups.flatMap((group) => {
    // Functions beside the table name limits too.
    const named = limitsNamed(group.key.name ?? '', `${sources}\n${code}`)
    if (!named) return []
    if (named.size === 0) return [group]
    return propertiesOf(group.value).filter(({ key }) => !named.has(key.name ?? ''))
  })
  let lean = code
  for (const { start, end } of unnamed.toReversed())
    lean = lean.slice(0, start) + lean.slice(code[end] === ',' ? end + 1 : end)
  return lean
}

/** Not in the console: tests, and the pages that are built separately. */
const ELSEWHERE = /\.(?:test|fixture)\.tsx?$|\/public\/(?:campaign|code|page)\/(?!unsubscribe)|\/console\/src\/desk\//
/** Not in the platform desk. */
const NOT_IN_DESK = /\.(?:test|fixture)\.tsx?$|\/console\/src\/(?:domains|public)\//

/** The console makes no call of the desk, so it needs none of their limits. */
const DESK_DECLARATIONS = /\/contract\/src\/(?:desk|limits\.ts)|\.test\.ts$/
const NOTHING = /\.test\.ts$/

const sourcesOf = (elsewhere: RegExp, ...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT })
    .filter((file) => !elsewhere.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')

const ACCESS = /\b(\w+(?:Calls|Desk))\.(\w+)\.access\b/g
const ANSWER = /(?<!typeof )\b\w+(?:Calls|Desk)\.\w+\.answer\b/

/**
 * Inlines the access of calls: a row of the screen table needs only the access, so it does not have to load the call's
 * domain.
 */
export function withAccessWrittenOut(code: string): string {
  return code.replaceAll(ACCESS, (whole, noun: string, verb: string) => {
    const access = callsNamed(noun)[verb]?.access
    return access === undefined ? whole : JSON.stringify(access)
  })
}

const WHOLE_CALL = /\b(\w+(?:Calls|Desk))\.(\w+)\b/g
/** What a client needs to send a call. */
const SENT = ['name', 'domain', 'method', 'path', 'sends', 'carriage', 'effect', 'access'] as const

/**
 * Inlines whole calls without their schemas, for the first script of a page: naming a call would load the validator,
 * which only the forms need.
 */
export function withCallsWrittenOut(code: string): string {
  return code.replaceAll(WHOLE_CALL, (whole, noun: string, verb: string) => {
    const call = callsNamed(noun)[verb]
    return call ? `(${JSON.stringify(Object.fromEntries(SENT.map((name) => [name, call[name]])))})` : whole
  })
}

/** `only`: the sources of a small page. Its tables have only what these sources name. */
export function leanContract(only?: string, isDesk = false): Plugin {
  const elsewhere = isDesk ? NOT_IN_DESK : ELSEWHERE
  const sources = only ?? sourcesOf(elsewhere, 'apps/console/src/**/*.{ts,tsx}', 'packages/client/src/**/*.ts')
  const declarations = sourcesOf(isDesk ? NOTHING : DESK_DECLARATIONS, 'packages/{contract,phrases}/src/**/*.ts')
  return {
    name: 'sealwright:lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (only !== undefined && /\/packages\/contract\/src\/(?:errors|limits)\.ts$/.test(id))
        return { code: withOnlyNamed(id, code, only), map: null }
      if (id.endsWith('/packages/contract/src/errors.ts')) return { code: withNamedErrors(code, sources), map: null }
      if (id.endsWith('/packages/contract/src/limits.ts'))
        return { code: withOnlyNamed(id, code, sources + declarations), map: null }
      if (id.includes('/packages/contract/src/')) return { code: leanSource(id, code), map: null }
      if (!id.includes('/apps/console/src/')) return undefined
      if (ANSWER.test(code)) throw new Error(`${id} reads the schema of an answer, but the console is built without it`)
      if (code.includes('.access')) return { code: withAccessWrittenOut(code), map: null }
      return undefined
    },
  }
}
