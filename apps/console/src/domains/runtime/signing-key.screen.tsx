// The keys that sign the leases of programs, with state and number of dependent leases: a tab of the integration page.
import { KEY_STATES, signingKeyCalls } from '@sealwright/contract'
import type { KeyState, SigningKeyRow } from '@sealwright/contract'
import { FileKey2, OctagonX, RefreshCw } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { DetailSection } from '../../blocks/detail/detail-page.tsx'
import { SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { DateCell, NameCell, NumberCell, TimeCell } from '../../blocks/list/columns.tsx'
import { DataTable } from '../../blocks/list/data-table.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { RecordCards } from '../../blocks/list/record-card.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { RowActions } from '../../blocks/list/row-actions.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { useIsNarrow } from '../../lib/window-width.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { IntegrationPage } from '../integration/index.ts'
import { askRetirement, askRotation } from './key-acts.tsx'
import { showLeases } from './key-leases.tsx'
import './runtime.css'

const TONES: Record<KeyState, Tone> = {
  signing: 'ok',
  next: 'brand',
  resting: 'neutral',
  retired: 'bad',
  over: 'neutral',
}

const keyOf = (key: SigningKeyRow) => key.kid
const isTrusted = ({ state }: SigningKeyRow) => state !== 'retired' && state !== 'over'

function StateTag({ state }: { state: KeyState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`runtime.keyStates.${state}`)}</StatusTag>
}

const noteOf = (t: Translate, { retiredBy, reason }: SigningKeyRow) =>
  retiredBy === null ? reason : t('runtime.keys.retiredNote', { name: retiredBy, reason: reason ?? '' })

const columnsOf = (t: Translate): Column<SigningKeyRow>[] => [
  {
    key: 'kid',
    title: t('runtime.fields.kid'),
    cell: (key) => (
      <span className="key-code">
        <NameCell mark={null} name={key.kid} below={noteOf(t, key)} />
      </span>
    ),
  },
  { key: 'state', title: t('runtime.fields.state'), cell: (key) => <StateTag state={key.state} /> },
  {
    key: 'createTime',
    title: t('runtime.keys.createTime'),
    minWidth: WIDTHS.date,
    cell: (key) => <DateCell at={key.createTime} />,
  },
  {
    key: 'signsUntil',
    title: t('runtime.fields.signsUntil'),
    minWidth: WIDTHS.date,
    cell: (key) => <DateCell at={key.signsUntil} />,
  },
  {
    key: 'goodUntil',
    title: t('runtime.fields.goodUntil'),
    minWidth: WIDTHS.date,
    cell: (key) => <DateCell at={key.goodUntil} />,
  },
  { key: 'leases', title: t('runtime.keys.leases'), align: 'end', cell: (key) => <NumberCell value={key.leases} /> },
]

function cardOf(t: Translate, key: SigningKeyRow): CardParts {
  return {
    mark: null,
    name: key.kid,
    below: noteOf(t, key),
    facts: [
      { label: t('runtime.keys.createTime'), value: <TimeCell at={key.createTime} /> },
      { label: t('runtime.fields.signsUntil'), value: <TimeCell at={key.signsUntil} /> },
      { label: t('runtime.fields.goodUntil'), value: <TimeCell at={key.goodUntil} /> },
      { label: t('runtime.keys.leases'), value: <NumberCell value={key.leases} /> },
    ],
    foot: <StateTag state={key.state} />,
  }
}

function Keys({ keys }: { keys: readonly SigningKeyRow[] }) {
  const t = usePhrases()
  const isNarrow = useIsNarrow()
  const canRetire = useCan(signingKeyCalls.retire)
  const actionsOf = useCallback(
    (key: SigningKeyRow): RowAction[] => [
      ...(key.leases > 0
        ? [
            {
              key: 'leases',
              label: t('runtime.keys.openLeases', { count: key.leases }),
              icon: FileKey2,
              onSelect: () => showLeases(key.kid),
            },
          ]
        : []),
      ...(canRetire && isTrusted(key)
        ? [
            {
              key: 'retire',
              label: t('runtime.keys.retire.verb'),
              icon: OctagonX,
              isDanger: true,
              onSelect: () => askRetirement(key),
            },
          ]
        : []),
    ],
    [canRetire, t],
  )
  const actions = useCallback(
    (key: SigningKeyRow) => <RowActions name={key.kid} actions={() => actionsOf(key)} />,
    [actionsOf],
  )
  const columns = useMemo(() => columnsOf(t), [t])
  const label = t('runtime.keys.keys')
  if (!isNarrow)
    return <DataTable label={label} rows={keys} columns={columns} rowKey={keyOf} rowName={keyOf} actions={actions} />
  return <RecordCards label={label} rows={keys} card={(key) => cardOf(t, key)} rowKey={keyOf} actions={actionsOf} />
}

/** The meaning of each state that occurs. */
function Meanings({ keys }: { keys: readonly SigningKeyRow[] }) {
  const t = usePhrases()
  return (
    <ul className="key-meanings">
      {KEY_STATES.filter((state) => keys.some((key) => key.state === state)).map((state) => (
        <li key={state}>
          <StateTag state={state} />
          {t(`runtime.keys.meanings.${state}`)}
        </li>
      ))}
    </ul>
  )
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(signingKeyCalls.find, {})
  return (
    <IntegrationPage
      tab="signing"
      actions={
        <Can call={signingKeyCalls.rotate}>
          <Button icon={RefreshCw} onPress={askRotation}>
            {t('runtime.keys.rotate.verb')}
          </Button>
        </Can>
      }
    >
      {data ? (
        <DetailSection title={t('runtime.keys.keys')}>
          <p className="runtime-quiet">
            {t('runtime.keys.sentence')} <ScreenLink to="/integration">{t('runtime.keys.rootWay')}</ScreenLink>
          </p>
          <Keys keys={data.keys} />
          <Meanings keys={data.keys} />
        </DetailSection>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsSkeleton rows={5} />
      )}
    </IntegrationPage>
  )
}
