// What a license in a dongle is, in the words of templates: its term, its seats, and each value for a comparison.
import { COUNT_OPERATIONS, DATA_AREAS, TERM_FIELD_NAMES } from '@sealwright/contract'
import type { DongleInside, TemplateRow, TermField } from '@sealwright/contract'
import { useMemo } from 'react'
import type { Difference } from '../../blocks/detail/differences.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useTemplateWords } from '../template/terms/index.ts'

type Terms = Pick<TemplateRow, TermField>

/** Every term that says nothing. */
export const NO_TERMS = Object.fromEntries(
  TERM_FIELD_NAMES.map((name) => [name, null]), // `fromEntries` loses the names
) as unknown as Terms

/** The terms that a template would need to set this. A license without an end runs forever. */
const termsOf = (inside: DongleInside): Terms => ({
  ...NO_TERMS,
  opType: 0,
  isForever: inside.endTime === null && inside.spanTime === null,
  startTime: inside.startTime,
  endTime: inside.endTime,
  spanTime: inside.spanTime,
  counter: inside.counter,
  concurrentType: inside.concurrentType,
  concurrentNum: inside.concurrentNum,
  concurrentNumOp: inside.concurrentNum === null ? COUNT_OPERATIONS.unlimited : COUNT_OPERATIONS.set,
})

const FIELDS = [
  'startTime',
  'endTime',
  'spanTime',
  'counter',
  'concurrentType',
  'concurrentNum',
  'licenseVersion',
  'modules',
  ...DATA_AREAS,
] as const
type Field = (typeof FIELDS)[number]

export interface InsideWords {
  term: (inside: DongleInside) => string
  seats: (inside: DongleInside) => string
  labelOf: (field: string) => string
  /** All values as label and text. */
  facts: (inside: DongleInside, moduleNames: ModuleNames) => { label: string; value: string; isWide?: boolean }[]
  /** The values that differ. */
  differences: (before: DongleInside | null, after: DongleInside, moduleNames: ModuleNames) => Difference[]
}

type ModuleNames = readonly { moduleId: number; moduleName: string }[]

export function useInsideWords(): InsideWords {
  const t = usePhrases()
  const format = useFormat()
  const words = useTemplateWords()
  return useMemo(() => {
    const labelOf = (field: string) =>
      DATA_AREAS.some((area) => area === field)
        ? t(`common.fields.${field as (typeof DATA_AREAS)[number]}`) // just checked
        : t(`dongleLicense.fields.${field as Exclude<Field, (typeof DATA_AREAS)[number]>}`) // one of FIELDS
    const seats = (inside: DongleInside) =>
      inside.concurrentType === null ? t('dongleLicense.list.noSeats') : words.devices(termsOf(inside))
    const unlimited = t('dongleLicense.list.unlimited')
    const time = (at: string | null) => (at === null ? unlimited : format.time(at))
    const number = (value: number | null) => (value === null ? unlimited : format.number(value))
    const valueOf = (field: Field, inside: DongleInside, moduleNames: ModuleNames): string => {
      switch (field) {
        case 'startTime':
        case 'endTime':
          return time(inside[field])
        case 'spanTime':
        case 'counter':
          return number(inside[field])
        case 'concurrentType':
          return inside.concurrentType === null
            ? t('dongleLicense.list.noSeats')
            : words.concurrentType(inside.concurrentType)
        case 'concurrentNum':
          return inside.concurrentType === null ? '' : number(inside.concurrentNum)
        case 'licenseVersion':
          return inside.licenseVersion === null ? '' : String(inside.licenseVersion)
        case 'modules':
          return inside.modules
            .map((id) => {
              const name = moduleNames.find(({ moduleId }) => moduleId === id)?.moduleName
              return name === undefined ? String(id) : `${id} ${name}`
            })
            .join(t('dongleLicense.list.joint'))
        case 'rom':
          return t(inside.hasRom ? 'dongleLicense.detail.hasArea' : 'dongleLicense.detail.noArea')
        case 'raw':
          return t(inside.hasRaw ? 'dongleLicense.detail.hasArea' : 'dongleLicense.detail.noArea')
        case 'pub':
          return t(inside.hasPub ? 'dongleLicense.detail.hasArea' : 'dongleLicense.detail.noArea')
      }
    }
    return {
      term: (inside) => words.term(termsOf(inside)),
      seats,
      labelOf,
      facts: (inside, moduleNames) =>
        FIELDS.map((field) => ({
          label: labelOf(field),
          value:
            valueOf(field, inside, moduleNames) || (field === 'modules' ? t('dongleLicense.detail.noModules') : ''),
          ...(field === 'modules' && { isWide: true }),
        })).filter(({ value }) => value !== ''),
      differences: (before, after, moduleNames) =>
        FIELDS.map((field) => ({
          field,
          before: before && valueOf(field, before, moduleNames),
          after: valueOf(field, after, moduleNames),
        })).filter((one) => one.before !== one.after && !(one.before === null && one.after === '')),
    }
  }, [t, format, words])
}
