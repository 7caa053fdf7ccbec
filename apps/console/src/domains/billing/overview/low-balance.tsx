// The balance threshold below which everyone who sees the balance is notified. The form takes yuan, the call takes fen.
import { FEN_A_YUAN, LIMITS, billingCalls, fenOf, yuanText } from '@sealwright/contract'
import type { Violation } from '@sealwright/contract'
import * as z from 'zod/mini'
import { Button } from '../../../blocks/control/button.tsx'
import { useOpening } from '../../../blocks/control/opening.ts'
import { TextField } from '../../../blocks/form/field.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { InlineForm } from '../../../blocks/form/inline-form.tsx'
import { SettingRow } from '../../../blocks/form/settings-page.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { Can } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

interface Draft {
  /** In yuan, as typed. */
  lowBalanceFen: string
}

const FIELDS = { lowBalanceFen: z.string().check(z.minLength(1)) }
const MAX = LIMITS.billing.lowBalanceFen
const spell = ({ lowBalanceFen }: Draft) => ({ lowBalanceFen: lowBalanceFen.trim() })

/** The schema of the call counts in fen, but the error texts are in yuan. */
function judge({ lowBalanceFen: typed }: Record<string, unknown>): Violation[] {
  if (typeof typed !== 'string' || typed === '') return []
  const fen = fenOf(typed)
  if (fen === undefined) return [{ path: 'lowBalanceFen', rule: 'notAmount', params: {} }]
  // A balance is never negative, so a threshold of zero would never alert.
  if (fen === 0) return [{ path: 'lowBalanceFen', rule: 'tooSmall', params: { min: 1 / FEN_A_YUAN } }]
  return fen > MAX ? [{ path: 'lowBalanceFen', rule: 'tooBig', params: { max: MAX / FEN_A_YUAN } }] : []
}

function LineForm({ lineFen, onClose }: { lineFen: number | null; onClose: () => void }) {
  const t = usePhrases()
  const { money } = useFormat()
  const form = useForm<Draft>({
    domain: 'billing',
    fields: FIELDS,
    rules: judge,
    initial: { lowBalanceFen: lineFen === null ? '' : yuanText(lineFen).replaceAll(',', '') },
    spell,
  })
  const save = useAct(billingCalls.updateSettings, {
    showsRefusal: true,
    onDone: (_answer, { lowBalanceFen }) => {
      toast.success(t('billing.overview.low.saved', { line: money(lowBalanceFen ?? 0) }))
      onClose()
    },
  })
  return (
    <InlineForm
      form={form}
      label={t('billing.overview.low.title')}
      saveText={t('billing.overview.low.save')}
      isSaving={save.isActing}
      refusal={save.refusal}
      onSave={() => void save.act({ lowBalanceFen: fenOf(form.values.lowBalanceFen) ?? null })}
      onCancel={onClose}
    >
      <TextField
        form={form}
        name="lowBalanceFen"
        label={t('billing.overview.low.label')}
        help={t('billing.overview.low.help')}
        hasFocus
      />
    </InlineForm>
  )
}

export function LowBalance({ lineFen }: { lineFen: number | null }) {
  const t = usePhrases()
  const { money } = useFormat()
  const { isOpen, opener, open, close } = useOpening()
  const turnOff = useAct(billingCalls.updateSettings, {
    onDone: () => toast.success(t('billing.overview.low.turnedOff')),
  })
  const verb = t(lineFen === null ? 'billing.overview.low.set' : 'billing.overview.low.change')
  return (
    <SettingRow
      title={t('billing.overview.low.title')}
      note={
        lineFen === null
          ? t('billing.overview.low.off')
          : t('billing.overview.low.on', {
              line: money(lineFen),
              right: t('privileges.billing.view'),
            })
      }
      actions={
        <Can call={billingCalls.updateSettings}>
          {!isOpen && (
            <>
              {lineFen !== null && (
                <Button
                  kind="quiet"
                  size="small"
                  isBusy={turnOff.isActing}
                  onPress={() => void turnOff.act({ lowBalanceFen: null })}
                >
                  {t('billing.overview.low.turnOff')}
                </Button>
              )}
              <Button
                ref={opener}
                size="small"
                aria-label={`${verb}: ${t('billing.overview.low.title')}`}
                onPress={open}
              >
                {verb}
              </Button>
            </>
          )}
        </Can>
      }
    >
      {isOpen && <LineForm lineFen={lineFen} onClose={close} />}
    </SettingRow>
  )
}
