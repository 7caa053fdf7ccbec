// The import of customers and remarks from a file: choose it, preview the result, run it.
import { LIMITS, userLockCalls } from '@sealwright/contract'
import type { PayloadOf, SheetFormat } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { FileDown } from 'lucide-react'
import { useMemo } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { Steps } from '../../../blocks/control/steps.tsx'
import { FileField } from '../../../blocks/form/file-field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { ScreenLink, changeSearch, goTo, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { ReviewedTask } from '../../task/review/index.ts'
import type { ReviewWords } from '../../task/review/index.ts'
import './import.css'

const PATH = '/dongle/user/import'
const { importEndings, importBytes, batchLocks } = LIMITS.dongle
/** A text file has no columns for customers and remarks. */
const ENDINGS = importEndings.filter((ending) => ending !== '.txt')
const FORMATS = ['xlsx', 'csv'] as const satisfies readonly SheetFormat[]

interface Draft {
  file: File | null
}

const EMPTY: Draft = { file: null }
const FIELDS = { file: userLockCalls.import.payload.shape.file }
const spell = (draft: Draft) => ({ ...draft })

function ImportSteps({ at }: { at: 'file' | 'review' | 'run' }) {
  const t = usePhrases()
  return (
    <Steps
      label={t('userLock.import.steps')}
      steps={[
        { key: 'file', title: t('userLock.import.stepFile') },
        { key: 'review', title: t('userLock.import.stepReview') },
        { key: 'run', title: t('userLock.import.stepRun') },
      ]}
      at={at}
    />
  )
}

function ImportFile() {
  const t = usePhrases()
  const format = useFormat()
  const form = useForm({ domain: 'userLock', fields: FIELDS, initial: EMPTY, spell })
  const check = useAct(userLockCalls.import, {
    showsRefusal: true,
    onDone: ({ taskId }) => {
      form.settle()
      changeSearch(PATH, { task: taskId })
    },
  })
  const save = (as: SheetFormat) =>
    void download({
      path: userLockCalls.importTemplate.path,
      payload: { format: as },
      fileName: `${t('userLock.import.templateName')}.${as}`,
    })
  return (
    <FormPage
      form={form}
      title={t('userLock.import.title')}
      sentence={t('userLock.import.sentence')}
      saveText={t('userLock.import.check')}
      isSaving={check.isActing}
      refusal={check.refusal}
      // The form checks the file against the same schema.
      onSave={(values) => void check.act({ ...values, dryRun: true } as PayloadOf<typeof userLockCalls.import>)}
      onCancel={() => goTo('/dongle/user', { showSearch: '1' })}
    >
      <ImportSteps at="file" />
      <FormSection title={t('userLock.import.template')} sentence={t('userLock.import.templateSentence')}>
        <div className="lock-templates">
          {FORMATS.map((as) => (
            <Button key={as} icon={FileDown} onPress={() => save(as)}>
              {t(as === 'xlsx' ? 'userLock.import.templateXlsx' : 'userLock.import.templateCsv')}
            </Button>
          ))}
        </div>
        <p className="field-note">{t('userLock.import.templateHelp')}</p>
      </FormSection>
      <FormSection title={t('userLock.import.file')} sentence={t('userLock.import.fileSentence')}>
        <FileField
          form={form}
          endings={ENDINGS}
          help={t('userLock.import.fileHelp', {
            endings: ENDINGS.join(' / '),
            rows: batchLocks,
            size: format.bytes(importBytes),
          })}
        />
      </FormSection>
    </FormPage>
  )
}

function useImportWords(): ReviewWords {
  const t = usePhrases()
  const say = useSentences()
  return useMemo(
    () => ({
      title: t('userLock.import.title'),
      of: ({ subject, total }) => t('userLock.import.reviewOf', { file: subject, count: total }),
      marks: {
        waiting: t('userLock.import.willSet'),
        skip: t('userLock.import.willSkip'),
        fail: t('userLock.import.isBad'),
      },
      nothing: t('userLock.import.nothing'),
      nothingSentence: t('userLock.import.nothingSentence'),
      problems: (count) => t('userLock.import.problems', { count }),
      start: (count) => t('userLock.import.start', { count }),
      again: t('userLock.import.again'),
      running: t('userLock.import.running'),
      leaveTitle: t('userLock.import.leaveTitle'),
      leaveBody: t('userLock.import.leaveBody'),
      fileName: ({ subject }) => t('userLock.import.downloadName', { file: subject }),
      labelOf: (field) => fieldLabel(say, 'userLock', field),
    }),
    [t, say],
  )
}

export function Screen() {
  const t = usePhrases()
  const { task, state, page } = useSearchOf(PATH)
  const words = useImportWords()
  const toFile = () => changeSearch(PATH, {})
  if (task === undefined) return <ImportFile />
  return (
    <ReviewedTask
      words={words}
      place={{ task, state, page }}
      hrefOf={(place) => pathTo(PATH, place)}
      Steps={ImportSteps}
      onAgain={toFile}
      ways={
        <>
          <ScreenLink to="/dongle/user" className={buttonClass()}>
            {t('userLock.import.toLocks')}
          </ScreenLink>
          <Button onPress={toFile}>{t('userLock.import.another')}</Button>
        </>
      }
    />
  )
}
