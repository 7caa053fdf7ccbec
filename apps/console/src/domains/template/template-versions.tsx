// The versions of a template, newest first: author, origin and changes. Any two can be compared; an earlier one can be
// restored, edited from, or copied to a new template.
import { LIMITS } from '@sealwright/contract'
import type { TemplateAnswer, TemplateFamily, TemplateVersionRow } from '@sealwright/contract'
import { Copy, GitCompareArrows, Pencil, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Select } from '../../blocks/control/select.tsx'
import { ErrorState, LoadingOrError } from '../../blocks/control/states.tsx'
import { StatusTag, Tag } from '../../blocks/control/status-tag.tsx'
import { Differences } from '../../blocks/detail/differences.tsx'
import type { Difference } from '../../blocks/detail/differences.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { TurnPages } from '../../blocks/list/paging/turn-pages.tsx'
import { RowMenu } from '../../blocks/list/row-actions.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { hasAccess, useMaybeSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { FAMILIES } from './template-family.ts'
import { askRestore } from './template-restore.tsx'
import { useTemplateWords } from './template-words.ts'
import './template-detail.css'

const FOLDED = 6

interface Versioned {
  family: TemplateFamily
  template: TemplateAnswer
}

/** Shows only the first differences of a long list until it is expanded. */
function FoldedDifferences({ template, changes }: Pick<Versioned, 'template'> & { changes: readonly Difference[] }) {
  const t = usePhrases()
  const { labelOf, wordsOf } = useTemplateWords(template)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const rest = changes.length - FOLDED
  return (
    <>
      <div id={id}>
        <Differences
          changes={isOpen ? changes : changes.slice(0, FOLDED)}
          kind="update"
          labelOf={labelOf}
          wordsOf={wordsOf}
        />
      </div>
      {rest > 0 && (
        <Button
          className="version-more"
          kind="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('template.versions.less') : t('template.versions.more', { count: rest })}
        </Button>
      )}
    </>
  )
}

/** The differences between this version and another one, always from the older to the newer. */
function Comparison({ id: ownId, family, template, version }: Versioned & { id: string; version: number }) {
  const t = usePhrases()
  const id = useId()
  const { calls, where } = FAMILIES[family]
  const [other, setOther] = useState(version === template.version ? version - 1 : template.version)
  const from = Math.min(version, other)
  const to = Math.max(version, other)
  const { data, error, isPlaceholderData, refetch } = useAnswer(
    calls.compareVersions,
    { ...where, guid: template.guid, from, to },
    { keepPrevious: true },
  )
  const others = Array.from({ length: template.version }, (_, index) => template.version - index).filter(
    (number) => number !== version,
  )
  return (
    <div id={ownId} className="comparison">
      <div className="comparison-head">
        <label htmlFor={id}>{t('template.versions.compareWith')}</label>
        <Select
          id={id}
          value={String(other)}
          options={others.map((number) => ({
            value: String(number),
            label:
              number === template.version
                ? t('template.versions.numberPresent', { version: number })
                : t('template.versions.number', { version: number }),
          }))}
          onSelect={(value) => setOther(Number(value))}
        />
        <span className="comparison-way" role="status">
          {data && !isPlaceholderData
            ? t('template.versions.way', { from, to, count: data.changes.length })
            : !error && t('blocks.states.loading')}
        </span>
      </div>
      {data
        ? data.changes.length > 0 && <FoldedDifferences template={template} changes={data.changes} />
        : error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </div>
  )
}

function Version({ family, template, row }: Versioned & { row: TemplateVersionRow }) {
  const t = usePhrases()
  const session = useMaybeSession()
  const { access, path } = FAMILIES[family]
  const [isComparing, setIsComparing] = useState(false)
  const id = useId()
  const comparison = useId()
  const { version } = row
  const isPresent = version === template.version
  const { guid } = template
  const mayEdit = !isPresent && hasAccess(session, access.update)
  const more = [
    ...(mayEdit
      ? [
          {
            key: 'edit',
            label: t('template.versions.editFromHere'),
            icon: Pencil,
            href: pathTo(`${path}/edit`, { guid, version: String(version), sourcePath: `${path}/view` }),
          },
        ]
      : []),
    ...(hasAccess(session, access.create)
      ? [
          {
            key: 'copy',
            label: t('template.versions.copy'),
            icon: Copy,
            href: pathTo(`${path}/new`, { copyOf: guid, version: String(version) }),
          },
        ]
      : []),
  ]
  return (
    <li className={isPresent ? 'version version-present' : 'version'} aria-labelledby={id}>
      <div className="version-head">
        <h2 id={id}>{t('template.versions.number', { version })}</h2>
        {isPresent && <StatusTag tone="brand">{t('template.versions.present')}</StatusTag>}
        <Tag>
          {row.origin === 'restore'
            ? t('template.origins.restore', { version: String(row.restoredVersion) })
            : t(`template.origins.${row.origin}`)}
        </Tag>
        <span className="version-actor">{row.createdBy}</span>
        <TimeCell at={row.createTime} />
        <span className="version-actions">
          {template.version > 1 && (
            <Button
              kind="quiet"
              size="small"
              icon={GitCompareArrows}
              aria-expanded={isComparing}
              aria-controls={isComparing ? comparison : undefined}
              aria-label={t('template.versions.compareOf', { version })}
              onPress={() => setIsComparing(!isComparing)}
            >
              {t('template.versions.compare')}
            </Button>
          )}
          {mayEdit && (
            <Button
              kind="quiet"
              size="small"
              icon={RotateCcw}
              aria-label={t('template.versions.restoreOf', { version })}
              onPress={() => askRestore({ family, template, version })}
            >
              {t('template.versions.restore')}
            </Button>
          )}
          <RowMenu name={t('template.versions.number', { version })} actions={() => more} />
        </span>
      </div>
      {row.changes.length > 0 && <FoldedDifferences template={template} changes={row.changes} />}
      {isComparing && <Comparison id={comparison} family={family} template={template} version={version} />}
    </li>
  )
}

export function TemplateVersions({ family, template }: Versioned) {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    calls.findVersions,
    { ...where, guid: template.guid, currentPage: page, pageSize: LIMITS.template.versionsPage },
    { keepPrevious: true },
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ol className="versions" aria-label={t('template.tabs.versions')}>
        {data.rows.map((row) => (
          <Version key={row.version} family={family} template={template} row={row} />
        ))}
      </ol>
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}
