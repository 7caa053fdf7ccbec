// The first step of an import: the template, the file, and the settings for all its users. This step only checks the
// file; it adds nobody.
import { LIMITS, userCalls } from '@sealwright/contract'
import type { PayloadOf, SheetFormat } from '@sealwright/contract'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { FileField } from '../../../blocks/form/file-field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { ActivationFields } from './user-activation-fields.tsx'
import { ImportSteps } from './user-import-steps.tsx'
import './user.css'

export interface ImportDraft {
  file: File | null
  needActivation: boolean
  sendMail: boolean
}

export const EMPTY_IMPORT: ImportDraft = { file: null, needActivation: true, sendMail: true }

const { file, needActivation, sendMail } = userCalls.import.payload.shape
const FIELDS = { file, needActivation, sendMail }
const spell = (draft: ImportDraft) => ({ ...draft })

interface ImportFileProps {
  /** The earlier choice, for a person who comes back from the result. */
  before: ImportDraft
  onChecked: (taskId: string, draft: ImportDraft) => void
  onCancel: () => void
}

export function ImportFile({ before, onChecked, onCancel }: ImportFileProps) {
  const t = usePhrases()
  const format = useFormat()
  const trial = useSession().developer.devInfo.trial
  const [initial] = useState(before)
  const form = useForm({ domain: 'customer', fields: FIELDS, initial, spell })
  const check = useAct(userCalls.import, {
    showsRefusal: true,
    onDone: ({ taskId }) => {
      form.settle()
      onChecked(taskId, form.values)
    },
  })
  const save = (as: SheetFormat) =>
    void download({
      path: userCalls.importTemplate.path,
      payload: { format: as },
      fileName: `${t('customer.import.templateName')}.${as}`,
    })
  const endings = LIMITS.userImport.endings.join(' / ')
  const limits = trial
    ? t('customer.import.fileHelpTrial', {
        endings,
        rows: LIMITS.trial.importRows,
        left: Math.max(0, trial.users.allowed - trial.users.used),
      })
    : t('customer.import.fileHelp', {
        endings,
        rows: LIMITS.userImport.rows,
        size: format.bytes(LIMITS.userImport.fileBytes),
      })
  return (
    <FormPage
      form={form}
      title={t('customer.import.title')}
      sentence={t('customer.import.sentence')}
      saveText={t('customer.import.check')}
      isSaving={check.isActing}
      refusal={check.refusal}
      // The form checks the values against the same schemas.
      onSave={(values) => void check.act({ ...values, dryRun: true } as PayloadOf<typeof userCalls.import>)}
      onCancel={onCancel}
    >
      <ImportSteps at="file" />
      <FormSection title={t('customer.import.template')} sentence={t('customer.import.templateSentence')}>
        <div className="import-templates">
          <Button icon={FileDown} onPress={() => save('xlsx')}>
            {t('customer.import.templateXlsx')}
          </Button>
          <Button icon={FileDown} onPress={() => save('csv')}>
            {t('customer.import.templateCsv')}
          </Button>
        </div>
        <p className="field-note import-note">{t('customer.import.templateHelp')}</p>
      </FormSection>
      <FormSection title={t('customer.import.file')} sentence={t('customer.import.fileSentence')}>
        <FileField form={form} endings={LIMITS.userImport.endings} help={limits} />
      </FormSection>
      <FormSection title={t('customer.import.options')} sentence={t('customer.import.optionsSentence')}>
        <ActivationFields form={form} />
      </FormSection>
    </FormPage>
  )
}
