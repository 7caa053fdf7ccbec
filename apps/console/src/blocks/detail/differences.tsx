// Which fields changed from what to what, as a small table; of something new or gone only what it is or was.
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import './differences.css'

export interface Difference {
  field: string
  before: string | null
  after: string | null
}

/** How the log keeps a moment. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

interface DifferencesProps {
  changes: readonly Difference[]
  kind: 'add' | 'update' | 'delete'
  labelOf: (field: string) => string
  /** Words for a value that is kept as a name. */
  wordsOf?: (field: string, value: string) => string
}

/** Words that are a moment, in the format and time zone of the reader. */
export function useTimed(): (words: string) => string {
  const format = useFormat()
  return (words) => (INSTANT.test(words) ? format.time(words) : words)
}

export function Differences({ changes, kind, labelOf, wordsOf = (_field, value) => value }: DifferencesProps) {
  const t = usePhrases()
  const timed = useTimed()
  const shown = (field: string, value: string | null) =>
    value === null || value === '' ? (
      <span className="nothing">{t('blocks.differences.nothing')}</span>
    ) : (
      timed(wordsOf(field, value))
    )
  return (
    <table className="differences">
      <colgroup>
        <col className="differences-field" />
      </colgroup>
      <thead className="sw-visually-hidden">
        <tr>
          <th scope="col">
            <span className="sw-visually-hidden">{t('blocks.differences.field')}</span>
          </th>
          {kind !== 'add' && <th scope="col">{t('blocks.differences.before')}</th>}
          {kind !== 'delete' && <th scope="col">{t('blocks.differences.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{labelOf(field)}</th>
            {kind === 'update' ? (
              <>
                <td className="difference-before">
                  {before === null ? shown(field, null) : <del>{shown(field, before)}</del>}
                </td>
                <td className="difference-after">
                  <ins>{shown(field, after)}</ins>
                </td>
              </>
            ) : (
              <td>{shown(field, kind === 'add' ? after : before)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
