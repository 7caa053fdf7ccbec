// Clears dongles: the chosen locks are checked, then a dialog names them and asks for the PIN.
import { LIMITS, dongleLicenseCalls, userLockCalls } from '@sealwright/contract'
import { useState } from 'react'
import { DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { changeSearch, goTo, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { handedLocks } from '../../dongle/choose/index.ts'
import type { HandedLocks } from '../../dongle/choose/index.ts'
import { ValidDaysField } from '../pin/pin-field.tsx'
import { DongleTask, STEPS } from './dongle-task.tsx'
import { firstIssue, issuePayload, useIssueForm } from './issue-draft.ts'
import type { IssueDraft } from './issue-draft.ts'
import { LockChooser } from './lock-chooser.tsx'

const PATH = '/pc/license/dongle/empty'
const STEP = STEPS.clear
const { batchLocks } = LIMITS.dongle

function Choose({ first, handed }: { first: IssueDraft; handed: HandedLocks | undefined }) {
  const t = usePhrases()
  const { handed: name, lockGuid } = useSearchOf(PATH)
  const [initial] = useState(first)
  const form = useIssueForm(initial, handed, false, batchLocks)
  const check = useAct(dongleLicenseCalls.empty, {
    showsRefusal: true,
    onDone: ({ taskId }) => {
      form.settle()
      changeSearch(PATH, { handed: name, lockGuid, task: taskId })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('dongleLicense.titles.empty')}
      sentence={t('dongleLicense.clear.sentence')}
      saveText={t('dongleLicense.clear.check')}
      isSaving={check.isActing}
      refusal={check.refusal}
      onSave={(values) =>
        void check.act({
          ...issuePayload(values, handed),
          dryRun: true,
        })
      }
      onCancel={() => goTo('/pc/license/dongle', { showSearch: '1' })}
    >
      <STEP at="choose" />
      <FormSection
        title={t('dongleLicense.choose.title')}
        sentence={t('dongleLicense.clear.lockSentence', { max: batchLocks })}
      >
        <LockChooser form={form} handed={handed} />
      </FormSection>
      <FormSection title={t('dongleLicense.pin.title')}>
        <ValidDaysField form={form} />
        <TextField form={form} name="remark" rows={2} counterMax={LIMITS.license.remarkMax} />
      </FormSection>
    </FormPage>
  )
}

export function Screen() {
  const { lockGuid, handed: name, task, state, page } = useSearchOf(PATH)
  const [round, setRound] = useState(0)
  const [handed] = useState(() => handedLocks(name))
  const isAsked = useCan(userLockCalls.get) && lockGuid !== undefined
  const lock = useAnswer(userLockCalls.get, { guid: lockGuid ?? '' }, { enabled: isAsked })
  if (isAsked && lock.isPending) return <DetailSkeleton />
  const named = lock.data && round === 0 ? [{ guid: lock.data.guid, name: lock.data.shellNumber }] : []
  return (
    <>
      {/* Hidden, not unmounted, so that the input is still there after going back from the check. */}
      <div hidden={task !== undefined}>
        <Choose key={round} first={firstIssue(handed, named)} handed={handed} />
      </div>
      {task !== undefined && (
        <DongleTask
          key={task}
          kind="clear"
          place={{ task, state, page }}
          hrefOf={(place) => pathTo(PATH, { ...place, handed: name, lockGuid })}
          onAgain={() => changeSearch(PATH, { handed: name, lockGuid })}
          onAnother={() => {
            setRound(round + 1)
            changeSearch(PATH, {})
          }}
        />
      )}
    </>
  )
}
