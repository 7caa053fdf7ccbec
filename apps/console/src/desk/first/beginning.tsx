// The first steps of a new center, for those who may change its settings. Facts of the server decide whether a step is
// done. The card disappears when all are done, or when an operator hides it for all.
import { CENTER_STEPS, centerDesk } from '@sealwright/contract'
import type { AnswerOf, CenterStep } from '@sealwright/contract'
import { Button } from '../../blocks/control/button.tsx'
import { FirstSteps } from '../../blocks/control/first-steps.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import css from './first.module.css'

type Steps = AnswerOf<typeof centerDesk.firstSteps>

/** Where each step is taken. */
function waysOf(
  t: Translate,
  registration: Steps['registration'],
): Record<CenterStep, { href: string; words: string }> {
  const settings = { href: '/platform/settings', words: t('desk.first.steps.settings') }
  const developer = {
    open: { href: '/platform/applications', words: t('desk.first.steps.applications') },
    invitation: { href: '/platform/settings/invitations', words: t('desk.first.steps.invitations') },
    closed: settings,
  }
  return {
    mail: settings,
    names: settings,
    registration: settings,
    account: { href: '/platform/security', words: t('desk.first.steps.security') },
    prices: { href: '/platform/prices', words: t('desk.first.steps.seePrices') },
    developer: developer[registration],
    backup: { href: '/platform/health', words: t('desk.first.steps.health') },
  }
}

function useWords({ registration, consoleUrl }: Pick<Steps, 'registration' | 'consoleUrl'>) {
  const t = usePhrases()
  return (step: CenterStep) =>
    step === 'developer'
      ? {
          title: t(`desk.first.steps.developer.${registration}.title`),
          body: t(`desk.first.steps.developer.${registration}.body`, { url: consoleUrl ?? location.origin }),
        }
      : { title: t(`desk.first.steps.${step}.title`), body: t(`desk.first.steps.${step}.body`) }
}

function Card({ steps }: { steps: Steps }) {
  const t = usePhrases()
  const wordsOf = useWords(steps)
  const keeping = useAct(centerDesk.settleStep)
  const hiding = useAct(centerDesk.settleStep, { onDone: () => toast.success(t('desk.first.steps.hidden')) })
  const ways = waysOf(t, steps.registration)
  const next = CENTER_STEPS.find((step) => !steps.done.includes(step))
  return (
    <div className={css.beginning}>
      <FirstSteps
        steps={CENTER_STEPS.map((step) => {
          const isDone = steps.done.includes(step)
          return {
            key: step,
            ...wordsOf(step),
            isDone,
            way: isDone ? undefined : { ...ways[step], isPlain: step !== next },
            also: step === 'prices' && (
              <Button isBusy={keeping.isActing} onPress={() => void keeping.act({ step })}>
                {t('desk.first.steps.keepPrices')}
              </Button>
            ),
          }
        })}
      />
      <Button
        kind="quiet"
        size="small"
        onPress={() =>
          void confirmAction({
            title: t('desk.first.steps.hideTitle'),
            consequence: t('desk.first.steps.hideConsequence'),
            verb: t('desk.first.steps.hide'),
            isDanger: false,
            run: () => hiding.act({ step: 'all' }),
          })
        }
      >
        {t('desk.first.steps.hide')}
      </Button>
    </div>
  )
}

export function Beginning() {
  const isOwner = useCan(centerDesk.firstSteps)
  const { data } = useAnswer(centerDesk.firstSteps, {}, { enabled: isOwner })
  return data?.isNew ? <Card steps={data} /> : null
}
