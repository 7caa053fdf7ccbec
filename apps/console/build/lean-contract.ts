// The contract as the console needs it. The console sends calls and reads their answers as they are; a schema matters
// only where a form or a filter checks what was typed. Answers have none here, and a payload is built when it is first
// read: building every schema at load took a sixth of a list's scripting.
// Surprising: a schema that no call of a page reads is not in that page at all, because its declaration is marked as
// free of side effects.
import { parseSync } from 'vite'
import type { Plugin } from 'vite'
import * as contract from '../../../packages/contract/src/index.ts'
import type { Call } from '../../../packages/contract/src/index.ts'

const EXPORTED = new Map<string, unknown>(Object.entries(contract))

/** The calls that the contract exports by this name; none where it exports something else or nothing. */
export function callsNamed(noun: string): Readonly<Record<string, Partial<Call>>> {
  return noun.endsWith('Calls') ? ((EXPORTED.get(noun) ?? {}) as Record<string, Call>) : {} // the contract's own rule of names
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
    // What a call does and may refuse is said where the API is documented, never in the console.
    if (name === 'summary') return [{ start: value.start, end: value.end, text: "''" }]
    if (name === 'errors') return [{ start: value.start, end: value.end, text: '[]' }]
    // The server encoded the answer by this schema; nobody checks it again.
    if (name === 'answer') return [{ start, end, text: 'answer: undefined' }]
    if (name !== 'payload' || shorthand) return []
    const schema = code.slice(value.start, value.end)
    return [
      {
        start,
        end,
        text: `get payload() { const value = ${schema}; Object.defineProperty(this, 'payload', { value }); return value }`,
      },
    ]
  })
}

/** The source of a contract module with schemas that are built on first use and declarations that can be left out. */
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
      if (init?.type !== 'CallExpression') continue
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

const ACCESS = /\b(\w+Calls)\.(\w+)\.access\b/g
const ANSWER = /(?<!typeof )\b\w+Calls\.\w+\.answer\b/

/** A screen's row asks a call for its access alone; written out, it needs nothing of the call's domain. */
export function withAccessWrittenOut(code: string): string {
  return code.replaceAll(ACCESS, (whole, noun: string, verb: string) => {
    const access = callsNamed(noun)[verb]?.access
    return access === undefined ? whole : JSON.stringify(access)
  })
}

export function leanContract(): Plugin {
  return {
    name: 'sealwright:lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (id.includes('/packages/contract/src/')) return { code: leanSource(id, code), map: null }
      if (!id.includes('/apps/console/src/')) return undefined
      if (ANSWER.test(code)) throw new Error(`${id} reads the schema of an answer, which the console is built without`)
      if (code.includes('.access')) return { code: withAccessWrittenOut(code), map: null }
      return undefined
    },
  }
}
