// Chooses the locks of an issue, a batch or a clear: from a list, by filters, by pasted shell numbers or from a file.
// The server tells which numbers it does not know; what is no shell number at all is told here.
import { LIMITS, LOCK_MODES, SHELL_NUMBER, userLockCalls } from '@sealwright/contract'
import type { LockRow, Violation } from '@sealwright/contract'
import { useMemo } from 'react'
import { NoAccessState } from '../../../blocks/control/states.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { FilterBar } from '../../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import type { PickerItem, PickerSource } from '../../../blocks/picker/picker-source.ts'
import { Picker } from '../../../blocks/picker/picker.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import {
  LockChoiceField,
  chosenLocks,
  countOf,
  firstChoice,
  groupFilter,
  keywordFilter,
  numbersIn,
} from '../../dongle/choose/index.ts'
import type { ChosenLocks, HandedLocks, LockChoice } from '../../dongle/choose/index.ts'
import { useCustomerFilter } from '../../license/filters/index.ts'

export interface LocksDraft {
  choice: LockChoice
  /** The filters, as in an address. */
  search: HandedLocks['search']
}

/** The locks that another page handed over, or the filters that are set here. */
const handedOf = ({ search }: LocksDraft, handed: HandedLocks | undefined, hasFilters: boolean) =>
  handed ?? (hasFilters ? { guids: [], search } : undefined)

export const firstLocks = (handed: HandedLocks | undefined, picked: readonly PickerItem[] = []): LocksDraft => ({
  choice: { ...firstChoice(handed, true), picked },
  search: {},
})

/** Locks as payloads have them. */
export const spellLocks = (locks: LocksDraft, handed?: HandedLocks): ChosenLocks =>
  chosenLocks(locks.choice, handedOf(locks, handed, true))

/** How many are chosen; undefined for a filter. */
export const countLocks = (locks: LocksDraft, handed?: HandedLocks) =>
  countOf(locks.choice, handedOf(locks, handed, true))

const wrongNumbers = ({ way, text }: LockChoice) =>
  way === 'numbers' ? numbersIn(text).filter((number) => !SHELL_NUMBER.test(number)) : []

/** The rules of the field `locks`. */
export function judgeLocks(locks: LocksDraft, handed: HandedLocks | undefined, max: number): Violation[] {
  const count = countLocks(locks, handed)
  if (count === 0) return [{ path: 'locks', rule: 'required', params: {} }]
  const isBad = (count !== undefined && count > max) || wrongNumbers(locks.choice).length > 0
  return isBad ? [{ path: 'locks', rule: 'badFormat', params: {} }] : []
}

function LockPicker({ choice, max, onChange }: { choice: LockChoice; max: number; onChange: OnChange }) {
  const t = usePhrases()
  const canChoose = useCan(userLockCalls.find)
  const offered = useMemo(
    (): PickerSource<LockRow> => ({
      call: userLockCalls.find,
      searchBy: 'keyword',
      itemOf: ({ guid, shellNumber, customerName, remark }) => ({
        guid,
        name: shellNumber,
        note: customerName ?? remark ?? undefined,
      }),
    }),
    [],
  )
  if (!canChoose) return <NoAccessState sentence={t('dongleLicense.choose.noAccess')} />
  return (
    <Picker
      what={t('dongleLicense.choose.what')}
      offered={offered}
      changes={{ add: choice.picked, remove: [] }}
      onChange={({ add }) => onChange({ picked: add })}
      max={max}
      tooMany={t('userLock.choose.tooMany', { max })}
    />
  )
}

function LockFilters({
  search,
  onSearch,
}: {
  search: LocksDraft['search']
  onSearch: (next: LocksDraft['search']) => void
}) {
  const t = usePhrases()
  const customer = useCustomerFilter(t('userLock.fields.customer'), search['customerGuid'] ?? '')
  const filters = useMemo(
    (): Filter[] => [
      keywordFilter(t),
      {
        kind: 'choice',
        name: 'activationMode',
        label: t('userLock.fields.activationMode'),
        options: (['permanent', 'activation'] as const).map((name) => ({
          value: String(LOCK_MODES[name]),
          label: t(`userLock.modes.${name}`),
        })),
      },
      groupFilter(t),
      ...(customer ? [customer] : []),
    ],
    [t, customer],
  )
  return (
    <div className="lock-filters" role="group" aria-label={t('dongleLicense.choose.filterTitle')}>
      <FilterBar
        filters={filters}
        values={search}
        errorOf={() => undefined}
        onChange={(name, value) => onSearch({ ...search, [name]: value || undefined })}
      />
    </div>
  )
}

type OnChange = (change: Partial<LockChoice>) => void

interface LockChooserProps<Values extends { locks: LocksDraft }> {
  form: Form<Values>
  handed?: HandedLocks | undefined
  max?: number
  /** A filter can match more locks than one issue takes. */
  hasFilters?: boolean
}

export function LockChooser<Values extends { locks: LocksDraft }>({
  form: given,
  handed,
  max = LIMITS.dongle.batchLocks,
  hasFilters = true,
}: LockChooserProps<Values>) {
  const t = usePhrases()
  const form = given as unknown as Form<{ locks: LocksDraft }> // it has this field
  const { locks } = form.values
  const { choice } = locks
  const onChange: OnChange = (change) => form.set('locks', (now) => ({ ...now, choice: { ...now.choice, ...change } }))
  const wrong = wrongNumbers(choice)
  const isMissing = countLocks(locks, handed) === 0
  const error = form.errorAt('locks')
  return (
    <div className="lock-chooser" tabIndex={-1} data-invalid={error !== undefined || undefined}>
      <LockChoiceField
        choice={choice}
        handed={handedOf(locks, handed, hasFilters)}
        max={max}
        picker={<LockPicker choice={choice} max={max} onChange={onChange} />}
        filters={
          handed === undefined && (
            <LockFilters
              search={locks.search}
              onSearch={(search) => form.set('locks', (now) => ({ ...now, search }))}
            />
          )
        }
        onChange={onChange}
        error={
          wrong.length > 0
            ? t('dongleLicense.choose.wrongNumbers', { count: wrong.length, first: wrong.slice(0, 3).join(' ') })
            : error && (isMissing ? t('dongleLicense.choose.needed') : error)
        }
      />
    </div>
  )
}
