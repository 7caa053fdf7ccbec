// Checks the catalogs: a test names every error and every rule, every phrase is used and exists in both languages, and
// every field of a payload has a label. A change to the surface of the calls must be committed in docs/surface.txt.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CALLS,
  DEFAULT_RATES,
  DESK_CALLS,
  ERRORS,
  LIMITS,
  PRIVILEGES,
  PURSES,
  RULES,
  isDefaultModuleName,
  problemType,
} from '@sealwright/contract'
import { openApiDocument } from '@sealwright/contract/openapi'
import { fieldLabel, loadPhrases, sentences } from '@sealwright/phrases'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'

const ROOT = join(import.meta.dirname, '..')

function leaves(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : leaves(value as object, `${path}${key}.`),
  ) // phrases are strings in objects
}

/** The arguments of an ICU message, at any depth. */
const argumentsOf = (message: string) =>
  [...new Set([...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map((match) => match[1] ?? ''))]
    .filter((name) => !/^\d+$/.test(name))
    .toSorted()

const zh = await loadPhrases('zh')
const en = await loadPhrases('en')

describe('phrases', () => {
  it('have the same keys in both languages, none empty', () => {
    expect(leaves(en).map(([key]) => key)).toEqual(leaves(zh).map(([key]) => key))
    for (const [key, text] of [...leaves(zh), ...leaves(en)]) expect(text.trim(), key).not.toBe('')
  })

  it('take the same arguments in both languages', () => {
    const english = new Map(leaves(en))
    // A branch of a plural is a word in braces too, so the English names may include words that are not arguments. Only
    // the Chinese arguments must all be among them.
    for (const [key, text] of leaves(zh))
      expect(
        argumentsOf(english.get(key) ?? '').filter((name) => !/^[A-Z]/.test(name)),
        key,
      ).toEqual(expect.arrayContaining(argumentsOf(text)))
  })

  it('contain no Chinese in the English texts and no untranslated sentence in the Chinese texts', () => {
    for (const [key, text] of leaves(en))
      if (!key.startsWith('shell.locales.')) expect(text, key).not.toMatch(/[\u4e00-\u9fff]/)
    // The specification quotes this phrase in English.
    for (const [key, text] of leaves(zh))
      if (text.replaceAll(/\{\w+(?:, number)?\}/g, '').length > 24 && key !== 'captcha.requestFailed')
        expect(text, key).toMatch(/[\u4e00-\u9fff]/)
  })

  it('are all used, by a literal key or by a composed one', () => {
    const sources = globSync(
      ['apps/*/src/**/*.{ts,tsx}', 'apps/console/build/*.ts', 'packages/{phrases,contract}/src/**/*.ts'],
      { cwd: ROOT },
    ).filter((file) => !/phrases\/src\/(zh-cn|en)\/|\.test\.tsx?$/.test(file))
    const code = sources.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    const derived = [
      /^(errors|nouns|rules|privileges)\./,
      /\.fields\./,
      /\.titles\.(list|new|edit|view)$/,
      /^shell\.(groups|locales|themes)\./,
      /^shell\.why\.unassigned\./,
      /^blocks\.(picker\.paste(Help)?|period|moment\.(units|patterns|presets|extend))\./,
      /^operationLog\.(types|deeds|history\.kinds)\./,
      /^dashboard\.steps\.\w+\.(title|body)$/,
      /^dashboard\.(attention\.(words|actions|severities)|counted|carriers|glance|actions)\./,
      /^statistics\.(change|totals|totalTitles|seats|devices|empty|dimensions|measures|carriers)\./,
      /^config\.(groups|settings|confirm)\./,
      /^developer\.states\./,
      /^billing\.overview\.fee\.(pay|payEarly|renew)$/,
      /^talk\.(languages|audiences|(notice|outbox)\.states|message\.readers|outbox\.(channels|kinds)|banner\.levels)\./,
      /^talk\.(feedback\.states\.|notice\.(published|withdrawn|deleted)$)/,
      /^review\.(removed|added)$/,
      /^emailTemplate\.(types|statuses|languages|variables|samples|editor\.(tools|views)|preview\.choices)\./,
      /^emailTemplate\.(actions\.|(enable|disable|withdraw)\.)(enable|disable|withdraw|title|consequence|done)$/,
      /^activity\.(statuses|acts)\./,
      /^lending\.(states\.|tab\.(parts\.|lent$|all$))/,
      /^codePage\.(states|stateNotes|offline\.(faults|done)|desk\.parts)\./,
      /^visitor\.months\./,
      /^offline\.(kinds|states|ways|packages|intake\.faults|workbench\.steps|search\.files|tab\.done)\./,
      /^approve\.(words\.(events|families)|form\.modes|try\.outcomes)\./,
      /^audit\.(titles|states|events|acts|history|done|dialog|several)\.\w+$/,
      /^audit\.(queue\.(views|emptyTitle|emptySentence)|detail\.(money|modes|stepStates))\./,
      /^audit\.(detail\.(rejected|withdrawn|expired)|form\.(edit|resubmit)(Title|Sentence|NoteHelp))$/,
      /^feedback\.kinds\./,
      /^operator\.(decisions|deeds|roles|roleNotes|states|privileges|targets|mail)\./,
      /^desk\.(groups|first)\./,
      /^tenant\.(states|history|risks|riskTips)\./,
      /^tariff\.(samples|effects|states|outcomes|offerStates|correctionStates|correctedKinds|sources)\./,
      /^tariff\.reconciliations\.hint\./,
      /^health\.(values|findings|checks|overall|levels|last|processes\.states)\./,
      /^dongle\.(kinds|problems|hindrances|rowStates|moves|places)\./,
      /^center\.(environment\.names|registration\.(notes|modes)|names|invitations\.states|settled)\./,
      /^center\.messages\.(outcomes|results)\./,
      /^integrator\.(tabs|assigned\.(nouns|sentence|change|emptyTitle))\./,
      /^product\.(forms|areaCodes|area\.sources)\./,
      /^product\.area\.(rom|raw|pub)$/,
      /^access\.(areas|verbs|sets|states|kinds|scopes|actions|titles\.assign)\./,
      /^access\.(enable|disable|delete|withdraw|resend|viewAs)\.(title|consequence)$/,
      /^accessKey\.(states|results|actions|form\.(scopes|ends))\./,
      /^webhook\.(states|problems|events|groups|actions|verify\.languages)\./,
      /^integration\.(tabs|snippets\.(languages|python|curl))/,
      /^mail\.\w+\.(subject|body|text)$/,
      /^message\.kinds\./,
      /^sender\.(states|tlsModes|counts|actions|problems|mail\.(states|kinds))\./,
      /^message\.(nouns|titles|sentences|states|levels|back|delete\.title|list\.empty\w+|preferences\.way)\./,
      /^template\.(families|deductModes|startTimeTypes|useModes|keyTypes|lanBorrow|origins)\./,
      /^template\.(countOperations|dongleOperations|titles\.\w+|words\.spans|detail\.groups)\./,
      /^template\.(list\.(sentences|privileges|deductModes)|form\.\w*[nN]otes|form\.help)\./,
      /^task\.(statuses|states|kinds|undo\.effects)\./,
      /^userLock\.(modes|statuses|groups|acts|commandStates|results|events|requests|ways|choose\.ways)\./,
      /^userLock\.(act\.(title|consequence|done)|detail\.(notice|history))\./,
      /^dongleLicense\.(statuses|upgradeStatuses|upgradeKinds)\./,
      /^offline\.lock\.requests\./,
      /^activity\.accountWords\./,
      /^activity\.visit\.(months|closed|faults)\.\w+$/,
      /^activity\.report\.(methods|columns|chart\.sourceKinds|blacklist\.(kinds|help)|promote\.audiences)\./,
      /^license\.issue\.(titles|sentences|paidAt|batch\.audiences)\./,
      /^license\.(families|statuses|modes|sources|channels|acts)\./,
      /^license\.list\.(titles\.view|sentences|issue|emptySentences|noneFits|deliver\.(recipient|help)|assign)\./,
      /^license\.list\.(ask|askHeld|askSeveral|consequence|done|running|ended)\./,
      /^license\.(history|machineStates|forms|issueRules|refreshRules|warnings)\./,
      /^license\.detail\.(rules\.outcomes|titles\.refresh|notices|machines\.(unbind|recycle)|history\.about)\./,
      /^runtime\.(acts|done|ends|evidence|fixes|keyStates|machineParts|partChange|reasons|rules)\./,
      /^runtime\.(risks\.kinds|keys\.(steps|meanings))\./,
      /^billing\.(methods|\w+States|categories|purses|movements)\./,
      /^billing\.overview\.(spending\.(units|views)|price\.(kinds|modes|units|unitsOf))\./,
      /^billing\.topUp\.(form\.methods|payment\.titles|sandbox\.(states|actions|told))\./,
    ]
    const used = new Set([...code.matchAll(/['"]([\w-]+(?:\.[\w-]+)+)(?=['"])/g)].map(([, key]) => key))
    expect(
      leaves(zh)
        .map(([key]) => key)
        .filter((key) => !used.has(key) && !derived.some((pattern) => pattern.test(key))),
    ).toEqual([])
  })

  it('spell default module names so that they are recognized', () => {
    for (const phrases of [zh, en])
      for (let n = 1; n <= LIMITS.product.modules; n++)
        expect(isDefaultModuleName(n, phrases.product.defaultModuleName.replace('{n}', String(n)))).toBe(true)
  })
})

describe('every field that a caller can send', () => {
  type Schema = z.core.$ZodType
  function fieldsOf(schema: Schema): string[] {
    const def = schema._zod.def as {
      type: string
      innerType?: Schema
      element?: Schema
      shape?: Record<string, Schema>
      in?: Schema
    } // the nested parts of a definition
    if (def.innerType) return fieldsOf(def.innerType)
    if (def.element) return fieldsOf(def.element)
    return Object.entries(def.shape ?? {}).flatMap(([name, field]) => [name, ...fieldsOf(field)])
  }
  const languages = [sentences('zh', zh), sentences('en', en)]
  it.each([...CALLS, ...DESK_CALLS].map((call) => [call.name, call] as const))(
    'has a label in both languages: %s',
    (_name, call) => {
      for (const say of languages) {
        for (const field of fieldsOf(call.payload))
          expect(fieldLabel(say, call.domain, field), `${call.domain}.${field}`).not.toBe(say('common.thisField'))
      }
    },
  )
})

it('every value that a platform command sets or moves has a label in the operation log', () => {
  const facts = [
    ...Object.keys(DEFAULT_RATES),
    ...Object.keys(LIMITS.platform),
    ...PURSES,
    'vouchers',
    'priceFen',
    'expireTime',
    'subject',
    'projectedFen',
    'dueTime',
  ]
  for (const [locale, phrases] of [
    ['zh', zh],
    ['en', en],
  ] as const) {
    const say = sentences(locale, phrases)
    expect(facts.filter((fact) => fieldLabel(say, 'billing', fact) === say('common.thisField'))).toEqual([])
  }
})

const tests = globSync(['{apps,packages,e2e,tools}/**/*.{test,spec}.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
  .filter((file) => !file.endsWith('catalogue.test.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')

describe('the error catalogue', () => {
  it('gives every refusal a number of its own', () => {
    const codes = Object.values(ERRORS).map((entry) => entry.code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(ERRORS['session.expired'].code).toBe(855638022)
    expect(ERRORS['developer.becameFormal'].code).toBe(855642127)
    expect(ERRORS['developer.serviceFeeUnpaid'].code).toBe(855642202)
    expect(ERRORS['captcha.listStale'].code).toBe(855638073)
  })

  it.each(Object.entries(ERRORS))('%s is named by a test', (name, { code }) => {
    // Programs receive the type of a problem instead of its code, so their tests name the type.
    expect(
      tests.includes(`'${name}'`) ||
        (name.startsWith('runtime.') && tests.includes(`'${problemType(name)}'`)) ||
        tests.includes(String(code)) ||
        tests.includes(`0x${code.toString(16)}`),
    ).toBe(true)
  })
})

describe('the catalog of rules', () => {
  it('is sorted and has no duplicates', () => {
    expect([...RULES]).toEqual([...new Set(RULES)].toSorted())
  })

  // A rule is named alone, after the path of the invalid field, or as a row of a table.
  const named = new Set(tests.match(/(?<=['\s])[\w-]+(?=')|(?<=^ +)\w+(?=: \{)/gm))
  it.each(RULES)('%s is named by a test', (name) => {
    expect(named).toContain(name)
  })
})

it('privileges are sorted and have no duplicates', () => {
  expect([...PRIVILEGES]).toEqual([...new Set(PRIVILEGES)].toSorted())
})

it('docs/surface.txt matches the contract (rewrite it with UPDATE=1 npm run unit -- catalogue)', () => {
  type Operation = Record<string, unknown> & { operationId: string }
  const { paths, ...frame } = openApiDocument([...CALLS, ...DESK_CALLS], '') as {
    paths: Record<string, Record<string, Operation>>
  } & Record<string, unknown> // the shape that openApiDocument returns
  const digest = (what: unknown) =>
    createHash('sha256')
      .update(JSON.stringify(what ?? null))
      .digest('hex')
      .slice(0, 12)
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses, ...rest }]) =>
      [
        operationId,
        method.toUpperCase(),
        path,
        digest([parameters, requestBody]),
        digest(responses),
        digest(rest),
      ].join(' '),
    ),
  )
  const head =
    '# call, method, path, and digests of what it takes, what it answers, and what is said of it ' +
    `(access, refusals, summary); beside them ${digest(frame)}`
  const text = `${[head, ...lines.toSorted()].join('\n')}\n`
  const file = join(ROOT, 'docs/surface.txt')
  if (process.env['UPDATE']) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8').split('\n')).toEqual(text.split('\n'))
})
