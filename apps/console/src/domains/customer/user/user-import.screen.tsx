// The import of users from a file: choose it, preview the result, run it.
import { userCalls } from '@sealwright/contract'
import type { TaskRow } from '@sealwright/contract'
import { useState } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { FIRST_SCREEN, goToHref } from '../../../lib/place/go.ts'
import { ScreenLink, changeSearch, goTo, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { ImportedUsers } from '../../task/progress/index.ts'
import { ReviewedTask } from '../../task/review/index.ts'
import { EMPTY_IMPORT, ImportFile } from './user-import-file.tsx'
import { ImportSteps } from './user-import-steps.tsx'
import { useImportWords } from './user-import-words.ts'

export function Screen() {
  const t = usePhrases()
  const { task, state, page } = useSearchOf('/user/import')
  const [draft, setDraft] = useState(EMPTY_IMPORT)
  const [ended, setEnded] = useState<TaskRow>()
  const words = useImportWords()
  const hasList = useCan(userCalls.find)
  const toFile = () => changeSearch('/user/import', {})
  if (task === undefined) {
    return (
      <ImportFile
        before={draft}
        onChecked={(taskId, chosen) => {
          setDraft(chosen)
          changeSearch('/user/import', { task: taskId })
        }}
        onCancel={() => (hasList ? goTo('/user', { showSearch: '1' }) : goToHref(FIRST_SCREEN))}
      />
    )
  }
  const another = () => {
    setDraft(EMPTY_IMPORT)
    setEnded(undefined)
    toFile()
  }
  return (
    <ReviewedTask
      words={words}
      place={{ task, state, page }}
      hrefOf={(place) => pathTo('/user/import', place)}
      Steps={ImportSteps}
      onAgain={toFile}
      onEnded={setEnded}
      ways={
        <>
          {ended && <ImportedUsers task={ended} isPrimary />}
          {(!ended?.success || ended.isUndo) && (
            <Can call={userCalls.find}>
              <ScreenLink to="/user" className={buttonClass()}>
                {t('customer.import.toUsers')}
              </ScreenLink>
            </Can>
          )}
          <Button onPress={another}>{t('customer.import.another')}</Button>
        </>
      }
    />
  )
}
