// Issues licenses to many dongles. This screen only creates a draft of a task; its rows are checked before the PIN is
// asked and anything is signed.
import { LIMITS, dongleLicenseCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { useState } from 'react'
import { useAct } from '../../../lib/call/client.ts'
import { changeSearch, goTo, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { handedLocks } from '../../dongle/choose/index.ts'
import type { HandedLocks } from '../../dongle/choose/index.ts'
import { DongleTask, STEPS } from './dongle-task.tsx'
import { firstIssue } from './issue-draft.ts'
import { DongleIssue } from './issue-form.tsx'
import { IssueStart } from './issue-start.tsx'
import type { IssueFormProps } from './issue-start.tsx'

const PATH = '/pc/license/dongle/batch'
const STEP = STEPS.issue

function Batch({ handed, ...props }: IssueFormProps & { handed: HandedLocks | undefined }) {
  const t = usePhrases()
  const { templateGuid, handed: name } = useSearchOf(PATH)
  const check = useAct(dongleLicenseCalls.batchIssue, { showsRefusal: true })
  const save = async (payload: Record<string, unknown>, settle: () => void) => {
    const checked = await check.act({
      ...payload,
      dryRun: true,
    } as unknown as PayloadOf<typeof dongleLicenseCalls.batchIssue>) // same schemas
    if (!checked) return
    settle()
    changeSearch(PATH, { templateGuid, handed: name, task: checked.taskId })
  }
  return (
    <DongleIssue
      {...props}
      title={t('dongleLicense.titles.batch')}
      sentence={t('dongleLicense.batch.sentence')}
      handed={handed}
      max={LIMITS.dongle.batchLocks}
      isPinAsked={false}
      saveText={() => t('dongleLicense.batch.check')}
      sending={check}
      onSave={(payload, settle) => void save(payload, settle)}
      onCancel={() => goTo('/pc/license/dongle', { showSearch: '1' })}
      head={<STEP at="choose" />}
    />
  )
}

export function Screen() {
  const t = usePhrases()
  const { templateGuid, handed: name, task, state, page } = useSearchOf(PATH)
  const [round, setRound] = useState(0)
  const [handed] = useState(() => handedLocks(name))
  const [first] = useState(() => firstIssue(handed))
  const again = () => changeSearch(PATH, { templateGuid, handed: name })
  return (
    <>
      {/* Hidden, not unmounted, so that the input is still there after going back from the check. */}
      <div hidden={task !== undefined}>
        <IssueStart
          key={round}
          title={t('dongleLicense.titles.batch')}
          templateGuid={templateGuid}
          onTemplate={(guid) => changeSearch(PATH, { templateGuid: guid, handed: name })}
          first={first}
        >
          {(props) => <Batch key={props.chosen.map(({ guid }) => guid).join(' ')} {...props} handed={handed} />}
        </IssueStart>
      </div>
      {task !== undefined && (
        <DongleTask
          key={task}
          kind="issue"
          place={{ task, state, page }}
          hrefOf={(place) => pathTo(PATH, { ...place, templateGuid, handed: name })}
          onAgain={again}
          onAnother={() => {
            setRound(round + 1)
            changeSearch(PATH, {})
          }}
        />
      )}
    </>
  )
}
