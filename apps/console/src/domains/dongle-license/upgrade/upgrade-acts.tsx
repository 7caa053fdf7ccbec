// What can be done with packages for dongles: download one or several, sign failed ones again, take waiting ones back.
import { upgradeCalls } from '@sealwright/contract'
import type { PayloadOf, UpgradeRow } from '@sealwright/contract'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { say, usePhrases } from '../../../lib/words/i18n.tsx'
import { NO_PIN, PIN_FIELDS, PinFields, spellPin } from '../pin/pin-field.tsx'

/** Several packages come in one zip file. A download counts, so what is shown changes. */
export async function downloadPackages(packages: readonly { guid: string; name: string }[]): Promise<void> {
  const [first] = packages
  if (!first) return
  await download({
    path: upgradeCalls.download.path,
    payload: { guids: packages.map(({ guid }) => guid) },
    fileName: packages.length === 1 ? first.name : `${say('dongleLicense.issue.zipName')}.zip`,
  })
  await queryClient.invalidateQueries()
}

/** The packages of a task, in one zip file. */
export async function downloadTask(taskId: string): Promise<void> {
  const fileName = `${say('dongleLicense.issue.zipName')}.zip`
  await download({ path: upgradeCalls.download.path, payload: { taskId }, fileName })
  await queryClient.invalidateQueries()
}

type Acted = Pick<UpgradeRow, 'guid' | 'number'>

function ReissueDialog({ packages, onClose }: { packages: readonly Acted[]; onClose: (isDone: boolean) => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'dongleLicense', fields: PIN_FIELDS, initial: NO_PIN, spell: spellPin })
  const { act, isActing, refusal } = useAct(upgradeCalls.reissue, {
    showsRefusal: true,
    onDone: (answer) => {
      toast.success(t('dongleLicense.upgrades.reissueDone', { count: answer.packages.length }))
      onClose(true)
    },
  })
  const guids = packages.map(({ guid }) => guid)
  return (
    <FormDialog
      form={form}
      title={t('dongleLicense.upgrades.reissueTitle', { count: packages.length, number: packages[0]?.number ?? 0 })}
      saveText={t('dongleLicense.upgrades.reissue')}
      isSaving={isActing}
      refusal={refusal}
      onSave={(values) => void act({ guids, ...values } as PayloadOf<typeof upgradeCalls.reissue>)} // same schemas
      onClose={() => onClose(false)}
    >
      <p>{t('dongleLicense.upgrades.reissueSentence')}</p>
      <PinFields form={form} hasFocus />
    </FormDialog>
  )
}

/** Resolves to true if they were signed again. */
export const askReissue = (packages: readonly Acted[]): Promise<boolean> =>
  showDialog((settle) => <ReissueDialog packages={packages} onClose={settle} />)

export function useWithdraw(): (packages: readonly Acted[]) => Promise<void> {
  const t = usePhrases()
  const { act } = useAct(upgradeCalls.withdraw, {
    onDone: ({ withdrawn }) => toast.success(t('dongleLicense.upgrades.withdrawn', { count: withdrawn })),
  })
  return async (packages) => {
    await confirmAction({
      title: t('dongleLicense.upgrades.withdrawTitle', { count: packages.length, number: packages[0]?.number ?? 0 }),
      consequence: t('dongleLicense.upgrades.withdrawConsequence'),
      verb: t('dongleLicense.upgrades.withdraw'),
      run: () => act({ guids: packages.map(({ guid }) => guid) }),
    })
  }
}
