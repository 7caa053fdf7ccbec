// Edits a template, starting from its current content or an earlier version. A confirmation shows the changes before
// saving. The call sends the loaded version: if someone else saved in the meantime, the form keeps its input and offers
// to load the new content.
import type { TemplateAnswer } from '@sealwright/contract'
import { useState } from 'react'
import { DetailError, DetailSkeleton } from '../../blocks/detail/detail-page.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { ReloadLatest } from '../../blocks/form/reload-latest.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { callServer, useAct, useAnswer } from '../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { contentOf, draftOf, withMovedPrivileges } from './template-draft.ts'
import { screenOfFamily } from './template-family.ts'
import type { Family } from './template-family.ts'
import { useTemplateForm } from './template-form-state.ts'
import { TemplateFormSections, useFormSummary } from './template-form.tsx'
import { confirmImpact } from './template-impact.tsx'

interface EditTemplateProps {
  family: Family
  /** The current content. */
  template: TemplateAnswer
  /** The content that fills the form. */
  start: TemplateAnswer
}

function EditTemplate({ family, template, start }: EditTemplateProps) {
  const t = usePhrases()
  const { guid } = template
  const { sourcePath } = useSearchOf(`${family.path}/edit`)
  const [present, setPresent] = useState(() => ({ version: template.version, content: contentOf(template) }))
  const [opened, setOpened] = useState(() => draftOf(family.family, start))
  const [fromVersion, setFromVersion] = useState(start.version === template.version ? undefined : start.version)
  const editor = useTemplateForm({ family, initial: opened, before: present.content })
  const { form } = editor
  const summary = useFormSummary(editor)
  const back = (editId?: string) => {
    if (sourcePath) goTo(`${family.path}/view`, { guid })
    else goTo(family.path, { showSearch: '1', editId })
  }
  const preview = useAct(family.calls.previewUpdate, { showsRefusal: true })
  const update = useAct(family.calls.update, { showsRefusal: true })
  const refusal = update.refusal ?? preview.refusal
  const save = async (values: Record<string, unknown>) => {
    update.reset()
    const payload = { ...family.where, ...withMovedPrivileges(values, opened), guid, version: present.version }
    const impact = await preview.act(payload)
    if (impact?.changes.length === 0) toast.info(t('template.form.unchanged'))
    const added = form.values.otherProducts.flatMap(({ licenseId }) => editor.productOf(licenseId) ?? [])
    const granting = { modules: template.modules, otherProducts: [...template.otherProducts, ...added] }
    if (!impact?.changes.length || !(await confirmImpact(t, impact, granting))) return
    const saved = await update.act(payload)
    if (!saved) return
    form.settle()
    const name = form.values.name.trim()
    toast.success(
      impact.hasNewVersion
        ? t('template.form.saved', { name, version: saved.version })
        : t('template.form.savedPrivileges', { name }),
    )
    back(guid)
  }
  const reload = async () => {
    const latest = await callServer(family.calls.get, { ...family.where, guid })
    const draft = draftOf(family.family, latest)
    setPresent({ version: latest.version, content: contentOf(latest) })
    setFromVersion(undefined)
    setOpened(draft)
    form.restart(draft)
    update.reset()
    preview.reset()
  }
  return (
    <FormPage
      form={form}
      title={template.name}
      sentence={t('template.form.editSentence')}
      saveText={t('product.form.save')}
      isSaving={preview.isActing || update.isActing}
      refusal={refusal}
      remedy={<ReloadLatest refusal={refusal} load={reload} />}
      summary={summary}
      onSave={(values) => void save(values)}
      onCancel={() => back()}
    >
      {fromVersion !== undefined && (
        <div className="form-notice">
          <Notice>{t('template.form.fromVersion', { version: fromVersion })}</Notice>
        </div>
      )}
      <TemplateFormSections editor={editor} isExisting />
    </FormPage>
  )
}

export const screenOf = screenOfFamily(function EditTemplateScreen({ family }) {
  const { guid, version } = useSearchOf(`${family.path}/edit`)
  const present = useAnswer(family.calls.get, { ...family.where, guid }, { staleMs: 0 })
  const earlier = useAnswer(
    family.calls.get,
    { ...family.where, guid, version: Number(version) },
    { enabled: version !== undefined },
  )
  const error = present.error ?? earlier.error
  if (error && !(present.data && (earlier.data ?? version === undefined))) {
    return (
      <DetailError
        error={error}
        onRetry={() => void Promise.all([present.refetch(), version !== undefined && earlier.refetch()])}
        back={<BackToList to={family.path} words="template.form.back" />}
      />
    )
  }
  const start = version === undefined ? present.data : earlier.data
  // Wait for a fresh answer: the cache may be older than the last save, and the sent version must match the edited
  // content.
  if (!present.data || !start || !present.isFetchedAfterMount) return <DetailSkeleton />
  return <EditTemplate key={`${guid} ${version ?? ''}`} family={family} template={present.data} start={start} />
})
