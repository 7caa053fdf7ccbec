// Help texts, made from the contract: every open call, its flags and what it answers.
import {
  DEDUCT_MODES,
  KEY_TYPES,
  LAN_BORROW,
  LICENSE_FORMS,
  LICENSE_STATUSES,
  START_TIME_TYPES,
  TASK_STATUSES,
  USE_MODES,
  isList,
  openAnswer,
} from '@sealwright/contract'
import type { Locale, OpenCall } from '@sealwright/contract'
import { schemaOf } from '@sealwright/contract/openapi'
import { GENERAL, callsOf, resources } from './command-line.ts'
import type { General } from './command-line.ts'
import { fieldsOf, flagsOf, kebab, plain, rangeOf } from './flags.ts'
import type { Flag, Schema } from './flags.ts'
import { widthOf } from './table.ts'
import type { Words } from './words.ts'

const WIDTH = 100

/** Breaks a text into lines, each after `indent`. Chinese text breaks anywhere. */
function wrapped(text: string, indent: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.match(/[\u3000-\uFFEF]|[^\s\u3000-\uFFEF]+|\s+/g) ?? []) {
    if (widthOf(indent + line + word.trimEnd()) > width && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = ''
    }
    line += line === '' ? word.trimStart() : word
  }
  return [...lines, line.trimEnd()].map((one) => `${indent}${one}\n`).join('')
}

/** Pairs in two columns; a long first one has its own line. */
function pairs(rows: readonly (readonly [string, string])[], first: number, width: number): string {
  const indent = ' '.repeat(first)
  return rows
    .map(([name, text]) => {
      const body = text === '' ? '' : wrapped(text, indent, width)
      const start = `  ${name}`
      if (body === '') return `${start}\n`
      return widthOf(start) + 2 > first
        ? `${start}\n${body}`
        : start + ' '.repeat(first - widthOf(start)) + body.slice(first)
    })
    .join('')
}

const isTask = (answer: Schema) => 'taskId' in (answer.properties ?? {})
const answerOf = (open: OpenCall) => plain(schemaOf(openAnswer(open)) as Schema).schema // an answer is an object

/** Whether `--wait` makes sense. */
const answersTask = (open: OpenCall) => !isList(open.call) && !open.call.streams && isTask(answerOf(open))

function valueOf(flag: Flag, words: Words): string {
  const short = flag.choices.length > 0 && flag.choices.join('|').length <= 28
  if (flag.kind === 'boolean') return ''
  if (flag.item === 'choice') return short ? flag.choices.join('|') : words.kinds.choice
  return words.kinds[flag.kind === 'list' ? (flag.item === 'list' ? 'json' : flag.item) : flag.kind]
}

/** What numbers stand for. A field may have several tables: the one with all of its choices applies. */
const NUMBERS: Readonly<Record<string, readonly Readonly<Record<string, number>>[]>> = {
  deductMode: [DEDUCT_MODES],
  lanBorrow: [LAN_BORROW],
  licenseForm: [LICENSE_FORMS],
  licenseKeyType: [KEY_TYPES],
  licStartTimeType: [START_TIME_TYPES],
  status: [TASK_STATUSES, LICENSE_STATUSES],
  useMode: [USE_MODES],
}

function numbersOf({ path, choices }: Flag): string {
  const table = NUMBERS[path.at(-1) ?? '']?.find((one) =>
    choices.every((choice) => (Object.values(one) as unknown[]).includes(choice)),
  )
  const named = Object.entries(table ?? {}).map(([name, value]) => `${value} ${name}`)
  return named.join(', ')
}

function limitsOf(flag: Flag, words: Words): string[] {
  const { schema } = flag
  const item = flag.kind === 'list' ? plain(schema.items ?? {}).schema : schema
  const limits: string[] = []
  if (flag.item === 'choice' && flag.choices.join('|').length > 28) limits.push(flag.choices.join(', '))
  if (flag.item === 'integer') limits.push(rangeOf(item.minimum, item.maximum))
  if (flag.item === 'text' && (item.minLength !== undefined || item.maxLength !== undefined))
    limits.push(words.characters(rangeOf(item.minLength ?? 0, item.maxLength)))
  limits.push(numbersOf(flag))
  if (flag.kind === 'json') limits.push(words.jsonOrFile)
  if (flag.kind === 'list' && schema.maxItems !== 1)
    limits.push(words.repeated, schema.maxItems === undefined ? '' : words.atMost(schema.maxItems))
  if (flag.isClearable) limits.push(words.clears)
  if (schema.default !== undefined) limits.push(words.fallback(JSON.stringify(schema.default).replaceAll('"', '')))
  if (flag.isRequired) limits.push(words.required)
  return limits.filter((text) => text !== '')
}

const spelled = (flag: Flag) => (flag.kind === 'boolean' ? `--[no-]${flag.name}` : `--${flag.name}`)

function generalOf(names: readonly General[], words: Words): [string, string][] {
  const values: Partial<Record<General, string>> = {
    data: words.kinds.json,
    columns: words.kinds.text,
    value: words.kinds.text,
    out: words.kinds.text,
    'idempotency-key': words.kinds.text,
    retries: words.kinds.integer,
    profile: words.kinds.text,
    url: 'URL',
    'key-id': 'ID',
    lang: 'en|zh',
  }
  return names.map((name) => [`--${name}${GENERAL[name] ? ` ${values[name] ?? ''}` : ''}`, words.global[name]])
}

/** The general flags that a call takes. */
export function generalFor(open: OpenCall): General[] {
  const { call } = open
  return (Object.keys(GENERAL) as General[]).filter((name) => {
    if (name === 'all') return isList(call)
    if (name === 'columns' || name === 'value') return !call.streams
    if (name === 'wait') return answersTask(open) || (open.resource === 'tasks' && open.verb === 'get')
    if (name === 'out') return call.streams !== undefined
    if (name === 'idempotency-key') return call.effect === 'write' && !call.streams
    return true
  })
}

/** The flag whose value can stand without it: the first required one. */
export const looseFlag = (flags: readonly Flag[]) =>
  flags.find((flag) => flag.isRequired && ['guid', 'text', 'choice', 'list'].includes(flag.kind))

export function topHelp(words: Words, width = WIDTH): string {
  const rows = resources().map((name) => {
    const verbs = callsOf(name).map(({ verb }) => kebab(verb))
    return [name, verbs.join(', ')] as const
  })
  // Only here: some calls have a flag of this name.
  const version = ['--version', words.showVersion] as const
  const general = [...generalOf(['json', 'profile', 'lang', 'help'], words), version]
  return [
    `${words.about}\n\n${words.usage}\n  sealwright RESOURCE VERB [--FLAG VALUE …]\n\n`,
    `${words.resources}\n${pairs(rows, 20, width)}\n`,
    `${words.commands}\n${pairs(Object.entries(words.ownCommands), 20, width)}\n`,
    `${words.general}\n${pairs(general, 20, width)}\n`,
    wrapped(words.exits, '', width),
  ].join('')
}

export function resourceHelp(resource: string, words: Words, width = WIDTH): string {
  const rows = callsOf(resource).map(({ verb, call }) => [kebab(verb), words.summaryOf(call)] as const)
  return (
    `${words.usage}\n  sealwright ${resource} VERB [--FLAG VALUE …]\n\n${words.verbs}\n${pairs(rows, 18, width)}\n` +
    `${words.seeHelp(`sealwright ${resource} VERB`)}\n`
  )
}

export async function callHelp(open: OpenCall, words: Words, locale: Locale, width = WIDTH): Promise<string> {
  const { resource, verb, call } = open
  // Only help needs them, and they take time to load.
  const { fieldLabel, loadPhrases, sentences } = await import('@sealwright/phrases')
  const say = sentences(locale, await loadPhrases(locale))
  const none = say('common.thisField')
  const labelOf = (flag: Flag) => {
    const label = fieldLabel(say, call.domain, flag.path.join('.'))
    return label === none ? '' : label
  }
  const flags = flagsOf(open)
  const row = (flag: Flag) => {
    const limits = limitsOf(flag, words).join('; ')
    const label = labelOf(flag)
    const text = label !== '' && limits !== '' ? `${label} (${limits})` : label || limits
    return [`${spelled(flag)} ${valueOf(flag, words)}`.trimEnd(), text] as const
  }
  const loose = looseFlag(flags)
  const needed = flags
    .filter((flag) => flag.isRequired)
    .map((flag) => `${spelled(flag)} ${valueOf(flag, words)}`.trimEnd())
  const usageLine = ['sealwright', resource, kebab(verb), ...needed, '[--FLAG …]'].join(' ')
  const answer = answerOf(open)
  const rowSchema = isList(call) ? plain(answer.properties?.['rows']?.items ?? {}).schema : answer
  const fields = Object.keys(rowSchema.properties ?? {})
  const objects = flags.filter((flag) => flag.kind === 'json' && fieldsOf(flag).length > 0)
  return [
    `${wrapped(words.summaryOf(call), '', width)}\n`,
    `${words.usage}\n${wrapped(usageLine, '  ', width)}\n`,
    `${words.flags}\n${pairs(flags.map(row), 34, width)}`,
    loose ? wrapped(words.first(loose.name), '  ', width) : '',
    '\n',
    ...objects.map(
      (flag) =>
        `${words.fields(`--${flag.name}`)}\n` +
        `${wrapped(
          fieldsOf(flag)
            .map((field) => `${spelled(field)} ${valueOf(field, words)}`.trimEnd())
            .join(', '),
          '  ',
          width,
        )}\n`,
    ),
    `${words.general}\n${pairs(generalOf(generalFor(open), words), 34, width)}\n`,
    call.streams
      ? `${words.aFile}\n`
      : fields.length === 0
        ? ''
        : wrapped(`${isList(call) ? words.eachRow : words.answers} ${fields.join(', ')}`, '', width),
    isTask(answer) ? `${words.aTask}\n` : '',
    call.access.kind === 'privilege' ? `${words.needs(call.access.anyOf.join(' | '))}\n` : '',
  ].join('')
}
