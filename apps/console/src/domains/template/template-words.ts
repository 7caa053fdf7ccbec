// Texts for templates: words for each value, one line for the term and one for the devices, and texts for the values in
// differences and the operation log. Lists, forms, pages and histories all use them.
import {
  BILLING_MODES,
  CONCURRENT_TYPES,
  COUNT_OPERATIONS,
  DEDUCT_MODES,
  DONGLE_OPERATIONS,
  KEY_TYPES,
  LAN_BORROW,
  LICENSE_FORMS,
  LIMITS,
  START_TIME_TYPES,
  USE_MODES,
  isTermShown,
  offlineShown,
  termFieldsOf,
} from '@sealwright/contract'
import type {
  BillingMode,
  LicenseSource,
  TemplateAnswer,
  TemplateFamily,
  TemplateRow,
  TermField,
} from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { useMemo } from 'react'
import { useFormat, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'

/**
 * The terms of a row, an answer, a version or a draft. A license also has a `source`: the term of a pre-issued license
 * starts with its first use.
 */
export type Terms = Pick<TemplateRow, TermField> & { source?: LicenseSource }

/** Provides module names: a template as the server answers it. */
export type Granting = Pick<TemplateAnswer, 'modules'> & {
  otherProducts: readonly Pick<TemplateAnswer, 'licenseId' | 'modules'>[]
}

const SEPARATOR = ' · '
/** The separator between module ids in differences. */
export const MODULE_SEPARATOR = ', '
export const namedModule = ({ moduleId, moduleName }: TemplateAnswer['modules'][number]) => `${moduleId} ${moduleName}`
/** Fields whose numbers are names, not amounts: they get no thousands separators. */
const IDS: ReadonlySet<string> = new Set(['licenseVersion', 'otherProducts', 'name', 'packageName'])
/** The operations on the values in a lock. */
const OPERATION_FIELDS = ['startTimeOp', 'endTimeOp', 'spanTimeOp', 'counterOp', 'concurrentNumOp'] as const
export type OperationField = (typeof OPERATION_FIELDS)[number]
const OPERATIONS: ReadonlySet<string> = new Set(OPERATION_FIELDS)
const BILLING_WORDS = {
  day: 'template.costs.perDay',
  year: 'template.costs.perYear',
  oneTime: 'template.costs.oneTime',
} as const satisfies Record<BillingMode, PhraseKey>
const SEAT_WORDS = {
  process: 'template.concurrentTypes.process',
  win_user_session: 'template.concurrentTypes.winUserSession',
  machine: 'template.concurrentTypes.machine',
} as const satisfies Record<(typeof CONCURRENT_TYPES)[number], PhraseKey>
const PRODUCT_FIELD = /^otherProducts\.(\d+)(?:\.(\w+))?$/

/** The name for a number, or for a name: the operation log contains both. */
function nameIn<Name extends string>(names: Readonly<Record<Name, number>>, value: string | number): Name | undefined {
  return (Object.keys(names) as Name[]).find((name) => name === value || names[name] === Number(value)) // known keys
}

export interface TemplateWords {
  licenseForm: (value: number | string | null) => string
  keyType: (value: number | string | null) => string
  useMode: (value: number | string | null) => string
  /** With the package name, if a package pays. */
  deductMode: (terms: Pick<Terms, 'deductMode' | 'packageName'>) => string
  billingMode: (value: string | null) => string
  concurrentType: (value: string | null) => string
  /** What a dongle package does: add or update. */
  opType: (value: number | string | null) => string
  /** A short text: 永久, 2027-01-01 至 2027-12-31, 签发后 365 天 · 1,000 次. */
  term: (terms: Terms) => string
  /** The number of devices, users or seats; empty if there is no such limit. */
  devices: (terms: Terms) => string
  /** Both in two lines: the term, then its further parts and the devices. The second line may be empty. */
  limits: (terms: Terms) => [string, string]
  /** All terms in one line. */
  summary: (terms: Terms) => string
  /** The text of a value from a difference or the operation log. */
  wordsOf: (field: string, value: string) => string
  labelOf: (field: string) => string
  /** The applicable terms of a template of this family, in the order of the form. */
  facts: (family: TemplateFamily, terms: Terms) => { field: TermField; label: string; value: string }[]
}

/** Modules are shown by name if `granting` has them, otherwise by id. */
export function useTemplateWords(granting?: Granting): TemplateWords {
  const t = usePhrases()
  const say = useSentences()
  const format = useFormat()
  return useMemo(() => {
    const named =
      <Name extends string>(names: Readonly<Record<Name, number>>, phrase: (name: Name) => string) =>
      (value: number | string | null) => {
        const name = value === null ? undefined : nameIn(names, value)
        return name === undefined ? String(value ?? '') : phrase(name)
      }
    const keyType = named(KEY_TYPES, (name) => t(`template.keyTypes.${name}`))
    const useMode = named(USE_MODES, (name) => t(`template.useModes.${name}`))
    const licenseForm = named(LICENSE_FORMS, (name) => t(`product.forms.${name}`))
    const startTimeType = named(START_TIME_TYPES, (name) => t(`template.startTimeTypes.${name}`))
    const deductModeName = named(DEDUCT_MODES, (name) => t(`template.deductModes.${name}`))
    const opType = named(DONGLE_OPERATIONS, (name) => t(`template.dongleOperations.${name}`))
    const operation = named(COUNT_OPERATIONS, (name) => t(`template.countOperations.${name}`))
    /** A license that is being added to a lock has no value to keep. */
    const unset = (type: Terms['opType']) =>
      t(type === DONGLE_OPERATIONS.add ? 'template.form.notSet' : 'template.countOperations.none')

    const deductMode = (row: Pick<Terms, 'deductMode' | 'packageName'>) =>
      row.deductMode === DEDUCT_MODES.package && row.packageName
        ? t('template.words.ofPackage', { name: row.packageName })
        : deductModeName(row.deductMode)
    const billingMode: TemplateWords['billingMode'] = (value) => {
      const known = BILLING_MODES.find((mode) => mode === value)
      return known ? t(BILLING_WORDS[known]) : (value ?? '')
    }
    const concurrentType: TemplateWords['concurrentType'] = (value) => {
      const known = CONCURRENT_TYPES.find((type) => type === value)
      return known ? t(SEAT_WORDS[known]) : (value ?? '')
    }
    const lanBorrow = (value: string) => {
      const name = nameIn(LAN_BORROW, value)
      return name ? t(`template.lanBorrow.${name}`) : format.number(Number(value))
    }

    /** Only the date, if the time is the start or the end of that day. */
    const day = (iso: string, edge: string) => {
      const [date = '', clock] = format.timeAs(iso, 'yyyy-MM-dd HH:mm:ss').split(' ')
      return clock === edge ? date : `${date} ${clock?.replace(/:00$/, '') ?? ''}`
    }
    const fixed = ({ isForever, startTime, endTime }: Terms) => {
      const start = startTime && day(startTime, LIMITS.date.startTime)
      const end = endTime && day(endTime, LIMITS.date.endTime)
      if (isForever) return start ? t('template.words.foreverFrom', { start }) : t('template.words.forever')
      if (start && end) return t('template.words.range', { start, end })
      if (end) return t('template.words.until', { end })
      return start ? t('template.words.from', { start }) : ''
    }
    type Amount = 'endTime' | 'spanTime' | 'counter' | 'concurrentNum'
    const isCount = (name: Amount) => name === 'counter' || name === 'concurrentNum'
    /** The text for an operation on an amount that a dongle holds. `exact` gives the text for a plain value. */
    const moved = (name: Amount, op: number | null, by: number | null, exact: (by: number) => string) => {
      const params = {
        field: t(`template.words.spans.${name}`),
        by: by === null ? '…' : isCount(name) ? format.number(by) : t('template.words.days', { count: by }),
      }
      if (op === COUNT_OPERATIONS.append) return t('template.words.grow', params)
      if (op === COUNT_OPERATIONS.decrease) return t('template.words.shrink', params)
      if (op === COUNT_OPERATIONS.unlimited) return t('template.words.unlimit', params)
      return by === null ? '' : exact(by)
    }
    const termParts = (terms: Terms): [string, ...string[]] => {
      const parts = [
        fixed(terms),
        terms.startTimeOp === COUNT_OPERATIONS.unlimited
          ? t('template.words.unlimit', { field: t('template.words.spans.startTime') })
          : '',
        moved('endTime', terms.endTimeOp, terms.endTimeDays, () => ''),
        terms.licDuration === null
          ? ''
          : t(terms.source === 'preIssue' ? 'template.words.afterFirstUse' : 'template.words.afterRelease', {
              days: terms.licDuration,
            }),
        moved('spanTime', terms.spanTimeOp, terms.spanTime, (days) => t('template.words.afterFirstUse', { days })),
        moved('counter', terms.counterOp, terms.counter, (count) => t('template.words.uses', { count })),
      ].filter((part) => part !== '')
      const [first, ...others] = parts
      if (first !== undefined) return [first, ...others]
      return [terms.opType === null ? t('template.form.noTerm') : unset(terms.opType)]
    }
    const term: TemplateWords['term'] = (terms) => termParts(terms).join(SEPARATOR)

    const devices: TemplateWords['devices'] = ({
      groupUsers,
      concurrentNumOp,
      concurrentNum,
      concurrentType: type,
      machineNum,
      licBindLimit,
      licBindMaxLimit: ever,
    }) => {
      if (groupUsers !== null) return t('template.words.users', { count: groupUsers })
      const seats = moved('concurrentNum', concurrentNumOp, concurrentNum, (count) =>
        t('template.words.seats', { count }),
      )
      if (type !== null) return [seats, concurrentType(type)].filter(Boolean).join(SEPARATOR)
      const count = licBindLimit ?? machineNum
      if (count === null) return ''
      return ever === null ? t('template.words.machines', { count }) : t('template.words.machinesEver', { count, ever })
    }

    const limits: TemplateWords['limits'] = (terms) => {
      const [first, ...others] = termParts(terms)
      return [first, [...others, devices(terms)].filter(Boolean).join(SEPARATOR)]
    }

    const summary: TemplateWords['summary'] = (terms) =>
      [
        licenseForm(terms.licenseForm),
        keyType(terms.licenseKeyType),
        opType(terms.opType),
        deductMode(terms),
        billingMode(terms.billingMode),
        term(terms),
        devices(terms),
      ]
        .filter(Boolean)
        .join(SEPARATOR)

    const modulesOf = (licenseId: string | undefined, value: string) => {
      const grant =
        licenseId === undefined
          ? granting
          : granting?.otherProducts.find((other) => String(other.licenseId) === licenseId)
      const names = new Map(grant?.modules.map((item) => [String(item.moduleId), namedModule(item)]))
      return value
        .split(MODULE_SEPARATOR)
        .map((id) => names.get(id) ?? id)
        .join(MODULE_SEPARATOR)
    }

    const wordsOf: TemplateWords['wordsOf'] = (path, value) => {
      const [, licenseId, ofProduct] = PRODUCT_FIELD.exec(path) ?? []
      const field = ofProduct ?? path
      if (OPERATIONS.has(field)) return operation(value)
      switch (field) {
        case 'licenseId':
          return t('product.list.licenseIdShort', { licenseId: value })
        case 'licenseForm':
          return licenseForm(value)
        case 'licenseKeyType':
          return keyType(value)
        case 'opType':
          return opType(value)
        case 'deductMode':
          return deductModeName(value)
        case 'billingMode':
          return billingMode(value)
        case 'licStartTimeType':
          return startTimeType(value)
        case 'startTime':
        case 'endTime':
          return format.timeAs(value, 'yyyy-MM-dd HH:mm:ss') || value
        case 'useMode':
          return useMode(value)
        case 'concurrentType':
          return concurrentType(value)
        case 'offlineDays':
          return offlineShown(Number(value))
        case 'lanBorrow':
          return lanBorrow(value)
        case 'modules':
          return modulesOf(licenseId, value)
        case 'rom':
        case 'raw':
        case 'pub':
          return value
            .replace(/^(text|file|items)(?= · )/, (source) => say(`product.area.sources.${source}`))
            .replace(/(#[\da-f]{8})[\da-f]+$/, '$1')
        default:
      }
      if (IDS.has(field)) return value
      if (value === 'true' || value === 'false')
        return value === 'true' ? t('template.words.yes') : t('template.words.no')
      return /^\d+$/.test(value) ? format.number(Number(value)) : value
    }

    const labelOf: TemplateWords['labelOf'] = (path) => {
      const [, licenseId, field] = PRODUCT_FIELD.exec(path) ?? []
      if (licenseId === undefined) return fieldLabel(say, 'template', path)
      return field === undefined
        ? t('template.fields.otherProducts')
        : t('template.words.ofProduct', { licenseId, field: fieldLabel(say, 'template', field) })
    }

    const beginning = ({ licStartTimeType: type, source }: Terms) => {
      if (type === START_TIME_TYPES.unlimited) return t('template.form.spanOnly')
      return type === START_TIME_TYPES.release && source === 'preIssue'
        ? t('template.words.fromFirstUse')
        : startTimeType(type)
    }
    const factOf = (terms: Terms, field: TermField, value: string | number | boolean) => {
      if (field === 'licStartTimeType') return beginning(terms)
      return OPERATIONS.has(field) && value === COUNT_OPERATIONS.none
        ? unset(terms.opType)
        : wordsOf(field, String(value))
    }
    const facts: TemplateWords['facts'] = (family, terms) =>
      termFieldsOf(family).flatMap((field) => {
        const value = terms[field]
        // Omit what is obvious: that a term with an end is not permanent, and the kind of term of a permanent template.
        const isImplied =
          (field === 'isForever' && !value) ||
          (field === 'licStartTimeType' && value === START_TIME_TYPES.unlimited && terms.isForever)
        if (value === null || isImplied || !isTermShown(family, field, terms)) return []
        return [{ field, label: labelOf(field), value: factOf(terms, field, value) }]
      })

    return {
      licenseForm,
      keyType,
      useMode,
      deductMode,
      billingMode,
      concurrentType,
      opType,
      term,
      devices,
      limits,
      summary,
      wordsOf,
      labelOf,
      facts,
    }
  }, [t, say, format, granting])
}
