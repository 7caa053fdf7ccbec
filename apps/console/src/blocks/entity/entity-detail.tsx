// The page of one row: its facts come from the table of fields; deleting and editing are offered to people who may. The
// screen adds further actions and the tabs.
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAnswer } from '../../lib/call/client.ts'
import { Link, goToHref, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { Button, buttonClass } from '../control/button.tsx'
import { Monogram } from '../control/monogram.tsx'
import type { Tab } from '../control/tabs.tsx'
import { DetailError, DetailPage, DetailSkeleton } from '../detail/detail-page.tsx'
import { oneHref, useEntityWords } from './entity.ts'
import type { AnyEntity, Identified } from './entity.ts'
import { useFacts } from './field-table.tsx'

/** The way back to the list, as it was left. */
export function BackToEntities({ entity }: { entity: Pick<AnyEntity<never, never>, 'kind' | 'paths'> }) {
  const words = useEntityWords(entity)
  return (
    <Link href={`${entity.paths.list}?showSearch=1`} className={buttonClass()}>
      {words('blocks.entity.back')}
    </Link>
  )
}

interface OneProps<Row extends Identified, Answer extends Row & { revision: number }> {
  entity: AnyEntity<Row, Answer>
  children: (answer: Answer) => ReactNode
}

/** Loads the row that the address of its page names. */
export function EntityDetail<Row extends Identified, Answer extends Row & { revision: number }>({
  entity,
  children,
}: OneProps<Row, Answer>) {
  const { guid } = useSearchOf(entity.paths.view)
  const { data, error, refetch } = useAnswer(entity.calls.get, { guid })
  if (data) return children(data)
  if (error)
    return <DetailError error={error} onRetry={() => void refetch()} back={<BackToEntities entity={entity} />} />
  return <DetailSkeleton />
}

interface EntityPageProps<Row extends Identified, Answer extends Row & { revision: number }> {
  entity: AnyEntity<Row, Answer>
  answer: Answer
  subtitle?: ReactNode
  /** Between deleting and editing. */
  actions?: ReactNode
  onDelete: (answer: Answer) => void
  /** The person may make the calls, but not for this row. */
  isFixed?: boolean
  /** False for a row that can be deleted but not edited now. */
  isEditable?: boolean
  /** The first is open unless the address names another. */
  tabs: readonly Tab[]
}

export function EntityPage<Row extends Identified, Answer extends Row & { revision: number }>({
  entity,
  answer,
  subtitle,
  actions,
  onDelete,
  isFixed = false,
  isEditable = !isFixed,
  tabs,
}: EntityPageProps<Row, Answer>) {
  const { calls, paths } = entity
  const words = useEntityWords(entity)
  const facts = useFacts(entity, answer)
  const { tab = tabs[0]?.key ?? '' } = useSearchOf(paths.view) as { tab?: string } // every page of a row has tabs
  return (
    <DetailPage
      mark={<Monogram name={answer.name} size={56} />}
      title={answer.name}
      subtitle={subtitle}
      actions={
        <>
          {!isFixed && (
            <Can call={calls.delete}>
              <Button icon={Trash2} onPress={() => onDelete(answer)}>
                {words('blocks.entity.delete')}
              </Button>
            </Can>
          )}
          {actions}
          {isEditable && (
            <Can call={calls.update}>
              <Link
                href={oneHref(paths.edit, answer, { sourcePath: paths.view })}
                className={buttonClass({ kind: 'primary' })}
              >
                <Pencil size={15} aria-hidden />
                {words('blocks.entity.edit')}
              </Link>
            </Can>
          )}
        </>
      }
      facts={facts}
      openTab={tab}
      onOpenTab={(key) => goToHref(oneHref(paths.view, answer, { tab: key }), { replace: true })}
      tabs={tabs}
    />
  )
}
